/** The versions of one message that a mailbox holds, found by a header field that they share. */
import type { NewVersion } from '../../application/ports/mail-writer.ts';
import { toUid, type Uid } from '../../domain/uid.ts';
import { searchByKeys } from './commands/search.ts';
import type { ImapSession } from './imap-session.ts';
import { atom, sequence, type TokenNode, text } from './tokens.ts';

type VersionField = NewVersion['versionField'];

const MAX_UID = 0xffff_ffff;

/** Every version that is a draft and not yet removed, ascending: a message that was sent or kept is none. */
export function findVersions(
  session: ImapSession,
  field: VersionField,
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  return searchByKeys(session, [atom('DRAFT'), atom('UNDELETED'), ...versionKeys(field)], signal);
}

/** The versions that came since `firstNew` and are not removed, whatever their flags, ascending. */
export function findNewVersions(
  session: ImapSession,
  { field, firstNew }: { readonly field: VersionField; readonly firstNew: number },
  signal: AbortSignal,
): Promise<readonly Uid[]> {
  const since = sequence(`${toUid(firstNew) ?? 1}:${MAX_UID}`);
  return searchByKeys(session, [atom('UID'), since, atom('UNDELETED'), ...versionKeys(field)], signal);
}

function versionKeys({ name, value }: VersionField): readonly TokenNode[] {
  return [atom('HEADER'), text(name), text(value)];
}
