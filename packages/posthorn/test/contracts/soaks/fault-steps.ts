/** Each step of the protocols, the request that takes it, and what can go wrong there. */
import type { Fault, SmtpPoint } from 'posthorn-sandbox';
import { pick } from '../../support/seeded-random.ts';

/** A kind of request, which takes certain steps. */
export type StepRequest = 'list' | 'open' | 'save' | 'flag' | 'move' | 'send';

/** A fault in a step, and how it must be answered. */
export interface FaultCycle {
  readonly name: string;
  readonly request: StepRequest;
  readonly fault: Fault;
  /** Success is right as well wherever the request can do without the step, or go on with another connection. */
  readonly failures: readonly number[];
}

/** Which part of the cycles with silent servers is made, by what is asked. */
export interface SilenceShares {
  readonly reading: number;
  readonly changing: number;
}

/** Steps of IMAP by their commands, and the requests that take them. */
const IMAP_STEPS: readonly (readonly [command: string, request: StepRequest])[] = [
  ['CAPABILITY', 'list'],
  ['LOGIN', 'list'],
  ['AUTHENTICATE', 'list'],
  ['ENABLE', 'list'],
  ['ID', 'list'],
  ['LIST', 'list'],
  ['SELECT', 'list'],
  ['SORT', 'list'],
  ['FETCH', 'list'],
  ['FETCH', 'open'],
  ['SELECT', 'flag'],
  ['STORE', 'flag'],
  ['FETCH', 'flag'],
  ['MOVE', 'move'],
  ['APPEND', 'save'],
  ['STORE', 'save'],
  ['EXPUNGE', 'save'],
  ['NOOP', 'open'],
  ['LOGOUT', 'list'],
];

const SMTP_POINTS: readonly SmtpPoint[] = [
  'smtp-before-greeting',
  'smtp-data-received',
  'smtp-before-data-reply',
  'smtp-after-data-reply',
];
const SMTP_COMMANDS = ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'QUIT'] as const;

const CUT = [502, 503];
const SILENT = [502, 503, 504];
const REQUESTS_THAT_READ: readonly StepRequest[] = ['list', 'open'];
/** One of all cycles that there are; of those whose servers say no more, which make others wait, these shares are chosen. */
export function cycleByLot(random: () => number, shares: SilenceShares): FaultCycle {
  for (;;) {
    const cycle = pick(CYCLES, random);
    const kind = REQUESTS_THAT_READ.includes(cycle.request) ? 'reading' : 'changing';
    if (!isSilent(cycle.fault) || random() < shares[kind]) return cycle;
  }
}

/** True where the server may say no more, or nothing that has an end. */
function isSilent(fault: Fault): boolean {
  const isOctets = fault.kind === 'garbage' && fault.what === 'octets';
  return isOctets || ['freeze', 'smtp-freeze', 'drip'].includes(fault.kind);
}

const CYCLES: readonly FaultCycle[] = [
  ...greetingCycles(),
  ...IMAP_STEPS.flatMap(([command, request]) => imapCycles(command, request)),
  ...smtpCycles(),
];

function greetingCycles(): readonly FaultCycle[] {
  const cycle = (fault: Fault, failures: readonly number[]): FaultCycle => ({
    ...{ name: `greeting: ${fault.kind}`, request: 'list', fault, failures },
  });
  return [
    cycle({ kind: 'drop', at: 'before-greeting', nth: 1 }, CUT),
    cycle({ kind: 'freeze', at: 'before-greeting', nth: 1 }, SILENT),
    cycle({ kind: 'bye', at: 'before-greeting', nth: 1, text: 'not now' }, [503]),
    cycle({ kind: 'greeting', line: 'nothing that IMAP knows', nth: 1 }, [502]),
    cycle({ kind: 'garbage', at: 'after-greeting', nth: 1, what: 'octets' }, SILENT),
    cycle({ kind: 'drop', at: 'after-greeting', nth: 1 }, CUT),
  ];
}

function imapCycles(command: string, request: StepRequest): readonly FaultCycle[] {
  const cycle = (fault: Fault, failures: readonly number[]): FaultCycle => ({
    ...{ name: `${request}, ${command}: ${fault.kind}`, request, fault, failures },
  });
  const place = { command, nth: 1 };
  return [
    ...(['command-received', 'before-answer', 'after-answer'] as const).flatMap((at) => [
      cycle({ kind: 'drop', at, ...place }, CUT),
      cycle({ kind: 'bye', at, ...place, text: 'going down' }, CUT),
    ]),
    cycle({ kind: 'freeze', at: 'command-received', ...place }, SILENT),
    // Each step of a change has the time of a command, so those at a server that drips have no common one.
    ...(REQUESTS_THAT_READ.includes(request)
      ? [cycle({ kind: 'drip', at: 'before-answer', ...place, ms: 300 }, SILENT)]
      : []),
    cycle({ kind: 'delay', at: 'before-answer', ...place, ms: 50 }, []),
    cycle({ kind: 'garbage', at: 'before-answer', ...place, what: 'octets' }, SILENT),
    cycle({ kind: 'garbage', at: 'before-answer', ...place, what: 'wrong-tag' }, SILENT),
    cycle({ kind: 'refuse', at: 'command-received', ...place, status: 'NO', code: 'UNAVAILABLE' }, [503]),
    cycle({ kind: 'refuse', at: 'command-received', ...place, status: 'NO', code: 'SERVERBUG' }, CUT),
    cycle({ kind: 'refuse', at: 'command-received', ...place, status: 'BAD' }, [502]),
  ];
}

function smtpCycles(): readonly FaultCycle[] {
  const cycle = (place: string, fault: Fault, failures: readonly number[]): FaultCycle => ({
    ...{ name: `send, ${place}: ${fault.kind}`, request: 'send', fault, failures },
  });
  return [
    ...SMTP_POINTS.flatMap((at) => [
      cycle(at, { kind: 'smtp-drop', at, nth: 1 }, CUT),
      cycle(at, { kind: 'smtp-freeze', at, nth: 1 }, SILENT),
    ]),
    ...SMTP_COMMANDS.flatMap((command) => [
      cycle(command, { kind: 'smtp-drop', at: 'smtp-command-received', command, nth: 1 }, CUT),
      cycle(command, { kind: 'smtp-freeze', at: 'smtp-command-received', command, nth: 1 }, SILENT),
    ]),
    cycle('RCPT', { kind: 'smtp-reject-recipient', recipient: 'bob@example.com', replyCode: 550 }, [422]),
    cycle('DATA', { kind: 'smtp-refuse-data', replyCode: 554, nth: 1 }, [422]),
    cycle('DATA', { kind: 'smtp-refuse-data', replyCode: 451, nth: 1 }, CUT),
  ];
}
