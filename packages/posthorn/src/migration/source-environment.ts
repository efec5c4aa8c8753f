import { parseEnvText } from '../config/env-text.ts';

/** A value (undefined without the key), or why unknown. */
export type EnvironmentValue = { readonly value: string | null | undefined } | { readonly reason: string };

/** The old installation's environment. */
export interface SourceEnvironment {
  readonly keys: readonly string[];
  lookUp(key: string): EnvironmentValue;
  /** From 1. */
  lineOf(key: string): number | undefined;
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z0-9_.]+)\s*=/;
/** Refers to another key. */
const REFERENCE = '${';
/** The old backend's keywords. */
const WORDS: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ['true', 'true'],
  ['false', 'false'],
  ['empty', ''],
  ['null', null],
]);

/** Reads the variables of `.env`. */
export function readSourceEnvironment(text: string): SourceEnvironment {
  const values = parseEnvText(text);
  const lines = findLines(text);
  return {
    keys: [...values.keys()],
    lookUp(key) {
      const value = values.get(key);
      if (value?.includes(REFERENCE)) return { reason: `${key} refers to another key; write its value out` };
      return { value: value === undefined ? undefined : resolveWord(value) };
    },
    lineOf: (key) => lines.get(key),
  };
}

function findLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const key = ASSIGNMENT.exec(line)?.[1];
    if (key !== undefined) lines.set(key, index + 1);
  }
  return lines;
}

function resolveWord(value: string): string | null {
  const word = WORDS.get(value.toLowerCase().replace(/^\((.*)\)$/, '$1'));
  return word === undefined ? value : word;
}
