/** An examination with the name servers and the clock of this machine. */
import { createSystemDns } from '../adapters/network/dns-records.ts';
import type { Checks } from './check.ts';
import { type Examination, examine } from './examine.ts';

/** The checks of this machine. */
export function startExamination(examination: Omit<Examination, 'dns' | 'now'>, signal: AbortSignal): Checks {
  return examine({ ...examination, dns: createSystemDns(), now: Date.now }, signal);
}
