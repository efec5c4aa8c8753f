/** Decides which CSS declarations received HTML may keep. */

/** Real style attributes are shorter; it also bounds every pattern below. */
const MAX_STYLE_CHARACTERS = 4000;
/** Four sides, or width, style and colour of a border. */
const MAX_VALUES = 4;
const IMPORTANT = /\s*!\s*important$/;
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
/** Family names; quotes must come in pairs within a value. */
const FONTS = /^(?:[\w ,.%/-]|"[\w ,.-]*"|'[\w ,.-]*')+$/;

/**
 * Properties whose effects stay within their box, with the pattern that each of a value's words must match.
 * Nothing that moves a box out of the text (position, negative margins), covers the page or fetches (url) is here.
 */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
  ...spread(COLORS, 'color background background-color border-color'),
  ...spread(LENGTHS, 'width height min-width min-height max-width max-height line-height letter-spacing'),
  ...spread(LENGTHS, 'margin margin-top margin-right margin-bottom margin-left text-indent word-spacing'),
  ...spread(
    LENGTHS,
    'padding padding-top padding-right padding-bottom padding-left border-spacing border-radius',
  ),
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
  ...spread(values('none|block|inline|inline-block|list-item|table|table-row|table-cell'), 'display'),
  ...spread(values('visible|hidden'), 'visibility overflow'),
  ...spread(values('0|1|0?\\.\\d{1,4}'), 'opacity'),
]);
const FONT_PROPERTIES = new Set(['font', 'font-family']);

function spread(pattern: RegExp, names: string): readonly (readonly [string, RegExp])[] {
  return names.split(' ').map((name) => [name, pattern]);
}

/** The allowed declarations of a style attribute, rewritten in lower case; undefined when none is left. */
export function toSafeStyle(style: string): string | undefined {
  if (style.length > MAX_STYLE_CHARACTERS) return undefined;
  const declarations = style.split(';').map(toSafeDeclaration);
  return declarations.filter((declaration) => declaration !== '').join('; ') || undefined;
}

function toSafeDeclaration(declaration: string): string {
  const colon = declaration.indexOf(':');
  const property = declaration.slice(0, colon).trim().toLowerCase();
  const value = declaration
    .slice(colon + 1)
    .trim()
    .toLowerCase()
    .replace(IMPORTANT, '')
    .replace(AROUND_COMMA, ',');
  return colon !== -1 && isAllowed(property, value) ? `${property}: ${value}` : '';
}

function isAllowed(property: string, value: string): boolean {
  if (FONT_PROPERTIES.has(property)) return FONTS.test(value);
  const pattern = PROPERTIES.get(property);
  const words = value.split(/\s+/);
  return pattern !== undefined && words.length <= MAX_VALUES && words.every((word) => pattern.test(word));
}
