/** BODYSTRUCTURE (RFC 9051 §7.5.2). */
import type { Envelope } from './envelope.ts';

/** One part of a message. Texts are as sent: encoded words and RFC 2231 parameters are not decoded. */
export interface BodyStructure {
  /** The part specifier for FETCH: `1`, `2.1`; empty for the root of a multipart message. */
  readonly path: string;
  /** In lower case, such as `text`. */
  readonly type: string;
  readonly subtype: string;
  /** Names in lower case; of two parameters of one name the first counts. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly id: string | null;
  readonly description: string | null;
  /** In lower case; `7bit` for multiparts. */
  readonly encoding: string;
  /** Octets of the content before decoding; 0 for multiparts. */
  readonly octets: number;
  /** Lines of text and of messages; null where the server sends none. */
  readonly lines: number | null;
  readonly disposition: Disposition | null;
  readonly language: readonly string[];
  readonly location: string | null;
  /** Of message/rfc822 and message/global; null elsewhere. */
  readonly message: { readonly envelope: Envelope | null; readonly body: BodyStructure } | null;
  /** Of a multipart; empty elsewhere. */
  readonly children: readonly BodyStructure[];
}

/** Content-Disposition of a part (RFC 2183). */
export interface Disposition {
  /** In lower case, such as `attachment`. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}
