import { type MxRecord, NODATA, NOTFOUND, type SrvRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { DnsRecords } from '../../application/ports/network/dns-records.ts';
import { resolveBySystem } from './resolve-host.ts';

const TIMEOUT_MS = 3000;
const TRIES = 2;

/** Records from this machine's name servers. */
export function createSystemDns(): DnsRecords {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  return {
    addresses: (name) => orNothing(resolveBySystem(name, AbortSignal.timeout(TIMEOUT_MS))),
    async mailExchangers(domain) {
      const records = await orNothing<MxRecord>(resolver.resolveMx(domain));
      return byPriority(records).map(({ exchange }) => exchange);
    },
    async services(name) {
      const records = await orNothing<SrvRecord>(resolver.resolveSrv(name));
      return byPriority(records).map(({ name: host, port }) => ({ host: host.replace(/\.$/, ''), port }));
    },
  };
}

async function orNothing<Record>(answer: Promise<readonly Record[]>): Promise<readonly Record[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA || code === NOTFOUND) return [];
    throw error;
  }
}

function byPriority<Record extends { readonly priority: number }>(records: readonly Record[]) {
  return records.toSorted((a, b) => a.priority - b.priority);
}
