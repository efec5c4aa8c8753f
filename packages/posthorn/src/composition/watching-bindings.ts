import { attempt } from '../application/attempt.ts';
import type { AccountNews } from '../application/connected/announced-changes.ts';
import { createFixedOwnership } from '../application/ownership/fixed-ownership.ts';
import { readFolders } from '../application/watching/account-reading.ts';
import { createAccountWatchers } from '../application/watching/account-watchers.ts';
import { belowRoots } from '../domain/mailboxes/mail-folder-tree.ts';
import type { Bindings, Services } from './services.ts';

/** Services watching connected accounts. */
export function watchingBindings(): Pick<Bindings, 'accountOwnership' | 'accountWatchers'> {
  return {
    // Default: one process has all accounts.
    accountOwnership: () => createFixedOwnership(),
    accountWatchers: (services) => {
      const { store, accountOpening: opening, accountRows: rows, accountOwnership: ownership } = services;
      const { watchConnections: connections, telemetry, clock: now } = services;
      if (store === null || opening === null || rows === null) return null;
      const { accounts, events: log } = store;
      return createAccountWatchers({
        ...{ log, now, opening, connections, telemetry, accounts, ownership },
        forget: (id) => rows.forget(id),
        report: (err) => services.logger.error({ err }, 'watching failed and begins again'),
      });
    },
  };
}

const SEE_MS = 10_000;

/** Announces new and changed accounts to watchers. */
export function toAccountNews(services: Services): AccountNews {
  return {
    async see({ id }, signal) {
      const { store, accountLogins, mailStore, clock: now, configuration } = services;
      if (store === null || accountLogins === null || !configuration.settings.isWatching) return;
      const limited = AbortSignal.any([signal, AbortSignal.timeout(SEE_MS)]);
      const see = async (): Promise<void> => {
        const account = await store.accounts.find(id);
        if (account === null) return;
        const opened = await accountLogins.open(account, limited);
        const listMailboxes = async (limit: AbortSignal) =>
          belowRoots(await mailStore.listMailboxes(opened, limit), opened.roots);
        await readFolders({ account, log: store.events, now }, { listMailboxes }, limited);
      };
      // On failure, the watcher reads the account later.
      await attempt(see).catch(() => undefined);
    },
    onChange: () => services.accountWatchers?.lookAgain(),
  };
}
