/** What the doctor needs of the world, without the world. */

import { createHostPolicy } from '../../src/adapters/network/host-policy.ts';
import type { DnsRecords, ServiceTarget } from '../../src/application/ports/network/dns-records.ts';
import type { Check, Checks } from '../../src/doctor/check.ts';
import type { ProbeTools } from '../../src/doctor/server-checks.ts';

/** Records by name; what is not here does not exist. */
export interface DnsZone {
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  readonly mailExchangers?: Readonly<Record<string, readonly string[]>>;
  readonly services?: Readonly<Record<string, readonly ServiceTarget[]>>;
}

/** A name server that knows this zone. */
export function fakeDns({ addresses = {}, mailExchangers = {}, services = {} }: DnsZone): DnsRecords {
  return {
    addresses: async (name) => addresses[name] ?? [],
    mailExchangers: async (domain) => mailExchangers[domain] ?? [],
    services: async (name) => services[name] ?? [],
  };
}

/** A name server that gives no answer. */
export function silentDns(): DnsRecords {
  const fail = () => Promise.reject(Object.assign(new Error('queryMx ETIMEOUT'), { code: 'ETIMEOUT' }));
  return { addresses: fail, mailExchangers: fail, services: fail };
}

/** Tools with these records; `localhost` is where it always is. */
export function probeTools(zone: DnsZone = {}, extraRoots: readonly string[] = []): ProbeTools {
  const dns = fakeDns({ ...zone, addresses: { localhost: ['127.0.0.1'], ...zone.addresses } });
  const resolve = (name: string) => dns.addresses(name);
  const hostPolicy = createHostPolicy({ allowList: [], isCleartextAllowed: false, resolve });
  return {
    ...{ dns, hostPolicy, extraRoots, origin: 'operator', now: Date.now },
    ...{ answerTimeoutMs: 5000, isClientTold: false },
  };
}

/** All checks of an examination, and its last value. */
export async function collect<Result>(
  checks: Checks<Result>,
): Promise<{ checks: readonly Check[]; result: Result }> {
  const all: Check[] = [];
  for (;;) {
    const step = await checks.next();
    if (step.done) return { checks: all, result: step.value };
    all.push(step.value);
  }
}

/** The checks as `outcome check`, in their order. */
export function outline(checks: readonly Check[]): readonly string[] {
  return checks.map(({ outcome, check }) => `${outcome} ${check}`);
}
