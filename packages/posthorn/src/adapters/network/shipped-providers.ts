import { readFileSync } from 'node:fs';
import type { ProviderTable } from '../../application/ports/provider-table.ts';
import type { PublishedServers } from '../../domain/accounts/mail-servers.ts';

/** `data/providers.json`, by `npm run providers`. */
export interface ProviderFile {
  /** Source and licence. */
  readonly origin: string;
  readonly commit: string;
  readonly licence: string;
  readonly providers: readonly ({ readonly domains: readonly string[] } & PublishedServers)[];
}

/** Beside `src` and `dist`. */
const FILE = new URL('../../../data/providers.json', import.meta.url);

/** Read on first use. */
export function createProviderTable(): ProviderTable {
  let servers: ReadonlyMap<string, PublishedServers> | undefined;
  return {
    find(domain) {
      servers ??= readTable();
      return servers.get(domain);
    },
  };
}

function readTable(): ReadonlyMap<string, PublishedServers> {
  const { providers } = JSON.parse(readFileSync(FILE, 'utf8')) as ProviderFile;
  const table = new Map<string, PublishedServers>();
  for (const { domains, ...servers } of providers) for (const domain of domains) table.set(domain, servers);
  return table;
}
