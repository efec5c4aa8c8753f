import { randomBytes } from 'node:crypto';
import type { AccountState } from '../../domain/accounts/account-status.ts';
import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import { grantBinding, loginBinding, outboxLoginBinding } from '../../domain/accounts/secret-bindings.ts';
import type { StoredAccount, StoredLogin } from '../../domain/accounts/stored-account.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import type { SecretBinding } from '../../domain/logins/sealed-secret.ts';
import type { MailServerDiscovery } from '../discovery/mail-server-discovery.ts';
import { isExpected, removeExpected } from '../managed-rows.ts';
import type { AccountFilter, AccountListRequest, AccountPage, Accounts } from '../ports/state/accounts.ts';
import type { Grants } from '../ports/state/grants.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import type { RecentRows } from '../recent-rows.ts';
import { type AccessGrants, requireOneGrant, requireSamePerson, toNewGrant } from './access-grants.ts';
import type { AccountRemovals } from './account-removals.ts';
import type { AccountChange, GivenLogin, NewAccount } from './account-values.ts';
import { hasSecret, NO_SECRET } from './erased-logins.ts';
import { findServers } from './found-servers.ts';
import type { LoginProof } from './login-proof.ts';

/** The connected accounts. Throws `store-unavailable`. */
export interface ConnectedAccounts {
  list(request: AccountListRequest): Promise<AccountPage>;

  /** By name. */
  listAll(filter: AccountFilter): Promise<readonly StoredAccount[]>;

  count(filter: AccountFilter): Promise<number>;

  /** Throws `mail-account-unknown`. */
  get(id: MailAccountId): Promise<StoredAccount>;

  /**
   * Tries the login, then stores the account. Throws `conflict` for a used id, `invalid-document` if no
   * server is found, `rate-limited`, and the trial's errors, with `details.member`.
   */
  create(account: NewAccount, signal: AbortSignal): Promise<StoredAccount>;

  /**
   * Tries a new login, then stores the change. Throws `mail-account-unknown`, `outdated-version`,
   * `login-required` if a stored secret would go elsewhere, `rate-limited`, and the trial's errors.
   */
  change(change: AccountChange, signal: AbortSignal): Promise<StoredAccount>;

  /** Removes the account with logins, grants and bindings. Throws `mail-account-unknown`, `outdated-version`. */
  remove(removal: Pick<AccountChange, 'id' | 'expected'>): Promise<void>;
}

/** Dependencies. */
export interface ConnectedAccountsDependencies {
  readonly accounts: Accounts;
  readonly rows: RecentRows<MailAccountId, StoredAccount>;
  readonly secretBox: SecretBox;
  readonly loginProof: LoginProof;
  readonly grants: Pick<Grants, 'find'>;
  readonly accessGrants: AccessGrants;
  readonly removals: AccountRemovals;
  readonly discovery: MailServerDiscovery;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const ID_OCTETS = 12;
const MAX_ATTEMPTS = 5;
const READ_AT_ONCE = 200;
const REFUSED: ReadonlySet<string> = new Set(['authentication-failed', 'reauthentication-needed']);
const KEEPING_PROBLEM: ReadonlySet<AccountState> = new Set(['disabled', 'reauthentication-needed']);

/** The service. */
export function createConnectedAccounts(dependencies: ConnectedAccountsDependencies): ConnectedAccounts {
  const { accounts, rows, secretBox, loginProof, removals, discovery, now, grants, accessGrants } =
    dependencies;

  const find = async ({ id, expected }: Pick<AccountChange, 'id' | 'expected'>): Promise<StoredAccount> => {
    const account = await accounts.find(id);
    if (account === null) throw accountUnknown();
    if (isExpected(account, expected)) return account;
    throw new MailError('outdated-version', { detail: 'The account has changed since it was read.' });
  };

  /** For the account's present servers only. */
  const seal = (account: StoredAccount, { login, outboxLogin }: GivenLogins): StoredAccount => ({
    ...account,
    ...(login && { login: sealed(login, { secretBox, binding: loginBinding(account) }) }),
    ...(outboxLogin && {
      outboxLogin: sealed(outboxLogin, { secretBox, binding: outboxLoginBinding(account) }),
    }),
  });

  /** Only OAuth logins have a grant. */
  const save = (account: StoredAccount, login: GivenLogin | undefined): Promise<number | null> =>
    login === undefined
      ? accounts.save(account)
      : accounts.saveWithGrant(account, toNewGrant({ account, login, secretBox }));

  return {
    list: (request) => accounts.list(request),
    count: (filter) => accounts.count(filter),
    listAll: (filter) => readAll(accounts, filter),

    async get(id) {
      const account = await rows.find(id);
      if (account === null) throw accountUnknown();
      return account;
    },

    async create({ id: named, values, login: given, outboxLogin, ...rules }, signal) {
      requireOneGrant(outboxLogin);
      const id = named ?? (randomBytes(ID_OCTETS).toString('hex') as MailAccountId);
      if (named !== null && (await accounts.find(named)) !== null) throw idInUse();
      const servers = await findServers({ values, discovery }, signal);
      const login = await accessGrants.open(given, rules, signal);
      const draft: StoredAccount = {
        ...{ id, ...values, ...servers, provider: login.mechanism === 'oauth' ? login.provider : null },
        ...{ login: withoutSecret(login), outboxLogin: outboxLogin && withoutSecret(outboxLogin) },
        ...{ state: rules.isTried ? 'ok' : 'connecting', stateSince: now(), problem: null },
        ...{ watch: { mode: 'none', lastProofAt: null }, createdAt: now(), epoch: 0 },
      };
      const logins = { login, outboxLogin: outboxLogin ?? undefined };
      await loginProof.run({ account: draft, ...logins }, rules, signal);
      const epoch = await save(seal(draft, logins), login);
      if (epoch === null) throw idInUse();
      return { ...draft, epoch };
    },

    async change(change, signal) {
      requireOneGrant(change.outboxLogin);
      // A rotating provider replaces the token: nothing else may refuse the change later.
      await find(change);
      const login = change.login && (await accessGrants.open(change.login, change, signal));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const before = await find(change);
        const logins = { login, outboxLogin: change.outboxLogin ?? undefined };
        if (login !== undefined) requireSamePerson(await grants.find(change.id), login);
        const moved = withChange(before, change);
        requireSecrets({ before, after: moved }, logins);
        if (bringsLogin(change)) await loginProof.run({ account: moved, ...logins }, change, signal);
        const after = withState({ before, after: seal(moved, logins) }, { ...change, now: now() });
        const epoch = await save(after, login);
        rows.forget(change.id);
        if (epoch !== null) return { ...after, epoch };
      }
      throw new MailError('conflict', { detail: 'The account is being changed by others. Try again.' });
    },

    async remove(removal) {
      await removeExpected(removal, find, (version) => accounts.remove(removal.id, now(), version));
      rows.forget(removal.id);
      removals.announce(removal.id);
    },
  };
}

async function readAll(
  accounts: Pick<Accounts, 'list'>,
  filter: AccountFilter,
): Promise<readonly StoredAccount[]> {
  const sort = { by: 'name', isDescending: false } as const;
  const all: StoredAccount[] = [];
  for (let after: AccountListRequest['after'] = null; ; ) {
    const page = await accounts.list({ filter, sort, after, limit: READ_AT_ONCE });
    all.push(...page.accounts);
    if (page.next === null) return all;
    after = page.next;
  }
}

interface GivenLogins {
  readonly login?: GivenLogin | undefined;
  readonly outboxLogin?: GivenLogin | undefined;
}

/** Throws `login-required` if a stored secret would go elsewhere. */
function requireSecrets(
  { before, after }: { readonly before: StoredAccount; readonly after: StoredAccount },
  { login, outboxLogin }: GivenLogins,
): void {
  const isMoved = (bindingOf: (account: StoredAccount) => SecretBinding) =>
    bindingOf(before).destination !== bindingOf(after).destination;
  if (login === undefined && isMoved(loginBinding)) throw loginRequired('attributes.login');
  const isGrantMoved = after.provider !== null && isMoved((each) => grantBinding(each, 'refreshToken'));
  if (login === undefined && isGrantMoved) throw loginRequired('attributes.login');
  const isKept = outboxLogin === undefined && before.outboxLogin !== null && after.outboxLogin !== null;
  if (isKept && isMoved(outboxLoginBinding)) throw loginRequired('attributes.outboxLogin');
}

function withChange(before: StoredAccount, { change, login, outboxLogin }: AccountChange): StoredAccount {
  const changed = {
    ...before,
    ...change(before),
    ...(login && { login: withoutSecret(login), provider: providerOf(login) }),
    ...(outboxLogin !== undefined && { outboxLogin: outboxLogin && withoutSecret(outboxLogin) }),
  };
  return changed.outbox === null ? { ...changed, outboxLogin: null } : changed;
}

function withState(
  { before, after }: { readonly before: StoredAccount; readonly after: StoredAccount },
  change: AccountChange & { readonly now: number },
): StoredAccount {
  const state = stateAfter(before, change);
  const problem = KEEPING_PROBLEM.has(state) ? before.problem : null;
  return state === before.state ? after : { ...after, state, problem, stateSince: change.now };
}

function stateAfter(before: StoredAccount, change: AccountChange): StoredAccount['state'] {
  if (change.isEnabled === false) return 'disabled';
  if (bringsLogin(change)) return change.isTried ? 'ok' : 'connecting';
  if (before.state !== 'disabled' || change.isEnabled === undefined) return before.state;
  // Else disabling and enabling would give a refused login more attempts.
  const isRefused = REFUSED.has(before.problem?.code ?? '');
  return hasSecret(before.login) && !isRefused ? 'connecting' : 'reauthentication-needed';
}

function bringsLogin({ login, outboxLogin }: AccountChange): boolean {
  return login !== undefined || (outboxLogin ?? null) !== null;
}

function withoutSecret(login: GivenLogin): StoredLogin {
  const { user } = login;
  return login.mechanism === 'password'
    ? { mechanism: 'password', user, password: NO_SECRET }
    : { mechanism: 'oauth', user, provider: login.provider };
}

function sealed(
  login: GivenLogin,
  { secretBox, binding }: { readonly secretBox: Pick<SecretBox, 'seal'>; readonly binding: SecretBinding },
): StoredLogin {
  const stored = withoutSecret(login);
  if (login.mechanism !== 'password' || stored.mechanism !== 'password') return stored;
  return { ...stored, password: secretBox.seal(login.password, binding) };
}

function providerOf(login: GivenLogin): string | null {
  return login.mechanism === 'oauth' ? login.provider : null;
}

function accountUnknown(): MailError {
  return new MailError('mail-account-unknown', { detail: 'There is no such account.' });
}

function idInUse(): MailError {
  return new MailError('conflict', { detail: 'There is an account with this id.', member: 'id' });
}

function loginRequired(member: string): MailError {
  return new MailError('login-required', {
    detail: 'The account would connect elsewhere. Send the login for that server with the change.',
    member,
  });
}
