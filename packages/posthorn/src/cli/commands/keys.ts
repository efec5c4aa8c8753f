import type { KeyValues, ManagedKeys } from '../../composition/store-tools.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isNetwork } from '../../domain/network/network-text.ts';
import {
  API_KEY_SCOPES,
  type ApiKey,
  type ApiKeyId,
  type ApiKeyScope,
  NOT_FOR_AGENTS,
} from '../../domain/rights/api-key.ts';
import { CommandError, EXIT_CODES, usageError } from '../command-error.ts';
import { printable } from '../printable.ts';
import { printResult, requireStoreTools, type StoreFlags } from '../store-command.ts';

/** Flags of `keys:create`. */
export interface KeysCreateFlags extends StoreFlags {
  readonly name: string;
  readonly scopes: string;
  readonly accounts?: string;
  readonly networks?: string;
  readonly expires?: string;
}

const DAYS = /^([1-9][0-9]{0,4})d$/;
const DAY_MS = 24 * 60 * 60_000;
const LISTED_AT_ONCE = 200;
const MAX_NAME_CHARACTERS = 200;
/** May give every right. */
const OPERATOR = null;

/** Prints the key, shown only here. */
export async function runKeysCreate(flags: KeysCreateFlags): Promise<void> {
  const values = readValues(flags);
  const { row, secret } = await manageKeys(flags, (keys) => keys.create(OPERATOR, values));
  const text = secret.reveal();
  printResult(flags, { document: { id: row.id, key: text }, lines: [text] });
}

/** Prints keys without secrets, oldest first. */
export async function runKeysList(flags: StoreFlags): Promise<void> {
  const keys = await manageKeys(flags, allKeys);
  printResult(flags, {
    document: { keys: keys.map(({ secretHash: _, epoch: __, ...key }) => key) },
    lines: keys.length === 0 ? ['There are no API keys.'] : keys.map(describeKey),
  });
}

/** Rejects with CommandError for an unknown key. */
export async function runKeysRevoke(text: string, flags: StoreFlags): Promise<void> {
  const id = text as ApiKeyId;
  await manageKeys(flags, (keys) => keys.remove(OPERATOR, { id }));
  printResult(flags, { document: { id }, lines: [`The key ${id} is revoked.`] });
}

async function manageKeys<Result>(
  flags: StoreFlags,
  work: (keys: ManagedKeys) => Promise<Result>,
): Promise<Result> {
  try {
    return await (await requireStoreTools(flags)).manageKeys(work);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new CommandError(printable(error.details.detail), EXIT_CODES.failure);
  }
}

async function allKeys(keys: ManagedKeys): Promise<readonly ApiKey[]> {
  const all: ApiKey[] = [];
  for (let after: ApiKey | null = null; ; ) {
    const page = await keys.list(OPERATOR, { after, limit: LISTED_AT_ONCE });
    all.push(...page.rows);
    if (page.next === null) return all;
    after = page.next;
  }
}

function describeKey({ id, name, scopes, accounts, networks, expiresAt }: ApiKey): string {
  const opened = accounts === null ? 'all accounts' : accounts.join(', ') || 'no account';
  const from = networks.length === 0 ? '' : `, from ${networks.join(', ')}`;
  const end = expiresAt === null ? '' : `, until ${new Date(expiresAt).toISOString()}`;
  return printable(`${id}  ${name}: ${scopes.join(', ')}; ${opened}${from}${end}`);
}

function readValues({ name, scopes, accounts, networks, expires }: KeysCreateFlags): KeyValues {
  if (name.trim() === '' || name.length > MAX_NAME_CHARACTERS) {
    throw usageError(`--name: a name has 1 to ${MAX_NAME_CHARACTERS} characters.`);
  }
  return {
    ...{ name, scopes: readScopes(scopes), networks: listOf(networks).map(readNetwork), agentSends: null },
    accounts: accounts === undefined ? null : listOf(accounts).map((id) => id as MailAccountId),
    expiresAt: expires === undefined ? null : readEnd(expires),
  };
}

function readScopes(text: string): readonly ApiKeyScope[] {
  const scopes = [...new Set(listOf(text))];
  const known = scopes.map((scope) => API_KEY_SCOPES.find((each) => each === scope));
  const unknown = scopes[known.indexOf(undefined)];
  if (unknown !== undefined) {
    throw usageError(`--scopes: ${printable(unknown)} is not one of ${API_KEY_SCOPES.join(', ')}.`);
  }
  const found = known.filter((scope) => scope !== undefined);
  if (found.length === 0) throw usageError('--scopes: a key has a scope.');
  const isAgent = found.includes('agent');
  const excluded = found.find((scope) => NOT_FOR_AGENTS.includes(scope));
  if (isAgent && excluded !== undefined) throw usageError(`--scopes: agent excludes ${excluded}.`);
  return found;
}

function readNetwork(text: string): string {
  if (isNetwork(text)) return text;
  throw usageError(`--networks: ${printable(text)} is no address and no network such as 10.0.0.0/8.`);
}

function readEnd(text: string): number {
  const [, days] = DAYS.exec(text) ?? [];
  const end = days === undefined ? Date.parse(text) : Date.now() + Number(days) * DAY_MS;
  if (end > Date.now()) return end;
  throw usageError('--expires: days such as 30d, or a date to come such as 2027-12-31.');
}

function listOf(text = ''): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
