/** LOGIN: signs in with user and password as arguments (RFC 9051 §6.2.3). */
import type { Command, CommandRunner } from '../connection/command.ts';
import type { TaggedResponse } from '../responses/response.ts';
import type { PasswordCredentials } from '../sasl/credentials.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { SIGN_IN_BUDGET } from './command-budget.ts';

/** A class, because its private fields stay out of what `util.inspect` and `JSON.stringify` show. */
class LoginCommand implements Command {
  readonly name = 'LOGIN';
  readonly concurrency = 'alone';
  readonly authenticates = true;
  readonly budget = SIGN_IN_BUDGET;
  readonly onResponse: NonNullable<Command['onResponse']>;
  readonly #parts: readonly CommandPart[];

  constructor({ user, password }: PasswordCredentials, onResponse: NonNullable<Command['onResponse']>) {
    this.#parts = ['LOGIN ', toAstring(user), ' ', toAstring(password)];
    this.onResponse = onResponse;
  }

  get parts(): readonly CommandPart[] {
    return this.#parts;
  }
}

/** The credentials of `login`, and the observer of responses. */
export interface LoginRequest {
  readonly credentials: PasswordCredentials;
  readonly onResponse: NonNullable<Command['onResponse']>;
}

/** Signs in. Non-ASCII text is sent as UTF-8. `signIn` is what callers want: it judges refusals, and sends nothing in clear text. */
export function login(
  runner: CommandRunner,
  { credentials, onResponse }: LoginRequest,
  signal: AbortSignal,
): Promise<TaggedResponse> {
  return runner.run(new LoginCommand(credentials, onResponse), signal);
}
