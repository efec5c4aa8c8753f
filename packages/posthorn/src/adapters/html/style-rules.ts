import { withoutComments } from '../../message/html/css-comments.ts';
import { holdsOnScreen } from './media-query.ts';

/** Twice a large newsletter. */
const MAX_CHARACTERS = 131_072;
const MARKS_OF_COMMENTS = /<!--|-->/g;
const MEDIA = /^@media\b/i;
const STRING_END = { '"': /["\n]/g, "'": /['\n]/g };

/** An unsafe rule. */
export interface StyleRule {
  readonly selectors: string;
  readonly declarations: string;
}

/** Contains rules, declarations, or skipped content. */
type BlockKind = 'group' | 'rule' | 'other';

/**
 * Screen rules in order, from 128 KB, without at-rules except `@media`. Unsafe: match selectors only, filter
 * declarations. Linear; never throws.
 */
export function readStyleRules(css: string): readonly StyleRule[] {
  const text = withoutComments(css.slice(0, MAX_CHARACTERS)).replace(MARKS_OF_COMMENTS, ' ');
  const blocks = createBlockReader(text);
  const token = /["'{};]/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    if (mark === '{') blocks.open(found.index);
    else if (mark === '}') blocks.close(found.index);
    else if (mark === ';') blocks.endStatement(found.index);
    else token.lastIndex = endOfString(text, mark === '"' ? '"' : "'", found.index + 1);
  }
  blocks.close(text.length);
  return blocks.rules;
}

interface BlockReader {
  readonly rules: readonly StyleRule[];
  open(index: number): void;
  close(index: number): void;
  endStatement(index: number): void;
}

function createBlockReader(text: string): BlockReader {
  const rules: StyleRule[] = [];
  const blocks: BlockKind[] = [];
  let selectors = '';
  let start = 0;
  return {
    rules,
    open(index) {
      const outer = blocks.at(-1) ?? 'group';
      const prelude = text.slice(start, index).trim();
      blocks.push(outer === 'group' ? kindOf(prelude) : 'other');
      // The filter refuses nested blocks.
      if (outer === 'rule') return;
      selectors = prelude;
      start = index + 1;
    },
    close(index) {
      const closed = blocks.pop();
      if (closed === 'rule') rules.push({ selectors, declarations: text.slice(start, index) });
      if (blocks.at(-1) !== 'rule') start = index + 1;
    },
    endStatement(index) {
      if ((blocks.at(-1) ?? 'group') === 'group') start = index + 1;
    },
  };
}

function kindOf(prelude: string): BlockKind {
  if (!prelude.startsWith('@')) return 'rule';
  return MEDIA.test(prelude) && holdsOnScreen(prelude.replace(MEDIA, '')) ? 'group' : 'other';
}

function endOfString(text: string, quote: '"' | "'", start: number): number {
  const end = STRING_END[quote];
  end.lastIndex = start;
  return end.exec(text) === null ? text.length : end.lastIndex;
}
