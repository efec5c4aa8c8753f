/** Responses as JSON, to be compared with vectors and with each other. */
import { NumberSet } from '../../src/wire/number-set.ts';

/** Members whose null or empty value says something else than a member that is missing. */
const OPTIONAL_MEMBERS = new Set([
  ...['flags', 'capabilities', 'roots', 'resources', 'fields', 'threads', 'numbers', 'envelope'],
  ...['preview', 'emailId', 'threadId', 'appendLimit', 'personal', 'otherUsers', 'shared'],
]);

/**
 * The value as JSON. Octets become `{ "octets": "…" }` with one character an octet, a bigint `"12n"`, a set of numbers `"1:3,5"`,
 * a map an object. Members that every value of their type has are left out where they are null or empty.
 */
export function toPlainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === null || typeof value !== 'object') return value;
  if (Buffer.isBuffer(value)) return { octets: value.toString('latin1') };
  if (value instanceof NumberSet) return toSetText(value);
  if (value instanceof Uint32Array) return [...value];
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (value instanceof Map) return toPlainMembers([...value], () => false);
  return toPlainMembers(Object.entries(value), isLeftOut);
}

function toPlainMembers(
  members: readonly (readonly [string, unknown])[],
  isOmitted: (name: string, value: unknown) => boolean,
): unknown {
  return Object.fromEntries(
    members
      .filter(([name, value]) => !isOmitted(name, value))
      .map(([name, value]) => [name, toPlainValue(value)]),
  );
}

function isLeftOut(name: string, value: unknown): boolean {
  if (OPTIONAL_MEMBERS.has(name)) return false;
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (value instanceof Map && value.size === 0);
}

/** The set as in the grammar: `4,6:9`. */
function toSetText({ ranges }: NumberSet): string {
  const texts: string[] = [];
  for (let index = 0; index < ranges.length; index += 2) {
    const [first, last] = [ranges[index], ranges[index + 1]];
    texts.push(first === last ? `${first}` : `${first}:${last}`);
  }
  return texts.join(',');
}
