import type { BodyPart } from '../domain/messages/body-structure.ts';
import type { PreviewOptions } from '../domain/messages/message-query.ts';
import { toBodyStructure } from './parts/body-structure.ts';
import { selectMessageParts } from './parts/message-parts.ts';
import { type MimeLimits, readMimeParts } from './parts/mime-parts.ts';
import {
  type BodyTexts,
  bodyTextPortions,
  type HtmlToText,
  type TextPortion,
  toBodyTexts,
} from './texts/body-texts.ts';
import { previewPortions, toPreview } from './texts/part-previews.ts';

/** Dovecot: 100 levels, 10,000 parts. */
const WHOLE_MESSAGE_LIMITS: MimeLimits = { maxDepth: 500, maxParts: 10_000 };
const NOWHERE: OctetRange = { start: 0, end: 0 };
const LF = 0x0a;
const CR = 0x0d;

interface OctetRange {
  readonly start: number;
  readonly end: number;
}

/** A message parsed from all octets, for servers that do not see its parts. Retains the octets. */
export interface WholeMessage {
  readonly structure: BodyPart;
  readonly isTruncated: boolean;
  /** With enclosed messages. */
  readonly ranges: ReadonlyMap<string, OctetRange>;
  readTexts(htmlToText: HtmlToText): BodyTexts;
  readPreview(options: PreviewOptions): string;
}

/** Accepts cut octets. Never throws; linear. */
export function openWholeMessage(octets: Uint8Array, limits = WHOLE_MESSAGE_LIMITS): WholeMessage {
  const { root, parts, metBounds } = readMimeParts(withLineFeeds(octets), { limits });
  const { structure, isTruncated: isCut } = toBodyStructure(root);
  const isTruncated = isCut || metBounds.size > 0;
  const ranges = new Map(
    parts.map(({ path, contentStart, end }) => [path, { start: contentStart, end }] as const),
  );

  function readPortions(portions: readonly TextPortion[]): ReadonlyMap<string, Uint8Array> {
    return new Map(
      portions.map(({ part, octets: length }) => {
        const { start, end } = ranges.get(part.path) ?? NOWHERE;
        return [part.path, octets.subarray(start, Math.min(end, start + length))];
      }),
    );
  }

  return {
    structure,
    isTruncated,
    ranges,
    readTexts(htmlToText) {
      const selected = selectMessageParts(structure);
      const texts = toBodyTexts(selected, readPortions(bodyTextPortions(selected)), htmlToText);
      return isTruncated ? { ...texts, truncated: [...texts.truncated, 'parts'] } : texts;
    },
    readPreview(options) {
      const { more } = previewPortions(structure, options);
      return toPreview(more, readPortions(more), options);
    },
  };
}

/** From old Macintosh programs. Offsets stay. */
function withLineFeeds(octets: Uint8Array): Uint8Array {
  const lineFeed = octets.indexOf(LF);
  const isUnended = lineFeed === -1 || lineFeed === octets.length - 1;
  if (!isUnended || !octets.includes(CR)) return octets;
  return octets.map((octet) => (octet === CR ? LF : octet));
}
