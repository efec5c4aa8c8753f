import { reject } from './refusal.ts';

/** An inclusive range, lowest first. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

const ELEMENT = /^([1-9][0-9]{0,9}|\*)(?::([1-9][0-9]{0,9}|\*))?$/;
const MAX_NUMBER = 0xffff_ffff;

/** Ascending, without overlap (RFC 3501 §9). Clients may repeat numbers. */
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

/** `*` is BAD. */
export function parseFixedSet(text: string): readonly NumberRange[] {
  if (text.includes('*')) throw reject('Invalid message set');
  return parseSequenceSet(text, 0);
}

/** True if a range contains it. */
export function isInRanges(ranges: readonly NumberRange[], number: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.to ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.from ?? Number.POSITIVE_INFINITY) <= number;
}

/** Counts the numbers. */
export function countNumbers(ranges: readonly NumberRange[]): number {
  return ranges.reduce((count, { from, to }) => count + to - from + 1, 0);
}

/** Lazy: up to four billion. */
export function* numbersOf(ranges: readonly NumberRange[]): Generator<number, undefined> {
  for (const { from, to } of ranges) {
    for (let number = from; number <= to; number++) yield number;
  }
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

/** Keeps the order; ascending runs become ranges. */
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
