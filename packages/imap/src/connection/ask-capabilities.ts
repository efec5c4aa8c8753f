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

/** Requests CAPABILITY, unless received in this state. Throws ProtocolViolation when refused. */
export async function askCapabilities(dialogue: Dialogue, signal: AbortSignal): Promise<void> {
  if (dialogue.state.hasCapabilities) return;
  try {
    await dialogue.run(CAPABILITY, signal);
  } catch (cause) {
    if (!(cause instanceof CommandRefused)) throw cause;
    // Must not look like a refused login.
    throw new ProtocolViolation('The server does not tell its capabilities.', { cause });
  }
  if (!dialogue.state.hasCapabilities)
    throw new ProtocolViolation('The server does not tell its capabilities.');
}
