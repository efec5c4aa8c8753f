/** A connection includes its login. */
export type MailWorkKind = 'imap-connection' | 'imap-command' | 'smtp-submission';

/** One unit of work. */
export interface MailWork {
  readonly kind: MailWorkKind;
  /** Without arguments, or the kind. */
  readonly name: string;
}

/** Call once, with `ok` or a short label, such as a MailError code. */
export type EndOfWork = (outcome: string) => void;

/** One command's traffic. */
export interface Traffic {
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

export type CacheName = 'body-structure' | 'mailbox-order' | 'message' | 'list-page';

/** An unparsable response. */
export interface UnreadableAnswer {
  readonly response: string;
  readonly command: string | null;
  /** `syntax`, or the exceeded limit: `depth`, `parts`, `octets`. */
  readonly reason: string;
  /** Of its connection. */
  readonly isFirst: boolean;
}

/** Notifications for all mailboxes or one, or polling. */
export type WatchMode = 'notify' | 'idle' | 'sweep';

/** The watch expired, failed, or missed a change. */
export type WatchRestart = 'cycle' | 'failure' | 'blind';

/**
 * Receives events in the request's asynchronous context, without names of users, servers, mailboxes or messages. Must
 * not throw.
 */
export interface MailTelemetry {
  beginWork(work: MailWork): EndOfWork;
  /** Excludes connecting and signing in. */
  addTraffic(traffic: Traffic): void;
  addLookup(cache: CacheName, isHit: boolean): void;
  addSessionWait(waitedMs: number): void;
  addUnreadable(answer: UnreadableAnswer): void;
  /** Returns its end. */
  beginWatch(mode: WatchMode): () => void;
  addRestart(reason: WatchRestart): void;
  /** Returns its end. */
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
