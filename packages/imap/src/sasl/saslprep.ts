import { InvalidArgument } from '../errors.ts';

/** RFC 3454, table C.1.2. */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/g;
/** Mapped to nothing (table B.1). */
const NOTHING = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|\u200c|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g;
/** Tables C.2 to C.9. */
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06dd\u070f\u180e\u2028\u2029\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u200e\u200f\u202a-\u202e]|[\u{1d173}-\u{1d17a}]|[\u{e0001}-\u{e007f}]/u;

/**
 * SASLprep (RFC 4013); leaves §2.3 (bidirectional) and §2.5 (unassigned) to the server. Throws
 * InvalidArgument for prohibited characters.
 */
export function saslPrep(text: string): string {
  const prepared = text.replace(SPACES, ' ').replace(NOTHING, '').normalize('NFKC');
  if (PROHIBITED.test(prepared)) {
    throw new InvalidArgument('The user name or the password has characters that SASLprep prohibits.');
  }
  return prepared;
}
