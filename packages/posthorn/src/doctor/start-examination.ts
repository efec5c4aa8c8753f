import { createSystemDns } from '../adapters/network/system-dns.ts';
import { createDiscovery } from '../composition/create-discovery.ts';
import type { Checks } from './check.ts';
import { type Examination, examine } from './examine.ts';

/** Examines with this machine's name servers and clock. */
export function startExamination(
  examination: Omit<Examination, 'dns' | 'now' | 'discovery'>,
  signal: AbortSignal,
): Checks {
  const dns = createSystemDns();
  const discovery = createDiscovery({ ...examination.configuration, mailServers: [] }, { dns });
  return examine({ ...examination, dns, discovery, now: Date.now }, signal);
}
