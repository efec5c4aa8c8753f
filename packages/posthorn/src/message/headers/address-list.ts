import type { MailAddress } from '../../domain/values/mail-address.ts';
import { type FoundAddress, findAddrSpec, joinWords } from './addr-spec.ts';
import { type AddressToken, readAddressTokens } from './address-tokens.ts';
import { decodeEncodedWords, EncodedWordBudget } from './encoded-words.ts';
import { toSingleLine } from './single-line.ts';

/** Hostile fields have 100,000. */
export const MAX_ADDRESSES = 500;

const LOCAL_NAME = /[\p{L}\p{N}]/u;

/** A field's limits. */
export interface AddressListBounds {
  readonly max?: number;
  /** Default: the field's own. */
  readonly budget?: EncodedWordBudget;
}

interface Entry {
  readonly outside: AddressToken[];
  inside: AddressToken[] | undefined;
  isInside: boolean;
  /** The name in old mail. */
  comment: string;
}

/**
 * At most 500 mailboxes with an address, in order, group members included (RFC 5322 §3.4, §4.4). Words
 * without a domain are addresses only if the field has no other.
 *
 * Encoded words are decoded after the structure is parsed: no address arises from a display name, quoted
 * string or encoded word. Names are one decoded line, else the last comment. Routes are dropped. Never
 * throws.
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

/** Outlook separates by semicolons too. A comma in angle brackets belongs to a route. */
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

function readEntry(entry: Entry, budget: EncodedWordBudget): readonly MailAddress[] {
  const { address, rest } = entry.inside === undefined ? findAddrSpec(entry.outside) : readBracketed(entry);
  if (address === '') return [];
  return [{ address: toSingleLine(address), name: toName(joinWords(rest) || entry.comment, budget) }];
}

/** Such as `root (Cron Daemon)`. */
function readLocalName(
  { outside, inside, comment }: Entry,
  budget: EncodedWordBudget,
): readonly MailAddress[] {
  const [word, ...others] = outside;
  const isWord = word?.kind === 'atom' && others.length === 0 && inside === undefined;
  if (!isWord || !LOCAL_NAME.test(word.text) || word.text.includes('=?')) return [];
  return [{ address: toSingleLine(word.text), name: toName(comment, budget) }];
}

/** Also local names such as MAILER-DAEMON. */
function readBracketed(entry: Entry): FoundAddress {
  const inside = entry.inside ?? [];
  return { address: findAddrSpec(inside).address || joinWords(inside), rest: entry.outside };
}

/** Some senders quote all names. */
function toName(encoded: string, budget: EncodedWordBudget): string {
  const name = decodeEncodedWords(encoded, budget).trim();
  return /^'.+'$/.test(name) ? name.slice(1, -1) : name;
}
