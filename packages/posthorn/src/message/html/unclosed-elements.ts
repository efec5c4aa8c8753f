import { Tokenizer } from 'htmlparser2';
import { IGNORE_TOKENS } from './ignored-tokens.ts';

interface StartTag {
  readonly start: number;
  end: number | undefined;
}

/** They close an open option (HTML standard, "optional tags"). */
const ENDS_OF_OPTIONS = new Set(['select', 'datalist', 'optgroup']);

/**
 * Removes unclosed start tags of these lower-case names, which would swallow all later text. Linear; never
 * throws.
 */
export function withoutUnclosedElements(html: string, names: ReadonlySet<string>): string {
  let kept = '';
  let position = 0;
  for (const { start, end = html.length } of findUnclosed(html, names)) {
    kept += html.slice(position, start);
    position = end;
  }
  return kept + html.slice(position);
}

function findUnclosed(html: string, names: ReadonlySet<string>): readonly StartTag[] {
  const open = new Map([...names].map((name): [string, StartTag[]] => [name, []]));
  let current: StartTag | undefined;
  const nameOf = (start: number, end: number) => html.slice(start, end).toLowerCase();
  const endTag = (end: number) => {
    if (current !== undefined) current.end = end + 1;
    current = undefined;
  };

  const tokenizer = new Tokenizer(
    {},
    {
      ...IGNORE_TOKENS,
      onopentagname(start, end) {
        const name = nameOf(start, end);
        const others = open.get(name);
        if (name === 'option') others?.pop();
        current = others && { start: start - 1, end: undefined };
        if (current !== undefined) others?.push(current);
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
      onclosetag(start, end) {
        const name = nameOf(start, end);
        open.get(ENDS_OF_OPTIONS.has(name) ? 'option' : name)?.pop();
      },
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return [...open.values()].flat().sort((one, other) => one.start - other.start);
}
