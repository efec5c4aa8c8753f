/** Reads a message, or a part of one, step by step, so that memory stays constant. */
import { MailError } from '../../domain/mail-error.ts';
import type { Uid } from '../../domain/uid.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import { fetchMessages } from './commands/fetch.ts';
import { messageUnknown } from './message-unknown.ts';
import { atom, bodyPeek } from './tokens.ts';

/** Octets of one step. Larger steps save round trips, smaller ones memory. */
const STEP_OCTETS = 512 * 1024;
/** The longest time that one step may take. */
const STEP_TIMEOUT_MS = 30_000;

/**
 * The octets of the part, or of the whole message where no part is named, from the mailbox that is open. Sets no \Seen. Throws
 * `message-unknown` when the message vanishes meanwhile.
 */
export async function* readSteps(
  runner: CommandRunner,
  { uid, part }: { readonly uid: Uid; readonly part?: string },
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const section = part === undefined ? [] : [atom(part)];
  for (let start = 0; ; start += STEP_OCTETS) {
    const stepSignal = AbortSignal.any([signal, AbortSignal.timeout(STEP_TIMEOUT_MS)]);
    const items = [atom('UID'), bodyPeek(section, [start, STEP_OCTETS])];
    const fetched = await fetchMessages(runner, { uids: [uid], items }, stepSignal);
    const octets = fetched.get(uid)?.parts.get(part ?? '');
    // The answer to a part that is gone must not look like its end: a cut file would pass for a whole one.
    if (octets === undefined) throw messageUnknown();
    if (octets.length > STEP_OCTETS) throw unusableStep();
    if (octets.length > 0) yield octets;
    if (octets.length < STEP_OCTETS) return;
  }
}

/** A server that gives more than was asked for would give it again and again. */
function unusableStep(): MailError {
  return new MailError('protocol-failure', {
    detail: 'The mail server gave more of a message than was asked for.',
  });
}
