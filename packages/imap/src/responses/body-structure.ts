import type { Envelope } from './envelope.ts';

/** RFC 9051 §7.5.2. Encoded words and RFC 2231 parameters stay encoded. */
export interface BodyStructure {
  /** For FETCH: `2.1`; empty for a root multipart. */
  readonly path: string;
  /** Lower case. */
  readonly type: string;
  readonly subtype: string;
  /** Lower-case names; the first of equals counts. */
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
  /** Of message/rfc822 and message/global. */
  readonly message: { readonly envelope: Envelope | null; readonly body: BodyStructure } | null;
  readonly children: readonly BodyStructure[];
}

/** RFC 2183. */
export interface Disposition {
  /** Lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}
