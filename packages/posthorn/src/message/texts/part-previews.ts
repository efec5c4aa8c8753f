import type { BodyPart } from '../../domain/messages/body-structure.ts';
import type { PreviewOptions } from '../../domain/messages/message-query.ts';
import { selectMessageParts } from '../parts/message-parts.ts';
import type { TextPortion } from './body-texts.ts';
import { decodePartText } from './part-text.ts';
import { toPreviewText } from './preview-text.ts';

/** Portions for one preview. */
export interface PreviewPortions {
  /** Mostly enough; null without text. */
  readonly first: TextPortion | null;
  readonly more: readonly TextPortion[];
}

/** HTML has a head. */
const FIRST_OCTETS = { plain: 2 * 1024, html: 4 * 1024 };
/** With styles and newsletters' padding. */
const MORE_OCTETS = { plain: 8 * 1024, html: 64 * 1024 };
const LAST_OCTETS = 256 * 1024;
/** UTF-8 in quoted-printable. */
const OCTETS_PER_CHARACTER = 12;
const ENOUGH_CHARACTERS = 80;
const MAX_PARTS = 3;
const CUT_REFERENCE = /&[#\w]{0,30}$/;
const CUT_ESCAPE = /=[0-9A-Fa-f]?$/;
const ESCAPE_OCTETS = 3;

/** The portions to read. */
export function previewPortions(structure: BodyPart, options: PreviewOptions): PreviewPortions {
  const [part, ...others] = previewParts(structure, options);
  if (part === undefined) return { first: null, more: [] };
  const first = { part, octets: Math.max(FIRST_OCTETS[kindOf(part)], octetsFor(options)) };
  const more = [part, ...others].map((each) => ({
    part: each,
    octets: Math.max(MORE_OCTETS[kindOf(each)], octetsFor(options)),
  }));
  return { first, more };
}

/** The first portion's octets and preview. */
export interface FirstReading {
  readonly octets: Uint8Array | undefined;
  readonly text: string;
}

/** None if the first has enough, or all text. */
export function furtherPortions(
  { first, more }: PreviewPortions,
  { octets, text }: FirstReading,
  { maxCharacters }: PreviewOptions,
): readonly TextPortion[] {
  if (first === null || octets === undefined) return [];
  const isCut = isCutBy(first, octets);
  if (text === '') return more.filter(({ part }) => isCut || part !== first.part);
  const isEnough = text.length >= Math.min(maxCharacters, ENOUGH_CHARACTERS);
  return isEnough || !isCut ? [] : more.slice(0, 1);
}

/** HTML cut within its styles. */
export function lastPortions(
  portions: readonly TextPortion[],
  contents: ReadonlyMap<string, Uint8Array>,
): readonly TextPortion[] {
  const cut = portions.find((portion) => {
    const octets = contents.get(portion.part.path);
    return kindOf(portion.part) === 'html' && octets !== undefined && isCutBy(portion, octets);
  });
  return cut === undefined ? [] : [{ part: cut.part, octets: LAST_OCTETS }];
}

/** The first non-blank text. */
export function toPreview(
  portions: readonly TextPortion[],
  contents: ReadonlyMap<string, Uint8Array>,
  { maxCharacters }: PreviewOptions,
): string {
  for (const portion of portions) {
    const octets = contents.get(portion.part.path);
    const text = octets ? previewOf(portion, octets, maxCharacters) : '';
    if (text !== '') return text;
  }
  return '';
}

/** All sources' first texts, then the others. */
function previewParts(structure: BodyPart, { sources }: PreviewOptions): readonly BodyPart[] {
  const selected = selectMessageParts(structure);
  const kinds = sources.map((source) => selected[source]);
  const parts = [...kinds.map(([first]) => first), ...kinds.flatMap(([, ...others]) => others)];
  return [...new Set(parts)].filter((part) => part !== undefined).slice(0, MAX_PARTS);
}

function octetsFor({ maxCharacters }: PreviewOptions): number {
  return maxCharacters * OCTETS_PER_CHARACTER;
}

function previewOf(portion: TextPortion, octets: Uint8Array, maxCharacters: number): string {
  return toPreviewText(textOf(portion, octets), { mediaType: mediaTypeOf(portion.part), maxCharacters });
}

function isCutBy(portion: TextPortion, octets: Uint8Array): boolean {
  return octets.length >= portion.octets;
}

function textOf(portion: TextPortion, octets: Uint8Array): string {
  const { part } = portion;
  if (!isCutBy(portion, octets)) return decodePartText(octets, part);
  const text = decodePartText(withoutCutEscape(octets.subarray(0, portion.octets), part), part);
  return kindOf(part) === 'html' ? text.replace(CUT_REFERENCE, '') : text;
}

function withoutCutEscape(octets: Uint8Array, { encoding }: BodyPart): Uint8Array {
  if (!encoding.toLowerCase().includes('quoted-printable')) return octets;
  const end = Buffer.from(octets.subarray(-ESCAPE_OCTETS)).toString('latin1');
  const cut = CUT_ESCAPE.exec(end)?.[0] ?? '';
  return octets.subarray(0, octets.length - cut.length);
}

function kindOf({ mediaType }: BodyPart): 'plain' | 'html' {
  return mediaType === 'text/html' ? 'html' : 'plain';
}

function mediaTypeOf(part: BodyPart): 'text/plain' | 'text/html' {
  return kindOf(part) === 'html' ? 'text/html' : 'text/plain';
}
