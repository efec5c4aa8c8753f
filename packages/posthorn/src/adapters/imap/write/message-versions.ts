/** The versions of one message that a mailbox holds, found by a header field that they share. */
import type { NewVersion } from '../../../application/ports/mail-writer.ts';
import { toUid, type Uid } from '../../../domain/uid.ts';
import { searchByHeader } from '../search/search-by-header.ts';
import { uidsFrom } from '../search/search-keys.ts';
import type { ImapSession } from '../session/imap-session.ts';

type VersionField = NewVersion['versionField'];

/** Every version that is a draft and not yet removed, ascending: a message that was sent or kept is not a version. */
export function findVersions(
  session: ImapSession,
  field: VersionField,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const { name, value: text } = field;
  return searchByHeader(session, { name, text, keys: ['DRAFT', 'UNDELETED'] }, signal);
}

/** The versions that came since `firstNew` and are not removed, whatever their flags, ascending. */
export function findNewVersions(
  session: ImapSession,
  { field, firstNew }: { readonly field: VersionField; readonly firstNew: number },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const { name, value: text } = field;
  const keys = [...uidsFrom(toUid(firstNew) ?? 1), 'UNDELETED'];
  return searchByHeader(session, { name, text, keys }, signal);
}
