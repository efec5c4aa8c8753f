/** Reads the address fields From, To, Cc, Bcc, Reply-To and Sender (RFC 5322 §3.4, obsolete forms §4.4). */
import type { MailAddress } from '../domain/mail-address.ts';
import { type FoundAddress, findAddrSpec, joinWords } from './addr-spec.ts';
import { type AddressToken, readAddressTokens } from './address-tokens.ts';
import { decodeEncodedWords, EncodedWordBudget } from './encoded-words.ts';
import { toSingleLine } from './single-line.ts';

/** Readers show a few; hostile fields name a hundred thousand. */
export const MAX_ADDRESSES = 500;

const LOCAL_NAME = /[\p{L}\p{N}]/u;

/** How much of a field is read. */
export interface AddressListBounds {
  /** Mailboxes at most; those of MAX_ADDRESSES by default. */
  readonly max?: number;
  /** That of the message; by default the field has one of its own. */
  readonly budget?: EncodedWordBudget;
}

/** What has been read of one mailbox. */
interface Entry {
  /** Words outside angle brackets: the display name, or the address itself. */
  readonly outside: AddressToken[];
  /** Words of the first pair of angle brackets; undefined before it. */
  inside: AddressToken[] | undefined;
  isInside: boolean;
  /** The last comment; old mail has the name in it. */
  comment: string;
}

/**
 * At most the first 500 mailboxes with an address, in order; the members of groups are listed like others. Words without a domain are
 * addresses in a field that has no other: beside one they are names that were torn apart at a comma.
 *
 * The structure is found before any encoded word is decoded, so an address never comes out of a display
 * name, a quoted string or an encoded word. Names are decoded text on one line; without a display name the last
 * comment is the name. Routes are dropped, quoted local parts keep their quotes. Never throws.
 */
export function parseAddressList(
  value: string,
  { max = MAX_ADDRESSES, budget = new EncodedWordBudget() }: AddressListBounds = {},
): readonly MailAddress[] {
  const addresses: MailAddress[] = [];
  const localNames: MailAddress[] = [];
  let entry = emptyEntry();
  const endEntry = () => {
    const read = readEntry(entry, budget);
    if (read.length > 0) addresses.push(...read);
    else if (localNames.length < max) localNames.push(...readLocalName(entry, budget));
    entry = emptyEntry();
  };
  for (const token of readAddressTokens(value)) {
    if (endsEntry(token, entry)) {
      endEntry();
    } else if (token.kind === ':' && !entry.isInside) {
      entry = emptyEntry();
    } else {
      addToken(entry, token);
    }
    if (addresses.length === max) return addresses;
  }
  endEntry();
  return addresses.length > 0 ? addresses : localNames;
}

function emptyEntry(): Entry {
  return { outside: [], inside: undefined, isInside: false, comment: '' };
}

/** A semicolon ends a group; Outlook writes it between addresses, too. A comma in angle brackets belongs to a route. */
function endsEntry(token: AddressToken, entry: Entry): boolean {
  if (token.kind === ';') return true;
  return token.kind === ',' && !(entry.isInside && entry.inside?.[0]?.kind === '@');
}

function addToken(entry: Entry, token: AddressToken): void {
  if (token.kind === 'comment') {
    entry.comment = token.text;
  } else if (token.kind === '<') {
    if (entry.isInside || isEmpty(entry.inside)) entry.inside = [];
    entry.isInside = isEmpty(entry.inside);
  } else if (token.kind === '>') {
    entry.isInside = false;
  } else if (!entry.isInside) {
    if (entry.inside === undefined) entry.outside.push(token);
  } else if (token.kind === ':') {
    entry.inside = [];
  } else {
    entry.inside?.push(token);
  }
}

function isEmpty(tokens: readonly AddressToken[] | undefined): boolean {
  return tokens === undefined || tokens.length === 0;
}

/** The mailbox; nothing where there is no address. */
function readEntry(entry: Entry, budget: EncodedWordBudget): readonly MailAddress[] {
  const { address, rest } = entry.inside === undefined ? findAddrSpec(entry.outside) : readBracketed(entry);
  if (address === '') return [];
  return [{ address: toSingleLine(address), name: toName(joinWords(rest) || entry.comment, budget) }];
}

/** A user of the machine where the mail was written, such as `root (Cron Daemon)`; nothing where there is more than one word. */
function readLocalName(
  { outside, inside, comment }: Entry,
  budget: EncodedWordBudget,
): readonly MailAddress[] {
  const [word, ...others] = outside;
  const isWord = word?.kind === 'atom' && others.length === 0 && inside === undefined;
  if (!isWord || !LOCAL_NAME.test(word.text) || word.text.includes('=?')) return [];
  return [{ address: toSingleLine(word.text), name: toName(comment, budget) }];
}

/** The text in angle brackets is the address, even a local name such as MAILER-DAEMON. */
function readBracketed(entry: Entry): FoundAddress {
  const inside = entry.inside ?? [];
  return { address: findAddrSpec(inside).address || joinWords(inside), rest: entry.outside };
}

/** Removes the single quotes that some senders put around every name. */
function toName(encoded: string, budget: EncodedWordBudget): string {
  const name = decodeEncodedWords(encoded, budget).trim();
  return /^'.+'$/.test(name) ? name.slice(1, -1) : name;
}
