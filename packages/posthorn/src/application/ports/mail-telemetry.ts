/** A connection includes its login. */
export type MailWorkKind = 'imap-connection' | 'imap-command' | 'smtp-submission';

/** One unit of work. */
export interface MailWork {
  readonly kind: MailWorkKind;
  /** A command without arguments; else the kind. */
  readonly name: string;
}

/** Called once, with `ok` or a short label such as a MailError's code. */
export type EndOfWork = (outcome: string) => void;

/** The traffic of one command. */
export interface Traffic {
  /** Waits for the server. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

export type CacheName = 'body-structure' | 'mailbox-order' | 'message' | 'list-page';

/** An unparsable response. */
export interface UnreadableAnswer {
  /** Such as `FETCH`, or `unknown`. */
  readonly response: string;
  /** Without arguments. */
  readonly command: string | null;
  /** `syntax`, or the limit: `depth`, `parts`, `octets`. */
  readonly reason: string;
  /** The first of its connection. */
  readonly isFirst: boolean;
}

/** Announcements for all mailboxes or one, or polling. */
export type WatchMode = 'notify' | 'idle' | 'sweep';

/** The watch expired, failed, or missed a change. */
export type WatchRestart = 'cycle' | 'failure' | 'blind';

/**
 * Receives events without names of users, servers, mailboxes or messages, within the request's asynchronous
 * context. Methods must not throw.
 */
export interface MailTelemetry {
  beginWork(work: MailWork): EndOfWork;
  /** Without connecting and signing in. */
  addTraffic(traffic: Traffic): void;
  addLookup(cache: CacheName, isHit: boolean): void;
  addSessionWait(waitedMs: number): void;
  addUnreadable(answer: UnreadableAnswer): void;
  /** The returned function ends the watch. */
  beginWatch(mode: WatchMode): () => void;
  addRestart(reason: WatchRestart): void;
  /** The returned function ends the stream. */
  beginStream(): () => void;
  addEvent(): void;
}

const nothing = (): void => undefined;

export const UNMEASURED: MailTelemetry = {
  beginWork: () => nothing,
  addTraffic: nothing,
  addLookup: nothing,
  addSessionWait: nothing,
  addUnreadable: nothing,
  beginWatch: () => nothing,
  addRestart: nothing,
  beginStream: () => nothing,
  addEvent: nothing,
};
