/** Faults that a test switches on at run time: what goes wrong, where in the conversation, for whom. */

/** Places in an IMAP conversation. */
export type ConnectionPoint = 'before-greeting' | 'after-greeting' | 'notification';

/**
 * Places in an IMAP command: a literal of it is announced but not yet asked for; half of a literal is received; all is received
 * but nothing is done; inside a literal of its FETCH answers; done, but the tagged answer not yet sent; tagged answer sent.
 */
export type CommandPoint =
  | 'literal-announced'
  | 'within-literal'
  | 'command-received'
  | 'mid-literal'
  | 'before-answer'
  | 'after-answer';

/**
 * Places in an SMTP conversation: nothing sent yet; a command received and nothing done; at the end of a transaction, data
 * received; message kept and delivered; reply sent.
 */
export type SmtpPoint =
  | 'smtp-before-greeting'
  | 'smtp-command-received'
  | 'smtp-data-received'
  | 'smtp-before-data-reply'
  | 'smtp-after-data-reply';

/** Where a fault strikes. `command` is without `UID`; left out, every command is meant. */
export type FaultPlace =
  | { readonly at: ConnectionPoint }
  | { readonly at: CommandPoint; readonly command?: string };

/** Where a fault of SMTP strikes. `command` is such as `RCPT` and limits `smtp-command-received`; left out, any. */
export interface SmtpFaultPlace {
  readonly at: SmtpPoint;
  readonly command?: string;
}

/** Which users a fault strikes and how often; without either, all users and always. */
export interface FaultScope {
  /** Only this user. Before login no user is known; LOGIN and AUTHENTICATE count for the user they name. */
  readonly user?: string;
  /** Only the nth time, counted from 1, that everything else about the fault matches. */
  readonly nth?: number;
}

/** What goes wrong in an IMAP conversation. */
export type ImapFault =
  /** The connection ends; what was sent before still arrives. */
  | ({ readonly kind: 'drop' } & FaultPlace)
  /** The server sends `* BYE` and closes. */
  | ({ readonly kind: 'bye'; readonly text: string } & FaultPlace)
  /** Nothing happens for a while. */
  | ({ readonly kind: 'delay'; readonly ms: number } & FaultPlace)
  /** The server sends a line that does not belong there. It is sent as is, with CRLF. */
  | ({ readonly kind: 'send'; readonly line: string } & FaultPlace)
  /** The tagged answer is NO or BAD. At `before-answer` the command has had its effect. */
  | {
      readonly kind: 'refuse';
      readonly at: 'literal-announced' | 'command-received' | 'before-answer';
      readonly command?: string;
      readonly status: 'NO' | 'BAD';
      /** A response code without brackets, such as `LIMIT` or `UNAVAILABLE` (RFC 5530). */
      readonly code?: string;
      readonly text?: string;
    }
  /** The mailbox gets a new UIDVALIDITY just then; its uids stay. Needs a user who is logged in. */
  | ({ readonly kind: 'new-uid-validity'; readonly mailbox: string } & FaultPlace)
  /** This line replaces the greeting. */
  | { readonly kind: 'greeting'; readonly line: string }
  /** The greeting is PREAUTH and `as` is logged in without a password. */
  | { readonly kind: 'preauth'; readonly as: string }
  /** Each answer to UID FETCH carries this uid in place of the message's own. */
  | { readonly kind: 'wrong-uid'; readonly uid: number }
  /** FETCH answers OK without any data. */
  | { readonly kind: 'fetch-without-data' }
  /** IDLE announces nothing, while the connection stays open. */
  | { readonly kind: 'silence' }
  /** From now on the connection sends nothing, accepts nothing and does not end: a lost network. */
  | ({ readonly kind: 'freeze' } & FaultPlace)
  /** From now on one octet leaves every `ms` milliseconds. */
  | ({ readonly kind: 'drip'; readonly ms: number } & FaultPlace)
  /**
   * Answers everything, but reports no change: neither for the open mailbox, nor by SELECT, STATUS and the others, which show all mailboxes
   * as they were when the fault was switched on, changed only by what the session does itself.
   */
  | { readonly kind: 'blind' }
  | EndlessFault
  | GarbageFault;

/** Data without end, until the client leaves. */
export type EndlessFault = FaultPlace & {
  readonly kind: 'endless';
  readonly what: /** The same untagged answer again and again. */
    | 'untagged'
    /** A FETCH answer with a literal of 4 GiB. */
    | 'literal';
};

/** Data that no command asked for. */
export type GarbageFault = FaultPlace & { readonly kind: 'garbage' } & (
    | {
        /** Random octets. The same `seed` produces the same. */
        readonly what: 'octets';
        /** Left out: 1024. */
        readonly octets?: number;
        readonly seed?: number;
      }
    | {
        /** The command is answered under a tag that no command had. Not at `after-answer`. */
        readonly what: 'wrong-tag';
      }
    | {
        /** A FETCH response for message 1 with a uid that was not requested. */
        readonly what: 'unasked-uid';
        readonly uid: number;
      }
  );

/** What goes wrong in an SMTP transaction. */
export type SmtpFault =
  /** RCPT TO is refused for this address. */
  | {
      readonly kind: 'smtp-reject-recipient';
      readonly recipient: string;
      readonly replyCode: number;
      readonly text?: string;
    }
  /** The message is refused after it was sent. */
  | { readonly kind: 'smtp-refuse-data'; readonly replyCode: number; readonly text?: string }
  /** The connection ends. */
  | ({ readonly kind: 'smtp-drop' } & SmtpFaultPlace)
  /** From now on the connection sends nothing, accepts nothing and does not end. */
  | ({ readonly kind: 'smtp-freeze' } & SmtpFaultPlace)
  /** From now on one octet leaves every `ms` milliseconds. */
  | ({ readonly kind: 'smtp-drip'; readonly ms: number } & SmtpFaultPlace);

/** A fault with its scope. */
export type Fault = FaultScope & (ImapFault | SmtpFault);

/** Places of the faults that can strike in one place only. */
type ImpliedPoint = 'greeting' | 'sight' | 'fetch-answer' | 'smtp-recipient' | 'smtp-data-reply';

/** A moment at which the servers ask whether something goes wrong. */
export interface FaultMoment {
  readonly at: ConnectionPoint | CommandPoint | SmtpPoint | ImpliedPoint;
  readonly command?: string;
  readonly recipient?: string;
  readonly user?: string | undefined;
}

/** The switchboard of faults. */
export interface Faults {
  /** Switches a fault on. The function that is returned switches it off again. */
  add(fault: Fault): () => void;
  /** Switches all faults off. */
  clear(): void;
}

/** Holds the faults that are on, and returns those that strike at a moment. */
export class FaultRegistry implements Faults {
  readonly #counts = new Map<Fault, number>();
  readonly #onAdd: (fault: Fault) => void;

  /** `onAdd` is called with each fault before it is on. */
  constructor(onAdd: (fault: Fault) => void = () => undefined) {
    this.#onAdd = onAdd;
  }

  add(fault: Fault): () => void {
    // A copy: the same object may be added twice and then counts twice.
    const added = { ...fault };
    this.#onAdd(added);
    this.#counts.set(added, 0);
    return () => this.#counts.delete(added);
  }

  clear(): void {
    this.#counts.clear();
  }

  /** The faults that strike at this moment, in the order in which they were added. */
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

/** Where a fault strikes; some kinds can only strike in one place. */
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
    case 'smtp-reject-recipient':
      return 'smtp-recipient';
    case 'smtp-refuse-data':
      return 'smtp-data-reply';
    default:
      return fault.at;
  }
}
