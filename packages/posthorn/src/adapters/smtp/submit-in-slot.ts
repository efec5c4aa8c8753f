import type { Slot } from './connection-pool.ts';
import type { EnvelopedMessage, SmtpConnection } from './smtp-connection.ts';
import { requireExtensions } from './smtp-envelope.ts';
import { isClosedAtMail, proofTimeout } from './smtp-errors.ts';
import type { SmtpReply } from './smtp-reply.ts';
import { withDeadline } from './with-deadline.ts';

/** Message, slot and connector. */
export interface SubmissionTask {
  readonly message: EnvelopedMessage;
  readonly slot: Slot;
  readonly open: (signal: AbortSignal) => Promise<SmtpConnection>;
  readonly proofMs: number;
}

/** Refused recipients and reusable connection. */
export interface SubmissionOutcome {
  readonly refused: ReadonlyMap<string, SmtpReply>;
  readonly connection: SmtpConnection;
}

/**
 * Submits on the slot's proved connection or a new one. Retries only after 421 to MAIL FROM on a used one:
 * nothing was accepted, and servers limit messages per connection so. Throws as `open` and `send`,
 * connections destroyed.
 */
export async function submitInSlot(task: SubmissionTask, signal: AbortSignal): Promise<SubmissionOutcome> {
  const used = task.slot.connection;
  if (used !== undefined && (await isProved(used, task, signal))) {
    try {
      return await submitOn(used, task, signal);
    } catch (error) {
      if (!isClosedAtMail(error)) throw error;
    }
  }
  return submitOn(await task.open(signal), task, signal);
}

async function isProved(
  connection: SmtpConnection,
  { proofMs }: SubmissionTask,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = { ms: proofMs, reason: proofTimeout };
  try {
    await withDeadline(deadline, (either) => connection.reset(either), signal);
    return true;
  } catch {
    connection.destroy();
    signal.throwIfAborted();
    return false;
  }
}

async function submitOn(
  connection: SmtpConnection,
  { message }: SubmissionTask,
  signal: AbortSignal,
): Promise<SubmissionOutcome> {
  try {
    requireExtensions(connection.extensions, message.envelope);
    return { refused: await connection.send(message, signal), connection };
  } catch (error) {
    connection.destroy();
    throw error;
  }
}
