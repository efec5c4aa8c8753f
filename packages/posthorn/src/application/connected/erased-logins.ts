import type { MailAccountId } from '../../domain/accounts/mail-account.ts';
import type { StoredAccount, StoredLogin } from '../../domain/accounts/stored-account.ts';
import type { SealedSecret } from '../../domain/logins/sealed-secret.ts';
import type { AccountListRequest, Accounts } from '../ports/state/accounts.ts';
import type { Grant, Grants } from '../ports/state/grants.ts';

/** An erased secret. */
export const NO_SECRET = '' as SealedSecret;

const READ_AT_ONCE = 200;

/** Dependencies of `eraseLogins`. */
export interface ErasureDependencies {
  readonly accounts: Accounts;
  readonly grants: Pick<Grants, 'find' | 'remove'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A removed grant, sealed for its account. */
export interface ErasedGrant {
  readonly account: StoredAccount;
  readonly grant: Grant;
}

/** The number of accounts, and their grants at providers. */
export interface Erasure {
  readonly accounts: number;
  readonly grants: readonly ErasedGrant[];
}

/** False for an erased password. */
export function hasSecret(login: StoredLogin): boolean {
  return login.mechanism !== 'password' || login.password !== NO_SECRET;
}

/** Erases all accounts' logins; they then need new ones. */
export async function eraseLogins(dependencies: ErasureDependencies): Promise<Erasure> {
  const sort = { by: 'createdAt', isDescending: false } as const;
  const grants: ErasedGrant[] = [];
  let accounts = 0;
  for (let after: AccountListRequest['after'] = null; ; ) {
    const page = await dependencies.accounts.list({ filter: {}, sort, after, limit: READ_AT_ONCE });
    for (const { id } of page.accounts) {
      const erased = await eraseLogin(id, dependencies);
      if (erased === null) continue;
      accounts += 1;
      if (erased.grant !== null) grants.push({ account: erased.account, grant: erased.grant });
    }
    if (page.next === null) return { accounts, grants };
    after = page.next;
  }
}

/** Null: the account was removed. */
async function eraseLogin(
  id: MailAccountId,
  { accounts, grants, now }: ErasureDependencies,
): Promise<{ readonly account: StoredAccount; readonly grant: Grant | null } | null> {
  for (;;) {
    const account = await accounts.find(id);
    if (account === null) return null;
    const epoch = await accounts.save(withoutLogins(account, now()));
    if (epoch === null) continue;
    const grant = await grants.find(id);
    await grants.remove(id);
    return { account, grant };
  }
}

function withoutLogins(account: StoredAccount, now: number): StoredAccount {
  const erased = (login: StoredLogin): StoredLogin =>
    login.mechanism === 'password' ? { ...login, password: NO_SECRET } : login;
  const { login, outboxLogin } = account;
  return {
    ...account,
    ...{ login: erased(login), outboxLogin: outboxLogin && erased(outboxLogin) },
    ...{ state: 'reauthentication-needed', stateSince: now },
    problem: { code: 'reauthentication-needed', detail: 'The operator erased all logins.' },
  };
}
