import type { Account } from '../accounts/accounts.ts';
import { decodeResponse, encodeChallenge } from './base64-response.ts';
import type { SaslContext, SaslMechanism } from './mechanism.ts';

/** A requested exchange. */
export interface ExchangeOptions {
  readonly mechanism: SaslMechanism;
  readonly context: SaslContext;
  /** Base64; a lone `=` is empty (RFC 4954 §4, RFC 4959 §3). */
  readonly initialResponse: string | undefined;
  /** Both base64. Throws without a response. */
  readonly ask: (challenge: string) => Promise<string>;
}

/** Throws LoginFailure, SaslSyntaxError, SaslAuthorizationError and `ask`'s errors. */
export async function runExchange(options: ExchangeOptions): Promise<Account> {
  const { mechanism, context, initialResponse, ask } = options;
  const first = initialResponse ?? (await ask(encodeChallenge(mechanism.initialChallenge)));
  const isEmpty = initialResponse === '=';
  const exchange = mechanism.exchange(context, isEmpty ? '' : decodeResponse(first));
  let step = await exchange.next();
  while (step.done !== true) {
    const response = await ask(encodeChallenge(step.value));
    step = await exchange.next(decodeResponse(response));
  }
  return step.value;
}
