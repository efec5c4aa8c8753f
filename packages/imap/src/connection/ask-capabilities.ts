/** CAPABILITY (RFC 9051 §6.1.1), as the connection asks it for itself. */
import { ProtocolViolation } from '../errors.ts';
import type { Command } from './command.ts';
import { CommandRefused } from './connection-errors.ts';
import type { Dialogue } from './dialogue.ts';

const CAPABILITY: Command = {
  name: 'CAPABILITY',
  parts: ['CAPABILITY'],
  budget: { octets: 64 * 1024, responses: 100 },
  concurrency: 'alone',
};

/** Requests the capabilities unless the server has sent them in its present state. Throws ProtocolViolation when it refuses. */
export async function askCapabilities(dialogue: Dialogue, signal: AbortSignal): Promise<void> {
  if (dialogue.state.hasCapabilities) return;
  try {
    await dialogue.run(CAPABILITY, signal);
  } catch (cause) {
    if (!(cause instanceof CommandRefused)) throw cause;
    // A refusal must not be taken for the refusal of the login that came before.
    throw new ProtocolViolation('The server does not tell its capabilities.', { cause });
  }
  if (!dialogue.state.hasCapabilities)
    throw new ProtocolViolation('The server does not tell its capabilities.');
}
