/** Leads one exchange from the first response to the account, for any protocol. */
import type { Account } from '../accounts/accounts.ts';
import { decodeResponse, encodeChallenge } from './base64-response.ts';
import type { SaslContext, SaslMechanism } from './mechanism.ts';

/** An exchange that a client has asked for. */
export interface ExchangeOptions {
  readonly mechanism: SaslMechanism;
  readonly context: SaslContext;
  /** In base64; undefined: the client sent none. A lone `=` is an empty one (RFC 4954 §4, RFC 4959 §3). */
  readonly initialResponse: string | undefined;
  /** Sends a challenge and gives the response, both in base64. Throws when there is none. */
  readonly ask: (challenge: string) => Promise<string>;
}

/** The account that is logged in. Throws LoginFailure, SaslSyntaxError, SaslAuthorizationError and what `ask` throws. */
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
