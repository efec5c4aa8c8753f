import { CLOSE, OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import { SyntaxFailure } from '../wire/syntax-failure.ts';
import type { Envelope, EnvelopeAddress } from './envelope.ts';

/** RFC 9051 §7.5.2; null for NIL. Keeps `maxAddresses` per field. */
export function parseEnvelope(cursor: ResponseCursor, maxAddresses: number): Envelope | null {
  if (cursor.peek() !== OPEN) {
    if (cursor.nullableText() !== null) throw new SyntaxFailure();
    return null;
  }
  cursor.expect(OPEN);
  const fields = new EnvelopeFields(cursor, maxAddresses);
  const envelope = {
    date: fields.text(),
    subject: fields.text(),
    from: fields.addresses(),
    sender: fields.addresses(),
    replyTo: fields.addresses(),
    to: fields.addresses(),
    cc: fields.addresses(),
    bcc: fields.addresses(),
    inReplyTo: fields.text(),
    messageId: fields.text(),
    isTruncated: fields.isTruncated,
  };
  fields.end();
  return envelope;
}

/** Missing fields at the end are null or empty. */
class EnvelopeFields {
  readonly #cursor: ResponseCursor;
  readonly #maxAddresses: number;
  isTruncated = false;

  constructor(cursor: ResponseCursor, maxAddresses: number) {
    this.#cursor = cursor;
    this.#maxAddresses = maxAddresses;
  }

  text(): string | null {
    return this.#hasMore() ? this.#cursor.nullableText() : null;
  }

  addresses(): readonly EnvelopeAddress[] {
    const addresses: EnvelopeAddress[] = [];
    if (!this.#hasMore()) return addresses;
    // Some servers send "" for NIL. Other text follows an unescaped quote.
    if (this.#cursor.peek() !== OPEN) {
      if (this.#cursor.nullableText()) throw new SyntaxFailure();
      return addresses;
    }
    this.#cursor.list(() => {
      if (addresses.length < this.#maxAddresses) addresses.push(readAddress(this.#cursor));
      else {
        this.isTruncated = true;
        this.#cursor.skipValue();
      }
    });
    return addresses;
  }

  end(): void {
    while (this.#hasMore()) this.#cursor.skipValue();
    this.#cursor.expect(CLOSE);
  }

  #hasMore(): boolean {
    this.#cursor.skipSpaces();
    return this.#cursor.peek() !== CLOSE;
  }
}

/** `("Terry Gray" NIL "gray" "cac.washington.edu")`; the source route is unused. */
function readAddress(cursor: ResponseCursor): EnvelopeAddress {
  cursor.expect(OPEN);
  const name = cursor.nullableText();
  cursor.skipSpaces();
  cursor.nullableText();
  cursor.skipSpaces();
  const mailbox = cursor.nullableText();
  cursor.skipSpaces();
  const host = cursor.nullableText();
  cursor.skipSpaces();
  cursor.expect(CLOSE);
  return { name, mailbox, host };
}
