/** All the HTML that messages attack with. */
import { HOSTILE_HTML } from '../adapters/html/hostile-html.ts';
import { LOADING_HTML, OUTSIDE_HTML } from '../adapters/html/leaving-html.ts';
import { MUTATING_HTML } from '../adapters/html/mutating-html.ts';

/** The HTML of vectors, each of which is its name and its HTML. */
export function htmlOf(vectors: readonly (readonly [string, string])[]): readonly string[] {
  return vectors.map(([, html]) => html);
}

/** Each of them, without its name. */
export const VECTORS = htmlOf([...HOSTILE_HTML, ...MUTATING_HTML, ...LOADING_HTML, ...OUTSIDE_HTML]);
