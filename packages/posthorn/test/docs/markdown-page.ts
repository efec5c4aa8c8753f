/** What a page of the documentation points at: its links, the paths that it names, and its own headings. */

export interface MarkdownPage {
  /** Targets of links and images as they are written, such as `cors.md#options`; those with a scheme are left out. */
  readonly links: readonly string[];
  /** Paths of this repository in code spans, such as `docs/cli.md`, from the root on. */
  readonly paths: readonly string[];
  /** Source files in code spans, by their names or the ends of their paths, such as `message-locks.ts`. */
  readonly sources: readonly string[];
  /** The anchors of its headings as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

const FENCE = /^ *(?:```|~~~)/;
const HEADING = /^#{1,6} +(.*)$/;
const CODE_SPAN = /`([^`]+)`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const LINK_TEXT = /\[([^\]]*)\]\([^)]*\)/g;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const SOURCE = /^[a-z0-9/-]+\.ts$/;
const OWN_PATH = /^(?:docs|packages|scripts|deploy|examples)\/[^#]*/;

/** Reads the text of a page. Fenced blocks are examples and point at nothing. */
export function readMarkdown(text: string): MarkdownPage {
  const lines = withoutFences(text.split('\n'));
  const prose = lines.join('\n');
  const words = [...prose.matchAll(CODE_SPAN)].flatMap(([, code = '']) => code.split(/\s+/));
  // A link in a code span is an example too; a code span in the text of a link is none.
  const targets = [...prose.replaceAll(CODE_SPAN, '').matchAll(LINK)].map(([, target = '']) => target);
  return {
    links: targets.filter((target) => !SCHEME.test(target)),
    paths: words.flatMap((word) => OWN_PATH.exec(word)?.[0] ?? []),
    sources: words.filter((word) => SOURCE.test(word)),
    anchors: toAnchors(lines.flatMap((line) => HEADING.exec(line)?.[1] ?? [])),
  };
}

function withoutFences(lines: readonly string[]): readonly string[] {
  let isFenced = false;
  return lines.filter((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isFenced = !isFenced;
    return !isFenced && !isFence;
  });
}

/** Repeated headings get numbers. */
function toAnchors(headings: readonly string[]): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const heading of headings) {
    const anchor = toAnchor(heading);
    let unique = anchor;
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Letters, digits, hyphens and underscores stay, spaces become hyphens. */
function toAnchor(heading: string): string {
  const text = heading.replaceAll(LINK_TEXT, '$1').trim().toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-');
}
