import type { AccountTools, NewAccount } from '../../composition/account-tools.ts';
import { knownAdvice } from '../../doctor/provider-advice.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import { parseAddressSpec } from '../../domain/values/address-spec.ts';
import { describeAccount, toAccountDocument } from '../account-report.ts';
import { type AccountServers, chooseServers, type ServerFlags } from '../account-servers.ts';
import { CommandError, EXIT_CODES, usageError } from '../command-error.ts';
import { findSecret } from '../find-secret.ts';
import { printable } from '../printable.ts';
import { processEnvironment } from '../process-environment.ts';
import { isTerminal } from '../questions/open-questions.ts';
import { askSecret } from '../questions/terminal-questions.ts';
import { printResult, type StoreFlags, withAccountTools } from '../store-command.ts';

/** Flags of `accounts:add`. */
export interface AccountsAddFlags extends StoreFlags, ServerFlags {
  readonly id?: string;
  readonly name?: string;
  readonly user?: string;
  /** `--no-verify`. */
  readonly verify: boolean;
}

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const PASSWORD_FLAG = '--password-stdin';
const TOKEN_FLAG = '--refresh-token-stdin';

/** Connects an account and prints it. Exit code 1 for a refused login. */
export async function runAccountsAdd(address: string, flags: AccountsAddFlags): Promise<void> {
  if (parseAddressSpec(address) === undefined)
    throw usageError(`${printable(address)} is no e-mail address.`);
  const { id } = flags;
  if (id !== undefined && !ID.test(id)) throw usageError('--id: expected 1 to 64 letters, digits, - and _.');
  await withAccountTools(flags, async (tools) => {
    const servers = await chooseServers({ address, flags, tools });
    const user = flags.user ?? servers.user;
    const login = await askLogin(user, flags);
    const from = { address, name: flags.name ?? '' };
    const account = await connect(tools, {
      id: id === undefined ? null : (id as MailAccountId),
      values: { name: flags.name ?? address, from, replyTo: from, roots: [], ...serversOf(servers) },
      ...{ login, outboxLogin: null, isTried: flags.verify },
    });
    printResult(flags, { document: toAccountDocument(account), lines: [describeAccount(account)] });
  });
}

function serversOf({ inbox, outbox }: AccountServers): Pick<AccountServers, 'inbox' | 'outbox'> {
  return { inbox, outbox };
}

async function connect(tools: AccountTools, account: NewAccount) {
  try {
    return await tools.create(account, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof MailError) || error.code !== 'authentication-failed') throw error;
    const isPassword = account.login.mechanism === 'password';
    const advice = isPassword ? knownAdvice(account.values.inbox?.host ?? '', 'password-refused') : undefined;
    const lines = [printable(error.details.detail), ...(advice === undefined ? [] : [advice])];
    throw new CommandError(`${lines.join(' ')} Nothing was stored.`, EXIT_CODES.failure);
  }
}

async function askLogin(user: string, flags: AccountsAddFlags): Promise<NewAccount['login']> {
  const { provider, passwordStdin, refreshTokenStdin } = flags;
  if (provider === undefined) {
    if (refreshTokenStdin === true) throw usageError(`${TOKEN_FLAG} belongs to --provider.`);
    return { mechanism: 'password', user, password: await askSecretOf('password', user, flags) };
  }
  if (passwordStdin === true) throw usageError(`${PASSWORD_FLAG} and --provider exclude each other.`);
  return { mechanism: 'oauth', user, provider, refreshToken: await askSecretOf('refreshToken', user, flags) };
}

/** Never an argument: other users of the machine can read those. */
async function askSecretOf(
  kind: 'password' | 'refreshToken',
  user: string,
  flags: AccountsAddFlags,
): Promise<Secret> {
  const isPassword = kind === 'password';
  const flag = isPassword ? PASSWORD_FLAG : TOKEN_FLAG;
  const isPiped = isPassword ? flags.passwordStdin : flags.refreshTokenStdin;
  const noun = isPassword ? 'password' : 'refresh token';
  const message = `${isPassword ? 'Password' : 'Refresh token'} of ${printable(user)}`;
  const ask = isTerminal() && flags.json !== true ? () => askSecret({ message, flag }) : null;
  const secret = await findSecret(kind, {
    ...{ file: isPiped === true ? '-' : undefined, flag, environment: processEnvironment(), ask },
  });
  if (secret !== null) return secret;
  throw usageError(`There is no ${noun}: type it at a terminal, or send it to ${flag}.`);
}
