/** Port: receives what happens at mail servers, for metrics, traces and the costs of requests. */

/** The observed work: a connection with its login, one IMAP command, one submission. */
export type MailWorkKind = 'imap-connection' | 'imap-command' | 'smtp-submission';

/** One piece of work. */
export interface MailWork {
  readonly kind: MailWorkKind;
  /** The name of the command without arguments, such as `UID FETCH`; for other kinds their name. */
  readonly name: string;
}

/** Called once, with `ok` or a short label from a small set: mostly the code of a MailError. */
export type EndOfWork = (outcome: string) => void;

/** The exchange of one command. */
export interface Traffic {
  /** Times that the caller waited for the server. */
  readonly roundTrips: number;
  readonly sentOctets: number;
  readonly receivedOctets: number;
}

/** The caches: structures of messages, orders of mailboxes, rows of lists, and pages of lists that have not changed. */
export type CacheName = 'body-structure' | 'mailbox-order' | 'message' | 'list-page';

/** A response that could not be parsed. */
export interface UnreadableAnswer {
  /** The name of the response, such as `FETCH`; `unknown` where that could not be parsed either. */
  readonly response: string;
  /** The command that ran, without arguments; null between commands. */
  readonly command: string | null;
  /** `syntax`, or the bound that was passed: `depth`, `parts`, `octets`. */
  readonly reason: string;
  /** True for the first one of its connection, which is worth a line in the log. */
  readonly isFirst: boolean;
}

/** How an account is watched: the server announces changes of all mailboxes, or of one, or is polled. */
export type WatchMode = 'notify' | 'idle' | 'sweep';

/** The reason of a restarted watch: its time was up, it failed, or it missed a change. */
export type WatchRestart = 'cycle' | 'failure' | 'blind';

/**
 * Receives events, none of which names a user, a server, a mailbox or a message. Work and traffic belong to the request in whose
 * asynchronous context they are reported. The methods must not throw.
 */
export interface MailTelemetry {
  beginWork(work: MailWork): EndOfWork;
  /** A command has ended. Connecting and signing in are not reported. */
  addTraffic(traffic: Traffic): void;
  /** A cache was asked, and had the value or not. */
  addLookup(cache: CacheName, isHit: boolean): void;
  /** The wait of a request for a session is over, successful or not. */
  addSessionWait(waitedMs: number): void;
  addUnreadable(answer: UnreadableAnswer): void;
  /** An account is watched from now on; the returned function ends it. */
  beginWatch(mode: WatchMode): () => void;
  addRestart(reason: WatchRestart): void;
  /** A client listens to a stream from now on; the returned function ends it. */
  beginStream(): () => void;
  /** A stream has sent an event. */
  addEvent(): void;
}

const nothing = (): void => undefined;

/** Telemetry that receives everything and keeps nothing. */
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
