import { toHeaderText } from './header-text.ts';
import { type Entity, type HeaderField, rawMessage } from './raw-message.ts';

/** A correspondent. */
export interface Person {
  readonly name: string;
  readonly address: string;
}

/** A demo message. */
export interface Letter {
  /** A Message-ID without angle brackets. */
  readonly id: string;
  readonly from: Person;
  readonly to: readonly Person[];
  readonly cc?: readonly Person[];
  readonly subject: string;
  readonly sentAt: Date;
  readonly entity: Entity;
  /** The conversation's earlier Message-IDs, oldest first. */
  readonly after?: readonly string[];
  /** Such as mailing lists'. */
  readonly fields?: readonly HeaderField[];
}

/** A message in a mailbox. */
export interface DemoMessage {
  /** With `/` between levels. */
  readonly mailbox: string;
  readonly raw: Buffer;
  /** IMAP flags and keywords. */
  readonly flags: readonly string[];
  readonly internalDate: Date;
}

const DELIVERY_MS = 4000;
const PLAIN_PHRASE = /^[A-Za-z0-9 ]*$/;
const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A letter for a mailbox, with flags. */
export function storeLetter(
  letter: Letter,
  { mailbox, flags = [] }: { readonly mailbox: string; readonly flags?: readonly string[] },
): DemoMessage {
  const internalDate = new Date(letter.sentAt.getTime() + DELIVERY_MS);
  return { mailbox, raw: writeLetter(letter), flags, internalDate };
}

/** Renders a letter as a message. */
export function writeLetter(letter: Letter): Buffer {
  const { id, from, to, cc = [], subject, sentAt, entity, after = [], fields = [] } = letter;
  const previous = after.at(-1);
  return rawMessage(
    [
      ['Date', toDateField(sentAt)],
      ['From', toAddressField([from])],
      ...optionalField('To', toAddressField(to)),
      ...optionalField('Cc', toAddressField(cc)),
      ['Subject', toHeaderText(subject)],
      ['Message-ID', toMessageId(id)],
      ...optionalField('In-Reply-To', previous === undefined ? '' : toMessageId(previous)),
      ...optionalField('References', after.map(toMessageId).join('\r\n ')),
      ...fields,
    ],
    entity,
  );
}

/** Date in UTC (RFC 5322 §3.3). */
export function toDateField(date: Date): string {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const time = date.toISOString().slice(11, 19);
  return `${DAY_NAMES[date.getUTCDay()]}, ${day} ${MONTH_NAMES[month]} ${year} ${time} +0000`;
}

function optionalField(name: string, value: string): readonly HeaderField[] {
  return value === '' ? [] : [[name, value]];
}

function toAddressField(people: readonly Person[]): string {
  return people.map(({ name, address }) => `${toPhrase(name)} <${address}>`).join(',\r\n ');
}

/** Special characters need quotes; encoded words must have none. */
function toPhrase(name: string): string {
  const text = toHeaderText(name);
  return PLAIN_PHRASE.test(name) || text !== name ? text : `"${name}"`;
}

function toMessageId(id: string): string {
  return `<${id}>`;
}
