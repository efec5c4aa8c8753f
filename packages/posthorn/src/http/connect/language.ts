import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import type { Texts } from './texts.ts';

/** A page language. */
export interface Language {
  /** BCP 47. */
  readonly tag: 'en' | 'de';
  readonly texts: Texts;
}

const LANGUAGES: readonly Language[] = [
  { tag: 'en', texts: ENGLISH },
  { tag: 'de', texts: GERMAN },
];
const DEFAULT: Language = { tag: 'en', texts: ENGLISH };
const MAX_RANGES = 20;
const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i;

/** The browser's preferred language (RFC 9110 §12.5.4). Default: English. */
export function languageFor(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').split(',').slice(0, MAX_RANGES).map(toRange);
  const preferred = ranges
    .filter(({ weight }) => weight > 0)
    .sort((first, second) => second.weight - first.weight)
    .flatMap(({ primary }) => LANGUAGES.filter(({ tag }) => tag === primary));
  return preferred[0] ?? DEFAULT;
}

function toRange(text: string): { readonly primary: string; readonly weight: number } {
  const [range = '', ...parameters] = text.split(';');
  const weight = parameters.map((parameter) => WEIGHT.exec(parameter)?.[1]).find((value) => value);
  return { primary: range.trim().toLowerCase().split('-', 1)[0] ?? '', weight: Number(weight ?? 1) };
}
