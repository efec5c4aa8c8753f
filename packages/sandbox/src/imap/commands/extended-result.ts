/** RETURN options of SEARCH and SORT, and the ESEARCH answer to them (RFC 4731, RFC 5267). */

import type { OctetText } from '../../octet-text.ts';
import type { ArgumentReader } from '../wire/argument-reader.ts';
import { reject } from '../wire/refusal.ts';
import { formatSequenceSet } from '../wire/sequence-set.ts';
import type { Invocation } from './command.ts';

/** What of the result is asked for. */
export interface ReturnOptions {
  readonly wants: ReadonlySet<'MIN' | 'MAX' | 'COUNT' | 'ALL'>;
  /** Places in the result, counted from 1, both included. */
  readonly partial: { readonly from: number; readonly to: number } | undefined;
}

/** A result in its order: message numbers or uids, with the mod-sequence of each when it must be told. */
export interface SearchResult {
  readonly numbers: readonly number[];
  readonly modSeqs: readonly number[] | undefined;
}

/** Reads `(MIN COUNT PARTIAL 1:50 ...)`. No option at all means ALL. */
export function readReturnOptions(
  args: ArgumentReader,
  allows: { readonly partial: boolean },
): ReturnOptions {
  const wants = new Set<'MIN' | 'MAX' | 'COUNT' | 'ALL'>();
  let partial: ReturnOptions['partial'];
  args.list(() => {
    const option = args.keyword();
    if (option === 'PARTIAL' && allows.partial) partial = readPartial(args);
    else if (option === 'MIN' || option === 'MAX' || option === 'COUNT' || option === 'ALL')
      wants.add(option);
    else throw reject(`Unknown return option ${option}`);
  });
  if (partial !== undefined && wants.has('ALL')) throw reject('PARTIAL and ALL exclude each other');
  if (wants.size === 0 && partial === undefined) wants.add('ALL');
  return { wants, partial };
}

function readPartial(args: ArgumentReader): ReturnOptions['partial'] {
  args.space();
  const first = args.number();
  args.take(':');
  const second = args.number();
  if (first === 0 || second === 0) throw reject('Invalid PARTIAL range');
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

/** The ESEARCH line without its `* `. MIN and MAX are the first and last in the result's order. */
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
    ...(partial === undefined ? [] : [`PARTIAL (${partial.from}:${partial.to} ${slice(numbers, partial)})`]),
    ...(wants.has('COUNT') ? [`COUNT ${numbers.length}`] : []),
    ...modSeqWords(options, result),
  ];
  return words.join(' ');
}

function slice(
  numbers: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): string {
  return formatSequenceSet(numbers.slice(from - 1, to)) || 'NIL';
}

/** The highest mod-sequence of the messages that are shown (RFC 7162 §3.1.10). */
function modSeqWords({ wants }: ReturnOptions, { modSeqs }: SearchResult): readonly string[] {
  if (modSeqs === undefined || modSeqs.length === 0) return [];
  const showsAll = wants.has('ALL') || wants.has('COUNT');
  const shown = showsAll
    ? modSeqs
    : [...(wants.has('MIN') ? modSeqs.slice(0, 1) : []), ...(wants.has('MAX') ? modSeqs.slice(-1) : [])];
  return shown.length === 0 ? [] : [`MODSEQ ${maximum(shown)}`];
}

/** Without spreading: a result may have more numbers than a call takes arguments. */
export function maximum(numbers: readonly number[]): number {
  return numbers.reduce((highest, number) => Math.max(highest, number), 0);
}
