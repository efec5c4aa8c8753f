import type { Envelope } from './envelope.ts';

/** One part (RFC 9051 §7.5.2). Encoded words and RFC 2231 parameters are not decoded. */
export interface BodyStructure {
  /** For FETCH, such as `2.1`; empty for the root of a multipart message. */
  readonly path: string;
  /** Lower case, such as `text`. */
  readonly type: string;
  readonly subtype: string;
  /** Names in lower case; the first of equal names counts. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly id: string | null;
  readonly description: string | null;
  /** Lower case; `7bit` for multiparts. */
  readonly encoding: string;
  /** Before decoding; 0 for multiparts. */
  readonly octets: number;
  /** Of text and messages; null if not sent. */
  readonly lines: number | null;
  readonly disposition: Disposition | null;
  readonly language: readonly string[];
  readonly location: string | null;
  /** Of message/rfc822 and message/global, else null. */
  readonly message: { readonly envelope: Envelope | null; readonly body: BodyStructure } | null;
  readonly children: readonly BodyStructure[];
}

/** RFC 2183. */
export interface Disposition {
  /** Lower case, such as `attachment`. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}
