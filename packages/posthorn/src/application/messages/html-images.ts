/** Images in HTML that are message parts (RFC 2392). */
import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Null removes the image; undefined keeps it. */
export type ImageSource = string | null | undefined;

const IMAGE = /<img(?=[\s/])/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const CID = 'cid:';
const ANY_CID = /cid:/i;
const IMAGES_AT_ONCE = 1_000;
/** Mail programs write at most ten. */
const MAX_ATTRIBUTES = 100;
const MAX_SOURCE_CHARACTERS = 3_000;
const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#39;', "'"],
]);

/** Content-IDs of the HTML's images. */
export async function shownContentIds(html: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  await mapShownImages(html, (contentId) => {
    ids.add(contentId);
    return undefined;
  });
  return ids;
}

/** Rewrites image sources only, in linear time. */
export async function mapShownImages(
  html: string,
  sourceOf: (contentId: string) => ImageSource,
): Promise<string> {
  if (!ANY_CID.test(html)) return html;
  const pieces: string[] = [];
  let done = 0;
  for (const { index } of html.matchAll(IMAGE)) {
    if (index < done) continue;
    const end = endOfTag(html, index);
    if (end === undefined) break;
    const tag = html.slice(index, end);
    pieces.push(html.slice(done, index), rewriteTag(tag, sourceOf));
    done = end;
    if (pieces.length % (2 * IMAGES_AT_ONCE) === 0) await yieldToOthers();
  }
  return pieces.length === 0 ? html : pieces.join('') + html.slice(done);
}

/** Skips a quoted `>`. */
function endOfTag(html: string, start: number): number | undefined {
  const delimiter = /["'>]/g;
  delimiter.lastIndex = start;
  for (let found = delimiter.exec(html); found !== null; found = delimiter.exec(html)) {
    if (found[0] === '>') return delimiter.lastIndex;
    const quote = html.indexOf(found[0], delimiter.lastIndex);
    if (quote === -1) return undefined;
    delimiter.lastIndex = quote + 1;
  }
  return undefined;
}

function rewriteTag(tag: string, sourceOf: (contentId: string) => ImageSource): string {
  const source = findSource(tag);
  if (source === undefined) return tag;
  const replacement = sourceOf(source.contentId);
  if (replacement === undefined) return tag;
  if (replacement === null) return '';
  return `${tag.slice(0, source.start)}src="${replacement}"${tag.slice(source.end)}`;
}

interface FoundSource {
  readonly contentId: string;
  readonly start: number;
  readonly end: number;
}

function findSource(tag: string): FoundSource | undefined {
  const nameEnd = '<img'.length;
  let looked = 0;
  for (const found of tag.matchAll(ATTRIBUTE)) {
    const [text, name = '', value = ''] = found;
    looked += 1;
    if (looked > MAX_ATTRIBUTES) return undefined;
    if (found.index < nameEnd || name.toLowerCase() !== 'src') continue;
    const url = value.length > MAX_SOURCE_CHARACTERS ? '' : unquote(value).trim();
    if (url.slice(0, CID.length).toLowerCase() !== CID) return undefined;
    const contentId = decodeUrl(url.slice(CID.length));
    return { contentId, start: found.index, end: found.index + text.length };
  }
  return undefined;
}

function unquote(value: string): string {
  const text = /^["']/.test(value) ? value.slice(1, -1) : value;
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES.get(entity) ?? entity);
}

/** RFC 2392 §2 requires percent-encoding; many programs omit it. */
function decodeUrl(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
