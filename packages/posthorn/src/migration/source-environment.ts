/** Reads the `.env` of an installation of lumen-app-email. */
import { parseEnvText } from '../config/env-text.ts';

/** A looked-up value (null for the word null, undefined where the key is missing), or why it is not known. */
export type EnvironmentValue = { readonly value: string | null | undefined } | { readonly reason: string };

/** The environment of the old installation. */
export interface SourceEnvironment {
  readonly keys: readonly string[];
  lookUp(key: string): EnvironmentValue;
  /** The line of the key, from one; undefined when it is missing. */
  lineOf(key: string): number | undefined;
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z0-9_.]+)\s*=/;
/** The reader of the old backend puts the values of other keys there. */
const REFERENCE = '${';
/** Words with a meaning in the old backend, with and without parentheses. */
const WORDS: ReadonlyMap<string, string | null> = new Map<string, string | null>([
  ['true', 'true'],
  ['false', 'false'],
  ['empty', ''],
  ['null', null],
]);

/** The variables of a dotenv text. */
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
