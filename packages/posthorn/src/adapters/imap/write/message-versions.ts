import type { HeaderText } from '../../../application/ports/mail/mail-writer.ts';
import { toUid, type Uid } from '../../../domain/values/uid.ts';
import { searchByHeader } from '../search/search-by-header.ts';
import { uidsFrom } from '../search/search-keys.ts';
import type { ImapSession } from '../session/imap-session.ts';

/** Current drafts by field, ascending. */
export function findVersions(
  session: ImapSession,
  field: HeaderText,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const { name, value: text } = field;
  return searchByHeader(session, { name, text, keys: ['DRAFT', 'UNDELETED'] }, signal);
}

/** Undeleted versions since `firstNew`, ascending. */
export function findNewVersions(
  session: ImapSession,
  { field, firstNew }: { readonly field: HeaderText; readonly firstNew: number },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const { name, value: text } = field;
  const keys = [...uidsFrom(toUid(firstNew) ?? 1), 'UNDELETED'];
  return searchByHeader(session, { name, text, keys }, signal);
}
