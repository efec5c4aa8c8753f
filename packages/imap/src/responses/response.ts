/** Text is decoded, sets stay ranges. */
import type { MailboxName } from '../wire/mailbox-name.ts';
import type { NumberSet } from '../wire/number-set.ts';
import type { UnreadableReason } from '../wire/syntax-failure.ts';
import type { BodyStructure } from './body-structure.ts';
import type { Envelope } from './envelope.ts';

/** RFC 9051 §7.1. */
export interface StatusResponse {
  readonly kind: 'status';
  readonly status: 'OK' | 'NO' | 'BAD' | 'BYE' | 'PREAUTH';
  readonly code: ResponseCode | null;
  readonly text: string;
}

/** Ends a command. */
export interface TaggedResponse {
  readonly kind: 'tagged';
  readonly tag: string;
  readonly status: 'OK' | 'NO' | 'BAD';
  readonly code: ResponseCode | null;
  readonly text: string;
}

/** `+ text`: asks for a literal or SASL answer. */
export interface ContinuationRequest {
  readonly kind: 'continuation';
  readonly text: string;
}

/** RFC 9051 §7.1, RFC 5530 and others; `name` is upper case. */
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
  /** A code above with unreadable data. */
  | { readonly name: 'unreadable'; readonly code: string; readonly data: string | null }
  /** Data as sent. */
  | { readonly name: OtherCodeName; readonly data: string | null };

type OtherCodeName = string & { readonly otherCode?: never };

/** RFC 9051 §7.2.2. */
export interface CapabilityResponse {
  readonly kind: 'capability';
  /** Upper case. */
  readonly capabilities: readonly string[];
}

/** RFC 9051 §7.2.1. */
export interface EnabledResponse {
  readonly kind: 'enabled';
  readonly capabilities: readonly string[];
}

/** LIST and LSUB (RFC 9051 §7.3.1). */
export interface ListResponse {
  readonly kind: 'list';
  /** True for LSUB. */
  readonly isSubscription: boolean;
  readonly mailbox: MailboxName;
  /** Null for no hierarchy. */
  readonly delimiter: string | null;
  /** Upper case: `\NOSELECT`. */
  readonly attributes: readonly string[];
  /** RFC 5258. */
  readonly childInfo: readonly string[];
  /** RFC 9051 §6.3.9.7. */
  readonly oldName: string | null;
}

/** Undefined: not sent. */
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

/** RFC 9051 §7.3.3. */
export interface MailboxStatusResponse extends StatusItems {
  readonly kind: 'mailbox-status';
  readonly mailbox: MailboxName;
}

/** EXISTS, RECENT and EXPUNGE. */
export interface CountResponse {
  readonly kind: 'exists' | 'recent' | 'expunge';
  readonly number: number;
}

/** RFC 9051 §7.3.5. */
export interface FlagsResponse {
  readonly kind: 'flags';
  readonly flags: readonly string[];
}

/** RFC 7162 §3.2.10. */
export interface VanishedResponse {
  readonly kind: 'vanished';
  /** Before the mailbox was opened. */
  readonly isEarlier: boolean;
  readonly uids: NumberSet;
}

/** SEARCH and SORT, in the server's order. */
export interface SearchResponse {
  readonly kind: 'search' | 'sort';
  readonly numbers: Uint32Array;
  readonly modSeq: bigint | null;
}

/** RFC 4731, RFC 5267, RFC 9394. Undefined: not sent. */
export interface ExtendedSearchResponse {
  readonly kind: 'extended-search';
  /** The command's; null if not sent. */
  readonly tag: string | null;
  readonly isUid: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly count?: number;
  readonly all?: NumberSet;
  readonly partial?: { readonly range: string; readonly numbers: NumberSet | null };
  readonly modSeq?: bigint;
}

/** A chain of messages that may branch at its end (RFC 5256 §4). 0: a missing parent. */
export interface Thread {
  readonly numbers: readonly number[];
  readonly branches: readonly Thread[];
}

/** RFC 5256 §4. */
export interface ThreadResponse {
  readonly kind: 'thread';
  readonly threads: readonly Thread[];
}

/** Prefix and delimiter. */
export interface Namespace {
  readonly prefix: string;
  readonly delimiter: string | null;
}

/** RFC 9051 §7.3.2. */
export interface NamespaceResponse {
  readonly kind: 'namespace';
  readonly personal: readonly Namespace[];
  readonly otherUsers: readonly Namespace[];
  readonly shared: readonly Namespace[];
}

/** RFC 2971; null for NIL. Keys in lower case. */
export interface IdResponse {
  readonly kind: 'id';
  readonly fields: ReadonlyMap<string, string | null> | null;
}

/** RFC 9208. */
export interface QuotaResponse {
  readonly kind: 'quota';
  readonly root: string;
  readonly resources: readonly { readonly name: string; readonly usage: number; readonly limit: number }[];
}

/** RFC 9208. */
export interface QuotaRootResponse {
  readonly kind: 'quota-root';
  readonly mailbox: MailboxName;
  readonly roots: readonly string[];
}

/** Other items of the message are valid. */
export interface UnreadableStructure {
  readonly unreadable: UnreadableReason;
}

/** RFC 9051 §7.5.2. Undefined: not sent. */
export interface FetchResponse {
  readonly kind: 'fetch';
  readonly sequenceNumber: number;
  readonly uid?: number;
  /** As sent. */
  readonly flags?: readonly string[];
  readonly size?: number;
  /** As sent: `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  readonly modSeq?: bigint;
  readonly envelope?: Envelope | null;
  readonly structure?: BodyStructure | UnreadableStructure;
  /** Null if there is none (yet). */
  readonly preview?: string | null;
  readonly emailId?: string | null;
  readonly threadId?: string | null;
  /**
   * By upper-case section without partial: `1.2.MIME`, empty for the whole message, `HEADER.FIELDS (CC TO)`
   * sorted. Null for NIL.
   */
  readonly sections: ReadonlyMap<string, Buffer | null>;
  /** Decoded octets by part (RFC 3516). */
  readonly binarySections: ReadonlyMap<string, Buffer | null>;
  readonly binarySizes: ReadonlyMap<string, number>;
}

/** A dropped response: outside the grammar or above a bound. Null: unreadable. */
export interface UnreadableResponse {
  readonly kind: 'unreadable';
  readonly name: string | null;
  readonly sequenceNumber: number | null;
  readonly uid: number | null;
  readonly reason: UnreadableReason;
}

/** Well-formed, of an unknown kind. */
export interface UnknownResponse {
  readonly kind: 'unknown';
  readonly name: string;
}

/** For a command, or unsolicited. */
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

export type Response = UntaggedResponse | TaggedResponse | ContinuationRequest;
