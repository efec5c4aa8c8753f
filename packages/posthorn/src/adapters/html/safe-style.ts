import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import { toSafeBackground } from './safe-background.ts';

/** For the patterns below. */
const MAX_STYLE_CHARACTERS = 4000;
/** Four sides, or width, style and colour. */
const MAX_VALUES = 4;
const IMPORTANT = /\s*!\s*important$/i;
const AROUND_COMMA = /\s*,\s*/g;

const NUMBER = '\\d{0,4}\\.?\\d{1,4}';
const LENGTH = `${NUMBER}(?:px|pt|pc|em|ex|rem|ch|cm|mm|in|%)?`;
const COLOR = '#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\\([0-9.,%]{1,40}\\)';

const values = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const KEYWORD = values('[a-z-]{1,30}');
const COLORS = values(COLOR);
const LENGTHS = values(`${LENGTH}|auto|normal|none|inherit`);
const EDGES = values(`${LENGTH}|[a-z-]{3,30}|${COLOR}`);
const FONT_SIZE = values(`${LENGTH}|[a-z-]{5,8}`);
/** With paired quotes. */
const FONTS = /^(?:[\w ,.%/-]|"[\w ,.-]*"|'[\w ,.-]*')+$/;
const FONT_LENGTHS = /(?<![\w.])[\d.]+[a-z%]*/g;
const MEASURE = /^([\d.]+)([a-z%]*)$/;

/** Approximate; without unit: line heights or old-style pixels. */
const PIXELS: ReadonlyMap<string, number> = new Map([
  ...[['', 1] as const, ['px', 1] as const, ['pt', 1.4] as const, ['pc', 16] as const],
  ...['em', 'ex', 'rem', 'ch'].map((unit) => [unit, 16] as const),
  ...[['cm', 38] as const, ['mm', 3.8] as const, ['in', 96] as const],
]);
/** Newsletters are 600 to 800 wide, the tallest images thousands. */
const MAX_BOX_PIXELS = 2_000;
/** More hides text. */
const MAX_GAP_PIXELS = 300;
const MAX_FONT_PIXELS = 200;
const MAX_LETTER_GAP_PIXELS = 50;
const MAX_PERCENT = 100;
/** Text sizes and line heights. */
const MAX_TEXT_PERCENT = 400;

/**
 * A pattern per word. None moves a box out of the text (position, negative margins), covers the page or
 * fetches (url).
 */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
  ...spread(COLORS, 'color background-color border-color'),
  ...spread(LENGTHS, 'width height min-width min-height max-width max-height line-height letter-spacing'),
  ...spread(LENGTHS, 'margin margin-top margin-right margin-bottom margin-left text-indent word-spacing'),
  ...spread(
    LENGTHS,
    'padding padding-top padding-right padding-bottom padding-left border-spacing border-radius',
  ),
  ...spread(LENGTHS, ofCorners('border-*-radius')),
  ...spread(COLORS, ofSides('border-*-color')),
  ...spread(EDGES, `${ofSides('border-*-width')} ${ofSides('border-*-style')}`),
  ...spread(EDGES, 'border border-top border-right border-bottom border-left'),
  ...spread(EDGES, 'border-width border-style text-decoration vertical-align font-weight'),
  ...spread(
    KEYWORD,
    'border-collapse text-align text-transform white-space word-break word-wrap overflow-wrap',
  ),
  ...spread(
    KEYWORD,
    'font-style font-variant direction float clear list-style-type table-layout caption-side',
  ),
  ...spread(FONT_SIZE, 'font-size'),
  ...spread(
    values('none|block|inline|inline-block|inline-table|list-item|table|table-row|table-cell'),
    'display',
  ),
  ...spread(values('border-box|content-box'), 'box-sizing'),
  ...spread(values('visible|hidden'), 'visibility overflow'),
  ...spread(values('0|1|0?\\.\\d{1,4}'), 'opacity'),
]);
const FONT_PROPERTIES = new Set(['font', 'font-family']);

function spread(pattern: RegExp, names: string): readonly (readonly [string, RegExp])[] {
  return names.split(' ').map((name) => [name, pattern]);
}

function ofSides(name: string): string {
  return ['top', 'right', 'bottom', 'left'].map((side) => name.replace('*', side)).join(' ');
}

function ofCorners(name: string): string {
  return ['top-left', 'top-right', 'bottom-right', 'bottom-left']
    .map((corner) => name.replace('*', corner))
    .join(' ');
}

/** An allowed declaration. */
export interface SafeDeclaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Allowed declarations, lower case except addresses. */
export function readDeclarations(style: string, images: RemoteImages): readonly SafeDeclaration[] {
  if (style.length > MAX_STYLE_CHARACTERS) return [];
  return style.split(';').flatMap((declaration) => toSafeDeclaration(declaration, images) ?? []);
}

/** A style attribute; undefined if empty. Without `!important`: nothing is left to override. */
export function writeStyle(declarations: readonly SafeDeclaration[]): string | undefined {
  return declarations.map(({ property, value }) => `${property}: ${value}`).join('; ') || undefined;
}

function toSafeDeclaration(declaration: string, images: RemoteImages): SafeDeclaration | undefined {
  const colon = declaration.indexOf(':');
  if (colon === -1) return undefined;
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const written = declaration.slice(colon + 1).trim();
  const value = written.replace(IMPORTANT, '');
  const isImportant = value !== written;
  if (property === 'background' || property === 'background-image') {
    const background = toSafeBackground(value, images);
    return background === undefined ? undefined : { property, value: background, isImportant };
  }
  const lowerValue = value.toLowerCase().replace(AROUND_COMMA, ',');
  return isAllowed(property, lowerValue) ? { property, value: lowerValue, isImportant } : undefined;
}

function isAllowed(property: string, value: string): boolean {
  if (FONT_PROPERTIES.has(property)) return FONTS.test(value) && hasUsualFontSize(value);
  const pattern = PROPERTIES.get(property);
  const words = value.split(/\s+/);
  return (
    pattern !== undefined &&
    words.length <= MAX_VALUES &&
    words.every((word) => pattern.test(word) && isUsualLength(property, word))
  );
}

function hasUsualFontSize(value: string): boolean {
  const lengths = value.match(FONT_LENGTHS) ?? [];
  return lengths.every((length) => isUsualLength('font-size', length));
}

/** False for attacks on the page. */
function isUsualLength(property: string, word: string): boolean {
  const [, digits, unit = ''] = MEASURE.exec(word) ?? [];
  if (digits === undefined) return true;
  if (unit === '%') return Number(digits) <= maxPercent(property);
  return Number(digits) * (PIXELS.get(unit) ?? 1) <= maxPixels(property);
}

function maxPercent(property: string): number {
  return property === 'font-size' || property === 'line-height' ? MAX_TEXT_PERCENT : MAX_PERCENT;
}

function maxPixels(property: string): number {
  if (/(?:width|height)$/.test(property) && !/^(?:line|border)/.test(property)) return MAX_BOX_PIXELS;
  if (/^(?:font|line)/.test(property)) return property === 'font-weight' ? MAX_BOX_PIXELS : MAX_FONT_PIXELS;
  return /^(?:letter|word)-spacing$/.test(property) ? MAX_LETTER_GAP_PIXELS : MAX_GAP_PIXELS;
}
