/** RFC 4731, RFC 5182, RFC 5267, RFC 9394. */

import type { OctetText } from '../../octet-text.ts';
import { reject } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import type { Invocation } from './command.ts';
import { type PartialRange, readPartialRange, sliceRange } from './partial-range.ts';

type ResultItem = 'MIN' | 'MAX' | 'COUNT' | 'ALL';

/** Requested results. */
export interface ReturnOptions {
  readonly wants: ReadonlySet<ResultItem>;
  readonly partial: PartialRange | undefined;
  readonly isSaved: boolean;
}

export const ALL_RESULTS: ReturnOptions = { wants: new Set(['ALL']), partial: undefined, isSaved: false };

/** Options beyond ESEARCH and ESORT. */
export interface AllowedOptions {
  readonly partial: boolean;
}

/** Message numbers or uids in order. */
export interface SearchResult {
  readonly numbers: readonly number[];
  readonly modSeqs: readonly number[] | undefined;
}

/** `(MIN COUNT PARTIAL 1:50 SAVE)`; no option means ALL. */
export function readReturnOptions({ session, args }: Invocation, allows: AllowedOptions): ReturnOptions {
  const wants = new Set<ResultItem>();
  const ranges: PartialRange[] = [];
  let isSaved = false;
  args.list(() => {
    const option = args.keyword();
    if (isResultItem(option)) wants.add(option);
    else if (option === 'SAVE' && session.has('SEARCHRES')) isSaved = true;
    else if (option === 'PARTIAL' && allows.partial)
      ranges.push(readPartialRange(args, { fromEnd: session.has('PARTIAL') }));
    else throw reject(`Unknown return option ${option}`);
  });
  args.space();
  const [partial, ...more] = ranges;
  if (more.length > 0) throw reject('PARTIAL can be asked for only once');
  if (partial !== undefined && wants.has('ALL')) throw reject('PARTIAL and ALL exclude each other');
  if (wants.size === 0 && partial === undefined && !isSaved) wants.add('ALL');
  return { wants, partial, isSaved };
}

function isResultItem(option: string): option is ResultItem {
  return option === 'MIN' || option === 'MAX' || option === 'COUNT' || option === 'ALL';
}

/** MIN and MAX follow the result's order. */
export function formatExtendedResult(
  { tag, isUid }: Invocation,
  { options, result }: { readonly options: ReturnOptions; readonly result: SearchResult },
): OctetText {
  const { numbers } = result;
  const { wants, partial } = options;
  const hasAny = numbers.length > 0;
  const words = [
    `ESEARCH (TAG "${tag}")${isUid ? ' UID' : ''}`,
    ...(wants.has('MIN') && hasAny ? [`MIN ${numbers[0]}`] : []),
    ...(wants.has('MAX') && hasAny ? [`MAX ${numbers.at(-1)}`] : []),
    ...(wants.has('ALL') && hasAny ? [`ALL ${formatSequenceSet(numbers)}`] : []),
    ...(partial === undefined ? [] : [formatPartial(partial, numbers)]),
    ...(wants.has('COUNT') ? [`COUNT ${numbers.length}`] : []),
    ...modSeqWords(options, result),
  ];
  return words.join(' ');
}

function formatPartial(range: PartialRange, numbers: readonly number[]): OctetText {
  return `PARTIAL (${range.text} ${formatSequenceSet(sliceRange(numbers, range)) || 'NIL'})`;
}

/** RFC 7162 §3.1.10. */
function modSeqWords(options: ReturnOptions, { modSeqs }: SearchResult): readonly string[] {
  const shown = modSeqs === undefined ? [] : namedItems(modSeqs, options);
  return shown.length === 0 ? [] : [`MODSEQ ${maximum(shown)}`];
}

/** RFC 5182 §2.4, RFC 9394 §3.2. */
export function namedItems<Item>(items: readonly Item[], { wants, partial }: ReturnOptions): readonly Item[] {
  const namesSome = wants.has('MIN') || wants.has('MAX') || partial !== undefined;
  if (wants.has('ALL') || wants.has('COUNT') || !namesSome) return items;
  return [
    ...(wants.has('MIN') ? items.slice(0, 1) : []),
    ...(wants.has('MAX') ? items.slice(-1) : []),
    ...(partial === undefined ? [] : sliceRange(items, partial)),
  ];
}

/** No spread: results exceed the argument limit. */
export function maximum(numbers: readonly number[]): number {
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}
