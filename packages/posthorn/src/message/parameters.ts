/** Decodes the parameters of Content-Type and Content-Disposition fields (RFC 2231, RFC 2183 §2.3). */
import type { BodyPart } from '../domain/body-structure.ts';
import { decodeCharset } from './charset.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { decodeHexEscapes } from './hex-escapes.ts';
import { toSingleLine } from './single-line.ts';
import { decodeUnlabelled } from './unlabelled-text.ts';
import { toWindows1252 } from './windows-1252.ts';

/** Real values have a handful of segments; hostile ones a hundred thousand. */
const MAX_SEGMENTS = 128;
const SEGMENT_NAME = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/;
const CHARSET_AND_LANGUAGE = /^([^']{0,100})'[^']{0,100}'/;
/** File systems take no longer names. */
const MAX_CHARACTERS = 255;
/** A longer value is no name; cutting it first bounds the work. */
const MAX_RAW_CHARACTERS = 10_000;
/** Overrides of the writing direction: `exe.fdp` would show as `pdf.exe` and the other way round. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const PATH_ONLY = /^\.{0,2}$/;
/** Begins the sequences of ISO-2022-JP. */
const ESC = '\u001b';
const BEYOND_ASCII = /[^\p{ASCII}]/u;

/** One value, or one part of a value that was split over several parameters. */
interface Segment {
  readonly text: string;
  /** True when the text is percent-encoded. */
  readonly isExtended: boolean;
}

/** The forms in which one parameter occurs. */
interface Forms {
  /** `name` or `name*`; the latter is preferred. */
  whole: Segment | undefined;
  /** `name*0`, `name*1*` and so on. */
  readonly segments: Map<number, Segment>;
}

/**
 * The parameters with decoded values under their names in lower case, without asterisks. Understands charsets and
 * continuations (RFC 2231, at most 128 segments), encoded words and eight-bit text as seen in the wild. Never throws.
 */
export function decodeParameters(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const formsByName = new Map<string, Forms>();
  for (const [name, value] of parameters) addForm(formsByName, name, value);
  const decoded = new Map<string, string>();
  for (const [name, forms] of formsByName) decoded.set(name, decodeSegments(chooseSegments(forms)));
  return decoded;
}

/**
 * The file name of the disposition, else the name of the Content-Type; null when there is neither. Decoded,
 * without path, control characters and overrides of the writing direction, at most 255 characters.
 */
export function fileNameOf(part: BodyPart): string | null {
  return (
    toFileName(decodeParameters(part.dispositionParameters).get('filename')) ??
    toFileName(decodeParameters(part.parameters).get('name')) ??
    null
  );
}

function toFileName(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const path = toSingleLine(value.slice(0, MAX_RAW_CHARACTERS)).replace(BIDI_CONTROLS, '').toWellFormed();
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim();
  return PATH_ONLY.test(name) ? undefined : Array.from(name).slice(0, MAX_CHARACTERS).join('');
}

function addForm(formsByName: Map<string, Forms>, rawName: string, text: string): void {
  const [, name = rawName, index, star] = SEGMENT_NAME.exec(rawName) ?? [];
  const segment: Segment = { text, isExtended: star !== undefined };
  const key = name.toLowerCase();
  const forms = formsByName.get(key) ?? { whole: undefined, segments: new Map() };
  formsByName.set(key, forms);
  if (index !== undefined) {
    if (Number(index) < MAX_SEGMENTS) forms.segments.set(Number(index), segment);
  } else if (forms.whole === undefined || segment.isExtended) {
    forms.whole = segment;
  }
}

/** Senders add a plain form for old readers, so the plain form counts last. */
function chooseSegments({ whole, segments }: Forms): readonly Segment[] {
  if (whole?.isExtended || !segments.has(0)) return whole === undefined ? [] : [whole];
  const chosen: Segment[] = [];
  for (let segment = segments.get(0); segment !== undefined; segment = segments.get(chosen.length)) {
    chosen.push(segment);
  }
  return chosen;
}

function decodeSegments(segments: readonly Segment[]): string {
  if (segments.some((segment) => segment.isExtended)) return decodeExtended(segments);
  const text = segments.map((segment) => segment.text).join('');
  const octets = hasOctets(text) ? toWindows1252(text) : undefined;
  return decodeEncodedWords(octets ? decodeUnlabelled(octets) : text);
}

/** The first segment may begin with `charset'language'`; it holds for all of them. */
function decodeExtended(segments: readonly Segment[]): string {
  const start = segments[0]?.isExtended ? CHARSET_AND_LANGUAGE.exec(segments[0].text) : null;
  const octets = segments.map(({ text, isExtended }, index) => {
    const content = toOctets(index === 0 ? text.slice(start?.[0].length ?? 0) : text);
    return isExtended ? decodeHexEscapes(content, '%') : content;
  });
  return decodeCharset(Buffer.concat(octets), start?.[1] || undefined);
}

function toOctets(text: string): Uint8Array {
  return (hasOctets(text) ? toWindows1252(text) : undefined) ?? Buffer.from(text);
}

/** True for text in which characters may be octets that were sent without encoding, each read as one of windows-1252. */
function hasOctets(text: string): boolean {
  return BEYOND_ASCII.test(text) || text.includes(ESC);
}
