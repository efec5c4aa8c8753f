import { ProtocolViolation } from '../errors.ts';
import type { Response } from '../responses/response.ts';
import { ConnectionClosed } from './connection-errors.ts';
import type { Dialogue } from './dialogue.ts';
import { settleWithin } from './settle-within.ts';

/** Awaits `* OK` (RFC 9051 §7.1). Throws ConnectionClosed for BYE, ProtocolViolation for others. */
export async function awaitGreeting(
  dialogue: Dialogue,
  { greetingMs }: { readonly greetingMs: number },
  signal: AbortSignal,
): Promise<void> {
  await settleWithin<void>(
    {
      waitedFor: 'the greeting',
      milliseconds: greetingMs,
      begin(resolve, reject) {
        const onGreeting = (response: Response): void => {
          const error = objection(response);
          if (response.kind === 'status') dialogue.state.observe(response);
          if (error) reject(error);
          else resolve();
        };
        dialogue.expectGreeting(onGreeting, reject);
        return () => undefined;
      },
    },
    signal,
  );
}

function objection(greeting: Response): Error | undefined {
  if (greeting.kind !== 'status') return new ProtocolViolation('The server does not begin with a greeting.');
  const { status, text, code } = greeting;
  if (status === 'OK') return undefined;
  if (status === 'BYE') {
    return new ConnectionClosed('The server refused the connection.', { byeText: text, byeCode: code });
  }
  // An attacker could sign a client in before TLS (RFC 9051 §11.1).
  if (status === 'PREAUTH') return new ProtocolViolation('The server signed the connection in by itself.');
  return new ProtocolViolation(`The server greets with ${status}.`);
}
