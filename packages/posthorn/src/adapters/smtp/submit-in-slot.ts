/** Submits one message in a slot of the pool: on its idle connection, once that is proved alive, or on a new one. */
import type { Slot } from './connection-pool.ts';
import type { EnvelopedMessage, SmtpConnection } from './smtp-connection.ts';
import { requireExtensions } from './smtp-envelope.ts';
import { isClosedAtMail, proofTimeout } from './smtp-errors.ts';
import type { SmtpReply } from './smtp-reply.ts';
import { withDeadline } from './with-deadline.ts';

/** One submission: the message, its slot, and how to connect. */
export interface SubmissionTask {
  readonly message: EnvelopedMessage;
  readonly slot: Slot;
  /** A new connection, signed in. */
  readonly open: (signal: AbortSignal) => Promise<SmtpConnection>;
  /** How long a used connection may take to prove that it is alive. */
  readonly proofMs: number;
}

/** The refused recipients, and the connection for the next message. */
export interface SubmissionOutcome {
  /** The forward paths that were refused, each with its reply. */
  readonly refused: ReadonlyMap<string, SmtpReply>;
  readonly connection: SmtpConnection;
}

/**
 * Submits the message. It is offered a second time in one case only: the server closes a used connection (421) in answer to
 * MAIL FROM. Nothing was accepted then, and servers that limit the number of messages of a connection answer like this. Throws what `open`
 * and `send` throw; the connections are destroyed then.
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

/** True when the connection can take a message; a connection that does not prove it is destroyed. */
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
    // Nothing of the message was sent; if the server fails, a new connection shows how.
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
