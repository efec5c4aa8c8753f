import type { BodyPart } from '../../domain/messages/body-structure.ts';
import { decodeCharset } from '../charsets/charset.ts';
import { decodeUnlabelled } from '../charsets/unlabelled-text.ts';
import { toWindows1252 } from '../charsets/windows-1252.ts';
import { decodeHexEscapes } from '../octets/hex-escapes.ts';
import { decodeEncodedWords } from './encoded-words.ts';
import { toSingleLine } from './single-line.ts';

const MAX_SEGMENTS = 128;
const SEGMENT_NAME = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/;
const CHARSET_AND_LANGUAGE = /^([^']{0,100})'[^']{0,100}'/;
const MAX_CHARACTERS = 255;
const MAX_RAW_CHARACTERS = 10_000;
/** `exe.fdp` would look like `pdf.exe`. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const PATH_ONLY = /^\.{0,2}$/;
const ESC = '\u001b';
const BEYOND_ASCII = /[^\p{ASCII}]/u;

interface Segment {
  readonly text: string;
  readonly isExtended: boolean;
}

interface Forms {
  /** `name*` precedes `name`. */
  whole: Segment | undefined;
  readonly segments: Map<number, Segment>;
}

/**
 * Values by lower-case name without asterisks: RFC 2231 (at most 128 segments), encoded words, eight-bit
 * text. Never throws.
 */
export function decodeParameters(parameters: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const formsByName = new Map<string, Forms>();
  for (const [name, value] of parameters) addForm(formsByName, name, value);
  const decoded = new Map<string, string>();
  for (const [name, forms] of formsByName) decoded.set(name, decodeSegments(chooseSegments(forms)));
  return decoded;
}

/**
 * The disposition's file name, else the Content-Type's (RFC 2183 §2.3), without path, control characters and
 * direction overrides; at most 255 characters.
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

/** The first may begin with `charset'language'`. */
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

/** Perhaps unencoded octets, read as windows-1252. */
function hasOctets(text: string): boolean {
  return BEYOND_ASCII.test(text) || text.includes(ESC);
}
