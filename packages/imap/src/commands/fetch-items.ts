/** What a FETCH asks for (RFC 9051 §6.4.5 and the RFCs of extensions). */
import type { Bounds } from '../wire/bounds.ts';
import { toAtom } from '../wire/command-text.ts';

/** Items without arguments. */
export type FetchAttribute =
  | 'UID'
  | 'FLAGS'
  | 'ENVELOPE'
  | 'BODYSTRUCTURE'
  | 'INTERNALDATE'
  | 'RFC822.SIZE'
  | 'MODSEQ'
  | 'PREVIEW'
  | 'PREVIEW (LAZY)'
  | 'EMAILID'
  | 'THREADID'
  | 'X-GM-MSGID'
  | 'X-GM-THRID';

/** `BODY.PEEK[section]<start.octets>`, which leaves \Seen as it is; BINARY.PEEK where `isBinary` (RFC 3516). */
export interface SectionItem {
  /** Such as `1.2`, `HEADER`, `1.MIME`, `TEXT`; empty for the whole message. */
  readonly section: string;
  /** Names of header fields for the section `HEADER.FIELDS`. */
  readonly fields?: readonly string[];
  /** From this octet on; 0 when left out. */
  readonly start?: number;
  /** The largest number of octets, positive; all when left out. */
  readonly octets?: number;
  readonly isBinary?: boolean;
}

/** `BINARY.SIZE[section]` (RFC 3516). */
export interface BinarySizeItem {
  readonly binarySize: string;
}

/** One thing that a FETCH asks for. */
export type FetchItem = FetchAttribute | SectionItem | BinarySizeItem;

const SECTION = /^[0-9A-Za-z.]*$/;
const OCTETS_PER_ATTRIBUTE = 4096;
/** Some servers read a signed number of 32 bits. No message is larger. */
const ALL_OCTETS = 2_147_483_647;

/** The key of the section in `FetchResponse.sections`: upper case, the names of fields in alphabetical order. */
export function sectionKey({ section, fields = [] }: SectionItem): string {
  if (fields.length === 0) return section.toUpperCase();
  const names = fields.map((field) => field.toUpperCase()).sort();
  return `${section.toUpperCase()} (${names.join(' ')})`;
}

/** The items as a command has them. Throws TypeError for a malformed section or field. */
export function formatFetchItems(items: readonly FetchItem[]): string {
  return `(${items.map(formatItem).join(' ')})`;
}

/** Octets that the answer for one message has at most. */
export function octetsPerMessage(items: readonly FetchItem[], bounds: Bounds): number {
  return items.reduce((sum, item) => sum + octetsOf(item, bounds), OCTETS_PER_ATTRIBUTE);
}

function formatItem(item: FetchItem): string {
  if (typeof item === 'string') return item;
  if ('binarySize' in item) return `BINARY.SIZE[${checkedSection(item.binarySize)}]`;
  const { section, fields, isBinary = false } = item;
  const names = fields ? ` (${fields.map(toAtom).join(' ')})` : '';
  return `${isBinary ? 'BINARY' : 'BODY'}.PEEK[${checkedSection(section)}${names}]${partial(item)}`;
}

/** A partial has both numbers (RFC 9051 §9). */
function partial({ start = 0, octets }: SectionItem): string {
  return start === 0 && octets === undefined ? '' : `<${start}.${octets ?? ALL_OCTETS}>`;
}

function checkedSection(section: string): string {
  if (!SECTION.test(section)) throw new TypeError('The text is not a section.');
  return section;
}

function octetsOf(item: FetchItem, bounds: Bounds): number {
  if (item === 'ENVELOPE' || item === 'BODYSTRUCTURE') return bounds.lineOctets;
  if (typeof item === 'string' || 'binarySize' in item) return OCTETS_PER_ATTRIBUTE;
  return OCTETS_PER_ATTRIBUTE + (item.octets ?? Number.POSITIVE_INFINITY);
}
