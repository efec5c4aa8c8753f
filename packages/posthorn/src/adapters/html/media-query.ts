/** A desktop window. Telephones and dark mode need style sheets. */
const VIEWPORT_PIXELS = 800;
const PIXELS_PER_EM = 16;
const MAX_CHARACTERS = 500;
const QUERY = /^(?:only\s+)?(?:all|screen)?(?:(?:^|\s+and\s*)\(\s*[^()]+\))*$/;
const FEATURE = /\(\s*([^()]+?)\s*\)/g;
const WIDTH = /^(min|max)-(?:device-)?width\s*:\s*(\d{1,5}(?:\.\d{1,4})?)(px|em|rem)$/;

/** True on a light screen 800 pixels wide; unknown queries never match. */
export function holdsOnScreen(queries: string): boolean {
  return queries.length <= MAX_CHARACTERS && queries.toLowerCase().split(',').some(holds);
}

function holds(query: string): boolean {
  const text = query.trim();
  return QUERY.test(text) && [...text.matchAll(FEATURE)].every(([, feature = '']) => hasFeature(feature));
}

function hasFeature(feature: string): boolean {
  const [, bound, number, unit] = WIDTH.exec(feature) ?? [];
  if (bound === undefined) return /^prefers-color-scheme\s*:\s*light$/.test(feature);
  const pixels = Number(number) * (unit === 'px' ? 1 : PIXELS_PER_EM);
  return bound === 'min' ? VIEWPORT_PIXELS >= pixels : VIEWPORT_PIXELS <= pixels;
}
