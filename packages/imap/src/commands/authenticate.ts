import type { Command, CommandRunner } from '../connection/command.ts';
import { BoundExceeded, ProtocolViolation } from '../errors.ts';
import type { ContinuationRequest, TaggedResponse } from '../responses/response.ts';
import type { SaslExchange } from '../sasl/sasl-exchange.ts';
import { SIGN_IN_BUDGET } from './command-budget.ts';

/** Servers limit lines to 8,192 octets. */
const MAX_INITIAL_OCTETS = 4000;
const CANCEL = '*';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Private fields hide the secret from `util.inspect`. */
class AuthenticateCommand implements Command {
  readonly name: string;
  readonly concurrency = 'alone';
  readonly authenticates = true;
  readonly budget = SIGN_IN_BUDGET;
  readonly abortLine = CANCEL;
  readonly onResponse: NonNullable<Command['onResponse']>;
  readonly #exchange: SaslExchange;
  readonly #initial: string;
  readonly #parts: readonly string[];
  #isBegun: boolean;
  #answered = 0;

  constructor({ exchange, onResponse }: AuthenticateRequest, { capabilities }: CommandRunner) {
    this.name = `AUTHENTICATE ${exchange.mechanism}`;
    this.onResponse = onResponse;
    this.#exchange = exchange;
    this.#initial = exchange.begin().toString('base64');
    this.#isBegun = capabilities.has('SASL-IR') && this.#initial.length <= MAX_INITIAL_OCTETS;
    this.#parts = this.#isBegun ? [this.name, ' ', this.#initial] : [this.name];
  }

  get parts(): readonly string[] {
    return this.#parts;
  }

  readonly onContinuation = async ({ text }: ContinuationRequest): Promise<string> => {
    if (this.#isBegun) return this.#answer(text);
    this.#isBegun = true;
    return this.#initial;
  };

  async #answer(line: string): Promise<string> {
    const text = line.trim();
    const { maxChallenges } = this.#exchange;
    if (this.#answered >= maxChallenges) throw new BoundExceeded('SASL challenges', maxChallenges);
    this.#answered += 1;
    if (!BASE64.test(text)) throw new ProtocolViolation('A challenge of the server is not base64.');
    const answer = await this.#exchange.answer(Buffer.from(text, 'base64'));
    return answer.toString('base64');
  }
}

/** Exchange and response observer. */
export interface AuthenticateRequest {
  readonly exchange: SaslExchange;
  readonly onResponse: NonNullable<Command['onResponse']>;
}

/**
 * AUTHENTICATE (RFC 9051 §6.2.2, RFC 4959). Close the connection after ProtocolViolation or BoundExceeded.
 */
export async function authenticate(
  runner: CommandRunner,
  request: AuthenticateRequest,
  signal: AbortSignal,
): Promise<TaggedResponse> {
  const answer = await runner.run(new AuthenticateCommand(request, runner), signal);
  request.exchange.finish();
  return answer;
}
