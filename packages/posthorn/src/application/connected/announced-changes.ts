import type { StoredAccount } from '../../domain/accounts/stored-account.ts';
import type { ConnectedAccounts } from './connected-accounts.ts';

/** Listens to changes of accounts. */
export interface AccountNews {
  /** Reads a new account's mail: only later mail is new. Must not reject. */
  see(account: StoredAccount, signal: AbortSignal): Promise<void>;
  /** Called after each change in this process. Must not throw. */
  onChange(): void;
}

/** Announces changes made through the service. */
export function announceChanges(accounts: ConnectedAccounts, news: AccountNews): ConnectedAccounts {
  return {
    ...accounts,

    async create(account, signal) {
      const created = await accounts.create(account, signal);
      if (account.isTried && created.inbox !== null) await news.see(created, signal);
      news.onChange();
      return created;
    },

    async change(change, signal) {
      const changed = await accounts.change(change, signal);
      news.onChange();
      return changed;
    },

    async remove(removal) {
      await accounts.remove(removal);
      news.onChange();
    },
  };
}
