export type ConnectionPoint = 'before-greeting' | 'after-greeting' | 'notification';

/** `within-literal` is the client's, `mid-literal` in a FETCH response. */
export type CommandPoint =
  | 'literal-announced'
  | 'within-literal'
  | 'command-received'
  | 'mid-literal'
  | 'before-answer'
  | 'after-answer';

/** At `smtp-before-data-reply` the message is delivered. */
export type SmtpPoint =
  | 'smtp-before-greeting'
  | 'smtp-command-received'
  | 'smtp-data-received'
  | 'smtp-before-data-reply'
  | 'smtp-after-data-reply';

/** `command` is without `UID`; any by default. */
export type FaultPlace =
  | { readonly at: ConnectionPoint }
  | { readonly at: CommandPoint; readonly command?: string };

/** `command` limits `smtp-command-received`. */
export interface SmtpFaultPlace {
  readonly at: SmtpPoint;
  readonly command?: string;
}

/** By default all users, always. */
export interface FaultScope {
  /** Before login, the user named by LOGIN or AUTHENTICATE. */
  readonly user?: string;
  /** From 1. */
  readonly nth?: number;
}

export type ImapFault =
  | ({ readonly kind: 'drop' } & FaultPlace)
  | ({ readonly kind: 'bye'; readonly text: string } & FaultPlace)
  | ({ readonly kind: 'delay'; readonly ms: number } & FaultPlace)
  /** Sends the line with CRLF. */
  | ({ readonly kind: 'send'; readonly line: string } & FaultPlace)
  /** At `before-answer` the command has had its effect. */
  | {
      readonly kind: 'refuse';
      readonly at: 'literal-announced' | 'command-received' | 'before-answer';
      readonly command?: string;
      readonly status: 'NO' | 'BAD';
      /** Without brackets. */
      readonly code?: string;
      readonly text?: string;
    }
  /** Keeps the uids. Needs a logged-in user. */
  | ({ readonly kind: 'new-uid-validity'; readonly mailbox: string } & FaultPlace)
  | { readonly kind: 'greeting'; readonly line: string }
  /** Greets with PREAUTH and logs `as` in. */
  | { readonly kind: 'preauth'; readonly as: string }
  | { readonly kind: 'wrong-uid'; readonly uid: number }
  | { readonly kind: 'fetch-without-data' }
  /** IDLE and NOTIFY report nothing. */
  | { readonly kind: 'silence' }
  /** A lost network: no data, no end. */
  | ({ readonly kind: 'freeze' } & FaultPlace)
  | ({ readonly kind: 'drip'; readonly ms: number } & FaultPlace)
  /** Hides changes by others, also from SELECT and STATUS. */
  | {
      readonly kind: 'blind';
      /** `open`: only sessions opened before the fault. */
      readonly sessions?: 'open';
    }
  /**
   * New messages with uids divisible by `every` are hidden from sessions with the mailbox open, until the
   * next SELECT. STATUS counts them.
   */
  | { readonly kind: 'hide'; readonly every: number }
  | EndlessFault
  | GarbageFault;

export type EndlessFault = FaultPlace & {
  readonly kind: 'endless';
  readonly what: /** The same untagged response. */
    | 'untagged'
    /** A 4 GiB FETCH literal. */
    | 'literal';
};

export type GarbageFault = FaultPlace & { readonly kind: 'garbage' } & (
    | {
        /** Random octets; equal for equal seeds. */
        readonly what: 'octets';
        /** 1024 by default. */
        readonly octets?: number;
        readonly seed?: number;
      }
    | {
        /** Not at `after-answer`. */
        readonly what: 'wrong-tag';
      }
    | {
        readonly what: 'unasked-uid';
        readonly uid: number;
      }
  );

export type SmtpFault =
  | {
      readonly kind: 'smtp-reject-recipient';
      readonly recipient: string;
      readonly replyCode: number;
      readonly text?: string;
    }
  | { readonly kind: 'smtp-refuse-data'; readonly replyCode: number; readonly text?: string }
  | ({ readonly kind: 'smtp-drop' } & SmtpFaultPlace)
  | ({ readonly kind: 'smtp-freeze' } & SmtpFaultPlace)
  | ({ readonly kind: 'smtp-drip'; readonly ms: number } & SmtpFaultPlace);

export type Fault = FaultScope & (ImapFault | SmtpFault);

type ImpliedPoint = 'greeting' | 'arrival' | 'sight' | 'fetch-answer' | 'smtp-recipient' | 'smtp-data-reply';

/** A moment to look for faults. */
export interface FaultMoment {
  readonly at: ConnectionPoint | CommandPoint | SmtpPoint | ImpliedPoint;
  readonly command?: string;
  readonly recipient?: string;
  readonly user?: string | undefined;
}

/** `add` returns the removal. */
export interface Faults {
  add(fault: Fault): () => void;
  clear(): void;
}

/** Active faults in order of addition. */
export class FaultRegistry implements Faults {
  readonly #counts = new Map<Fault, number>();
  readonly #onAdd: (fault: Fault) => void;

  constructor(onAdd: (fault: Fault) => void = () => undefined) {
    this.#onAdd = onAdd;
  }

  add(fault: Fault): () => void {
    // A copy: one object can be added twice.
    const added = { ...fault };
    this.#onAdd(added);
    this.#counts.set(added, 0);
    return () => this.#counts.delete(added);
  }

  clear(): void {
    this.#counts.clear();
  }

  strikingAt(moment: FaultMoment): readonly Fault[] {
    const striking: Fault[] = [];
    for (const [fault, count] of this.#counts) {
      if (!matches(fault, moment)) continue;
      this.#counts.set(fault, count + 1);
      if (fault.nth === undefined || fault.nth === count + 1) striking.push(fault);
    }
    return striking;
  }
}

function matches(fault: Fault, moment: FaultMoment): boolean {
  if (pointOf(fault) !== moment.at) return false;
  if (fault.user !== undefined && fault.user !== moment.user) return false;
  if (fault.kind === 'smtp-reject-recipient') return fault.recipient === moment.recipient;
  if (!('command' in fault) || fault.command === undefined) return true;
  return fault.command.toUpperCase() === moment.command;
}

function pointOf(fault: Fault): FaultMoment['at'] {
  switch (fault.kind) {
    case 'greeting':
    case 'preauth':
      return 'greeting';
    case 'wrong-uid':
    case 'fetch-without-data':
      return 'fetch-answer';
    case 'silence':
      return 'notification';
    case 'blind':
      return 'sight';
    case 'hide':
      return 'arrival';
    case 'smtp-reject-recipient':
      return 'smtp-recipient';
    case 'smtp-refuse-data':
      return 'smtp-data-reply';
    default:
      return fault.at;
  }
}
