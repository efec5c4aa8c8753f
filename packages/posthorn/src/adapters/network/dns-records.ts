/** The DNS records for a domain's mail. */
import { type MxRecord, NODATA, NOTFOUND, type SrvRecord } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { resolveBySystem } from './resolve-host.ts';

/** One server of a service (RFC 2782). */
export interface ServiceTarget {
  /** Without its final dot; empty where the domain declares that it has no such service. */
  readonly host: string;
  readonly port: number;
}

/** Answers are empty where there is no such record. Methods reject when no name server answers. */
export interface DnsRecords {
  /** All IP addresses of the name, as the machine itself finds them. */
  addresses(name: string): Promise<readonly string[]>;
  /** The servers that take mail for the domain (RFC 5321 section 5.1), the preferred first. */
  mailExchangers(domain: string): Promise<readonly string[]>;
  /** The servers of a service such as `_imaps._tcp.example.org`, the preferred first. */
  services(name: string): Promise<readonly ServiceTarget[]>;
}

/** A person waits for the answer. */
const TIMEOUT_MS = 3000;
const TRIES = 2;

/** The records from the name servers of this machine. */
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
