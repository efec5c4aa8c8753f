import type { Command, CommandRunner } from '../connection/command.ts';
import type { TaggedResponse } from '../responses/response.ts';
import type { PasswordCredentials } from '../sasl/credentials.ts';
import type { CommandPart } from '../wire/command-part.ts';
import { toAstring } from '../wire/command-text.ts';
import { SIGN_IN_BUDGET } from './command-budget.ts';

/** Private fields hide the secret from `util.inspect`. */
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

/** Credentials and response observer. */
export interface LoginRequest {
  readonly credentials: PasswordCredentials;
  readonly onResponse: NonNullable<Command['onResponse']>;
}

/** LOGIN (RFC 9051 §6.2.3). Use `signIn`: it interprets refusals and protects secrets. */
export function login(
  runner: CommandRunner,
  { credentials, onResponse }: LoginRequest,
  signal: AbortSignal,
): Promise<TaggedResponse> {
  return runner.run(new LoginCommand(credentials, onResponse), signal);
}
