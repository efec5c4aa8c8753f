import type { Bounds } from '../wire/bounds.ts';
import { toAtom } from '../wire/command-text.ts';

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

/** `BODY.PEEK[section]<start.octets>`; BINARY.PEEK where `isBinary` (RFC 3516). */
export interface SectionItem {
  /** `1.2`, `HEADER`, `1.MIME`; empty for the whole message. */
  readonly section: string;
  readonly fields?: readonly string[];
  readonly start?: number;
  /** Positive; all by default. */
  readonly octets?: number;
  readonly isBinary?: boolean;
}

/** `BINARY.SIZE[section]` (RFC 3516). */
export interface BinarySizeItem {
  readonly binarySize: string;
}

export type FetchItem = FetchAttribute | SectionItem | BinarySizeItem;

const SECTION = /^[0-9A-Za-z.]*$/;
const OCTETS_PER_ATTRIBUTE = 4096;
/** Some servers read signed 32-bit numbers. */
const ALL_OCTETS = 2_147_483_647;

/** The key in `FetchResponse.sections`. */
export function sectionKey({ section, fields = [] }: SectionItem): string {
  if (fields.length === 0) return section.toUpperCase();
  const names = fields.map((field) => field.toUpperCase()).sort();
  return `${section.toUpperCase()} (${names.join(' ')})`;
}

/** Throws TypeError for a malformed section or field. */
export function formatFetchItems(items: readonly FetchItem[]): string {
  return `(${items.map(formatItem).join(' ')})`;
}

/** Bounds one response. */
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

/** Both numbers are required (RFC 9051 §9). */
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
