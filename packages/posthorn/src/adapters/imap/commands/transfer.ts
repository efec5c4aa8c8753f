/** UID MOVE and UID COPY of one message (RFC 6851, RFC 9051 §6.4.7). */
import type { MailboxName } from '../../../domain/mailbox-name.ts';
import type { Uid } from '../../../domain/uid.ts';
import type { UntaggedResponse } from '../imap-connection.ts';
import { encodeMailboxName } from '../mailbox-name-coding.ts';
import { sequence, text } from '../tokens.ts';
import type { CommandRunner } from './command-runner.ts';
import { isMailboxMissing, mailboxUnknown } from './open-mailbox.ts';
import { copiedUid } from './response-code.ts';

/**
 * Moves or copies, and gives the new uid where the server tells it (UIDPLUS). Throws `mailbox-unknown` when there is no
 * such target.
 */
export async function transferMessage(
  runner: CommandRunner,
  { command, uid, target }: { command: 'UID MOVE' | 'UID COPY'; uid: Uid; target: MailboxName },
  signal: AbortSignal,
): Promise<Uid | undefined> {
  let newUid: Uid | undefined;
  // MOVE tells it in an untagged OK, COPY in the tagged one.
  const readCode = (response: UntaggedResponse) => {
    newUid ??= copiedUid(response);
  };
  try {
    const items = [sequence(String(uid)), text(encodeMailboxName(target))];
    const tagged = await runner.run({ name: command, arguments: items, untagged: { OK: readCode } }, signal);
    return newUid ?? copiedUid(tagged);
  } catch (error) {
    throw isMailboxMissing(error) ? mailboxUnknown(error) : error;
  }
}
