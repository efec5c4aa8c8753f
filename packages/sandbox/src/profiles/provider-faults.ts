import type { Fault } from '../faults.ts';

export type ProviderFaultName =
  | 'gmail-bandwidth'
  | 'gmail-application-password'
  | 'gmail-drop-at-move'
  | 'outlook-throttled'
  | 'outlook-goodbye'
  | 'yahoo-unavailable'
  | 'yahoo-search-failure';

/** Providers at their limits, from users' reports. */
export const PROVIDER_FAULTS: Readonly<Record<ProviderFaultName, Fault>> = {
  'gmail-bandwidth': {
    kind: 'refuse',
    at: 'command-received',
    command: 'FETCH',
    status: 'NO',
    code: 'OVERQUOTA',
    text: 'Account exceeded command or bandwidth limits.',
  },
  'gmail-application-password': {
    kind: 'refuse',
    at: 'command-received',
    command: 'LOGIN',
    status: 'NO',
    code: 'ALERT',
    text: 'Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)',
  },
  'gmail-drop-at-move': { kind: 'drop', at: 'before-answer', command: 'MOVE' },
  'outlook-throttled': {
    kind: 'refuse',
    at: 'command-received',
    status: 'BAD',
    text: 'Request is throttled. Suggested Backoff Time: 299961 milliseconds',
  },
  'outlook-goodbye': { kind: 'bye', at: 'command-received', text: 'Connection closed. 14' },
  'yahoo-unavailable': {
    kind: 'refuse',
    at: 'command-received',
    command: 'FETCH',
    status: 'NO',
    code: 'UNAVAILABLE',
    text: 'FETCH Server error - Please try again later',
  },
  'yahoo-search-failure': {
    kind: 'refuse',
    at: 'command-received',
    command: 'SEARCH',
    status: 'NO',
    code: 'SERVERBUG',
    text: 'SEARCH Server error - Please try again later',
  },
};
