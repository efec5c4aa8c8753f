/** Sets of message numbers or uids such as `1:3,7,9:*` (RFC 3501 §9 sequence-set). */
import { reject } from './refusal.ts';

/** An inclusive range, lowest first. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

const ELEMENT = /^([1-9][0-9]{0,9}|\*)(?::([1-9][0-9]{0,9}|\*))?$/;
const MAX_NUMBER = 0xffff_ffff;

/**
 * The ranges that `text` names, in ascending order and without overlap; `*` stands for `largest`.
 * Overlap is removed because a client may name one message many thousand times.
 */
export function parseSequenceSet(text: string, largest: number): readonly NumberRange[] {
  const ranges = text.split(',').map((element) => parseElement(element, largest));
  ranges.sort((a, b) => a.from - b.from);
  const merged: NumberRange[] = [];
  for (const range of ranges) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to + 1) merged.push(range);
    else if (range.to > last.to) merged[merged.length - 1] = { from: last.from, to: range.to };
  }
  return merged;
}

function parseElement(element: string, largest: number): NumberRange {
  const match = ELEMENT.exec(element);
  if (match === null) throw reject('Invalid message set');
  const first = toNumber(match[1] ?? '', largest);
  const second = match[2] === undefined ? first : toNumber(match[2], largest);
  return { from: Math.min(first, second), to: Math.max(first, second) };
}

function toNumber(text: string, largest: number): number {
  const value = text === '*' ? largest : Number(text);
  if (value > MAX_NUMBER) throw reject('Invalid message set');
  return value;
}

/** The set that names `numbers` in their order; ascending runs become ranges. */
export function formatSequenceSet(numbers: readonly number[]): string {
  const elements: string[] = [];
  let start = 0;
  for (let index = 1; index <= numbers.length; index++) {
    if (index < numbers.length && numbers[index] === Number(numbers[index - 1]) + 1) continue;
    const isSingle = index - start === 1;
    elements.push(isSingle ? `${numbers[start]}` : `${numbers[start]}:${numbers[index - 1]}`);
    start = index;
  }
  return elements.join(',');
}
