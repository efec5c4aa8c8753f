/** The values that responses are parsed into (RFC 9051 §7). Numbers stay numbers, text is decoded, sets stay ranges. */
import type { MailboxName } from '../wire/mailbox-name.ts';
import type { NumberSet } from '../wire/number-set.ts';
import type { UnreadableReason } from '../wire/syntax-failure.ts';
import type { BodyStructure } from './body-structure.ts';
import type { Envelope } from './envelope.ts';

/** OK, NO and BAD with their response code and human-readable text. */
export interface StatusResponse {
  readonly kind: 'status';
  readonly status: 'OK' | 'NO' | 'BAD' | 'BYE' | 'PREAUTH';
  readonly code: ResponseCode | null;
  readonly text: string;
}

/** The last response to a command. */
export interface TaggedResponse {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly status: 'OK' | 'NO' | 'BAD';
  readonly code: ResponseCode | null;
  readonly text: string;
}

/** `+ text`: the server waits for a literal, or for the answer to a SASL challenge. */
export interface ContinuationRequest {
  readonly kind: 'continuation';
  readonly text: string;
}

/** A response code (RFC 9051 §7.1, RFC 5530 and others). `name` is upper case. Codes without data have only their name. */
export type ResponseCode =
  | { readonly name: 'CAPABILITY'; readonly capabilities: readonly string[] }
  | { readonly name: 'PERMANENTFLAGS'; readonly flags: readonly string[] }
  | { readonly name: 'UIDVALIDITY' | 'UIDNEXT' | 'UNSEEN'; readonly number: number }
  | { readonly name: 'HIGHESTMODSEQ'; readonly modSeq: bigint }
  | { readonly name: 'APPENDUID'; readonly uidValidity: number; readonly uids: NumberSet }
  | {
      readonly name: 'COPYUID';
      readonly uidValidity: number;
      readonly sources: NumberSet;
      readonly targets: NumberSet;
    }
  | { readonly name: 'MODIFIED'; readonly numbers: NumberSet }
  | { readonly name: 'MAILBOXID'; readonly id: string }
  | {
      readonly name: 'INPROGRESS';
      readonly tag: string | null;
      readonly done: number | null;
      readonly goal: number | null;
    }
  /** One of the codes above whose data could not be read. Names of servers are upper case, so none is called so. */
  | { readonly name: 'unreadable'; readonly code: string; readonly data: string | null }
  /** Any other code, with its data as sent. */
  | { readonly name: OtherCodeName; readonly data: string | null };

/** Any name that has no data of its own above. */
type OtherCodeName = string & { readonly otherCode?: never };

/** CAPABILITY (RFC 9051 §7.2.2). */
export interface CapabilityResponse {
  readonly kind: 'capability';
  /** Upper case, such as `AUTH=PLAIN`. */
  readonly capabilities: readonly string[];
}

/** ENABLED (RFC 9051 §7.2.1): what is switched on from now on. */
export interface EnabledResponse {
  readonly kind: 'enabled';
  readonly capabilities: readonly string[];
}

/** LIST and LSUB (RFC 9051 §7.3.1): one mailbox. */
export interface ListResponse {
  readonly kind: 'list';
  /** True for LSUB. */
  readonly isSubscription: boolean;
  readonly mailbox: MailboxName;
  /** Null where the mailbox has no hierarchy. */
  readonly delimiter: string | null;
  /** Upper case, such as `\NOSELECT`. */
  readonly attributes: readonly string[];
  /** CHILDINFO of RFC 5258, such as `SUBSCRIBED`; empty where none was sent. */
  readonly childInfo: readonly string[];
  /** The former name of RFC 9051 §6.3.9.7; null where none was sent. */
  readonly oldName: string | null;
}

/** Members that were not asked for, or not sent, are undefined. */
export interface StatusItems {
  readonly messages?: number;
  readonly uidNext?: number;
  readonly uidValidity?: number;
  readonly unseen?: number;
  readonly recent?: number;
  readonly deleted?: number;
  readonly size?: number;
  readonly appendLimit?: number | null;
  readonly highestModSeq?: bigint;
  readonly mailboxId?: string;
}

/** STATUS (RFC 9051 §7.3.4): the counts of one mailbox. */
export interface MailboxStatusResponse extends StatusItems {
  readonly kind: 'mailbox-status';
  readonly mailbox: MailboxName;
}

/** EXISTS, RECENT and EXPUNGE. */
export interface CountResponse {
  readonly kind: 'exists' | 'recent' | 'expunge';
  readonly number: number;
}

/** FLAGS (RFC 9051 §7.3.5): the flags that messages of the mailbox can have. */
export interface FlagsResponse {
  readonly kind: 'flags';
  readonly flags: readonly string[];
}

/** VANISHED (RFC 7162 §3.2.10). */
export interface VanishedResponse {
  readonly kind: 'vanished';
  /** True for messages that vanished before the mailbox was opened. */
  readonly isEarlier: boolean;
  readonly uids: NumberSet;
}

/** SEARCH and SORT: numbers in the order of the server. */
export interface SearchResponse {
  readonly kind: 'search' | 'sort';
  readonly numbers: Uint32Array;
  readonly modSeq: bigint | null;
}

/** ESEARCH (RFC 4731, RFC 5267, RFC 9394). Members that were not sent are undefined. */
export interface ExtendedSearchResponse {
  readonly kind: 'extended-search';
  /** The tag of the command it belongs to; null where the server sent none. */
  readonly tag: string | null;
  readonly isUid: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly count?: number;
  readonly all?: NumberSet;
  readonly partial?: { readonly range: string; readonly numbers: NumberSet | null };
  readonly modSeq?: bigint;
}

/** A conversation: a chain of messages that may branch at its end (RFC 5256 §4). Numbers are 0 for a missing parent. */
export interface Thread {
  readonly numbers: readonly number[];
  readonly branches: readonly Thread[];
}

/** THREAD (RFC 5256 §4). */
export interface ThreadResponse {
  readonly kind: 'thread';
  readonly threads: readonly Thread[];
}

/** Where a kind of mailboxes begins. */
export interface Namespace {
  readonly prefix: string;
  readonly delimiter: string | null;
}

/** NAMESPACE (RFC 9051 §7.3.4). */
export interface NamespaceResponse {
  readonly kind: 'namespace';
  readonly personal: readonly Namespace[];
  readonly otherUsers: readonly Namespace[];
  readonly shared: readonly Namespace[];
}

/** ID (RFC 2971); null where the server sends NIL. Keys in lower case. */
export interface IdResponse {
  readonly kind: 'id';
  readonly fields: ReadonlyMap<string, string | null> | null;
}

/** QUOTA (RFC 9208). */
export interface QuotaResponse {
  readonly kind: 'quota';
  readonly root: string;
  readonly resources: readonly { readonly name: string; readonly usage: number; readonly limit: number }[];
}

/** QUOTAROOT (RFC 9208): which quotas hold for a mailbox. */
export interface QuotaRootResponse {
  readonly kind: 'quota-root';
  readonly mailbox: MailboxName;
  readonly roots: readonly string[];
}

/** A structure that cannot be parsed; the other items of its message are valid. */
export interface UnreadableStructure {
  readonly unreadable: UnreadableReason;
}

/** FETCH (RFC 9051 §7.5.2): the items of one message. Members that the server did not send are undefined. */
export interface FetchResponse {
  readonly kind: 'fetch';
  readonly sequenceNumber: number;
  readonly uid?: number;
  /** Flags as sent, such as `\Seen`. */
  readonly flags?: readonly string[];
  readonly size?: number;
  /** As sent: `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  readonly modSeq?: bigint;
  readonly envelope?: Envelope | null;
  readonly structure?: BodyStructure | UnreadableStructure;
  /** Null where the server has no preview (yet). */
  readonly preview?: string | null;
  readonly emailId?: string | null;
  readonly threadId?: string | null;
  /**
   * Section -> octets; null for NIL. The key is the section as in RFC 9051, upper case, without its partial:
   * `1.2`, `1.2.MIME`, empty for the whole message. Header fields are in alphabetical order: `HEADER.FIELDS (CC TO)`.
   */
  readonly sections: ReadonlyMap<string, Buffer | null>;
  /** The same for BINARY (RFC 3516): decoded octets by part. */
  readonly binarySections: ReadonlyMap<string, Buffer | null>;
  readonly binarySizes: ReadonlyMap<string, number>;
}

/** A response that does not fit the grammar, or exceeds a bound. Nothing is dropped without one of these. */
export interface UnreadableResponse {
  readonly kind: 'unreadable';
  /** The response's name where it can be parsed, such as `FETCH`. */
  readonly name: string | null;
  readonly sequenceNumber: number | null;
  /** The uid of a FETCH where it could be read. */
  readonly uid: number | null;
  readonly reason: UnreadableReason;
}

/** A well-formed response that this client does not know. */
export interface UnknownResponse {
  readonly kind: 'unknown';
  readonly name: string;
}

/** What a server sends with the answer to a command, or unsolicited. */
export type UntaggedResponse =
  | StatusResponse
  | CapabilityResponse
  | EnabledResponse
  | ListResponse
  | MailboxStatusResponse
  | CountResponse
  | FlagsResponse
  | VanishedResponse
  | SearchResponse
  | ExtendedSearchResponse
  | ThreadResponse
  | NamespaceResponse
  | IdResponse
  | QuotaResponse
  | QuotaRootResponse
  | FetchResponse
  | UnreadableResponse
  | UnknownResponse;

/** Anything that a server sends. */
export type Response = UntaggedResponse | TaggedResponse | ContinuationRequest;
