import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtocolViolation, TlsUnavailable } from '../errors.ts';
import { CommandRefused } from './connection-errors.ts';
import type { Dialogue } from './dialogue.ts';
import type { Transport } from './transport.ts';

/**
 * STARTTLS (RFC 9051 §6.2.1). Throws TlsUnavailable when refused, ProtocolViolation for unprotected octets
 * after OK (§11.1).
 */
export async function startTls(
  dialogue: Dialogue,
  transport: Transport,
  signal: AbortSignal,
): Promise<Socket> {
  try {
    await dialogue.run(
      {
        name: 'STARTTLS',
        parts: ['STARTTLS'],
        budget: { octets: 16 * 1024, responses: 100 },
        concurrency: 'alone',
        onOk: () => transport.detach(),
      },
      signal,
    );
  } catch (cause) {
    if (cause instanceof CommandRefused) throw new TlsUnavailable('The server refused STARTTLS.', { cause });
    throw cause;
  }
  // Octets of one packet may arrive a turn later.
  await nextTurn();
  if (transport.unreadOctets > 0) {
    throw new ProtocolViolation('The server sent responses between STARTTLS and the beginning of TLS.');
  }
  dialogue.state.forgetCapabilities();
  return transport.socket;
}
