const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
const ENTITY = /&(?:#([0-9]{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const HIDDEN = ['style', 'script', 'head', 'title'] as const;
const MAX_CODE_POINT = 0x10ffff;

/** Rough text for previews, in one pass. */
export function htmlToText(html: string): string {
  const lower = html.toLowerCase();
  const pieces: string[] = [];
  let position = 0;
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', position)) {
    pieces.push(html.slice(position, open), ' ');
    position = endOfMarkup(lower, open);
  }
  pieces.push(html.slice(position));
  return pieces.join('').replace(ENTITY, decodeEntity);
}

function endOfMarkup(lower: string, open: number): number {
  const hidden = HIDDEN.find(
    (name) => lower.startsWith(name, open + 1) && !/[a-z]/.test(lower.charAt(open + 1 + name.length)),
  );
  if (lower.startsWith('<!--', open)) return behind('-->', { lower, from: open });
  if (hidden === undefined) return behind('>', { lower, from: open });
  return behind('>', { lower, from: behind(`</${hidden}`, { lower, from: open }) - 1 });
}

function behind(mark: string, { lower, from }: { readonly lower: string; readonly from: number }): number {
  const at = lower.indexOf(mark, from);
  return at < 0 ? lower.length : at + mark.length;
}

function decodeEntity(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [decimal, hex, name] = groups;
  if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole;
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
}
