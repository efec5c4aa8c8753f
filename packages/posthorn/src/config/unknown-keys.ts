import type { ConfigurationProblem } from './configuration-error.ts';
import { editDistance } from './edit-distance.ts';
import { splitEnvText } from './env-segments.ts';
import { parseEnvText } from './env-text.ts';
import { settingRows } from './settings.ts';

/** Findings about a `.env` file's keys. */
export interface EnvFindings {
  /** They prevent the start. */
  readonly problems: readonly ConfigurationProblem[];
  /** One sentence each. */
  readonly warnings: readonly string[];
}

const KEYS: readonly string[] = Object.values(settingRows).map(({ key }) => key);
/** No other program uses them. */
const OWN_PREFIX = /^(?:APP|METRICS)_/;
/** More changes make another word. */
const MAX_DISTANCE = 2;
/** In short keys each letter counts. */
const SHORT_KEY_CHARACTERS = 5;
const BLANK_OR_COMMENT = /^\s*(?:#|$)/;
const SHOWN_KEY_CHARACTERS = 60;

/** Malformed lines and unknown keys. `name`: the file's. */
export function examineEnvText(text: string, name: string): EnvFindings {
  const unreadable = findUnreadableLines(text).map((line) => ({
    key: `${name}, line ${line}`,
    expected: 'KEY=value or a comment',
    // May belong to a secret.
    got: 'neither',
  }));
  const unknown = unreadable.length > 0 ? [] : [...parseEnvText(text).keys()].filter(isUnknown);
  return {
    problems: [
      ...unreadable,
      ...unknown.filter(isOwn).map((key) => ({ key: `${name}: ${showKey(key)}`, ...describeUnknown(key) })),
    ],
    warnings: unknown
      .filter((key) => !isOwn(key))
      .map((key) => `${name}: ${showKey(key)} is no setting and is ignored.${advise(key)}`),
  };
}

/** Keys that resemble settings; others may be other programs'. */
export function examineEnvironment(names: readonly string[]): readonly string[] {
  return names
    .filter((key) => isUnknown(key) && (isOwn(key) || isNearMiss(key)))
    .map((key) => `${showKey(key)} in the environment is no setting and is ignored.${advise(key)}`);
}

function findUnreadableLines(text: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  for (const { key, head, value, tail } of splitEnvText(text.replace(/^\ufeff/, ''))) {
    if (key === null && !BLANK_OR_COMMENT.test(tail)) lines.push(line);
    line += `${head}${value}${tail}`.split('\n').length - 1;
  }
  return lines;
}

function isUnknown(key: string): boolean {
  return !KEYS.includes(key);
}

function isOwn(key: string): boolean {
  return OWN_PREFIX.test(key);
}

function isNearMiss(key: string): boolean {
  return key.length > SHORT_KEY_CHARACTERS && findNearest(key) !== undefined;
}

function describeUnknown(key: string): { readonly expected: string; readonly got: string } {
  const nearest = findNearest(key);
  return {
    expected: nearest === undefined ? 'the name of a setting (docs/settings.md)' : nearest,
    got: 'a key that is no setting',
  };
}

function advise(key: string): string {
  const nearest = findNearest(key);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function findNearest(key: string): string | undefined {
  const allowed = key.length > SHORT_KEY_CHARACTERS ? MAX_DISTANCE : 1;
  const word = key.toUpperCase().slice(0, SHOWN_KEY_CHARACTERS);
  const ranked = KEYS.map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((first, second) => first.distance - second.distance);
  return ranked[0]?.candidate;
}

/** May be as long as the file. */
function showKey(key: string): string {
  return key.length > SHOWN_KEY_CHARACTERS ? `${key.slice(0, SHOWN_KEY_CHARACTERS)}...` : key;
}
