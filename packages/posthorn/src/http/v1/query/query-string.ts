import { decodeForm, decodePercent, type QueryParameter } from 'relfield';

/** Null removes a parameter. */
export type QueryChanges = ReadonlyMap<string, string | null>;

/** A cache buster of old browsers. */
const IGNORED: ReadonlySet<string> = new Set(['_dc']);
const RELFIELD_PREFIX = 'relfield:';

/** Writes a link's query, changed parameters last. Names are encoded: raw brackets are invalid in URIs. */
export function writeQuery(parameters: readonly QueryParameter[], changes: QueryChanges = new Map()): string {
  const kept = parameters
    .filter(({ name }) => !IGNORED.has(name) && !changes.has(name))
    .map((parameter) => writePair(parameter.name, decodeValue(parameter)));
  const changed = [...changes].flatMap(([name, value]) => (value === null ? [] : [writePair(name, value)]));
  const pairs = [...kept, ...changed];
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A raw plus is a space, except in relfield parameters. */
function decodeValue({ name, rawValue }: QueryParameter): string {
  return name.startsWith(RELFIELD_PREFIX) ? decodePercent(rawValue) : decodeForm(rawValue);
}

function writePair(name: string, value: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;
}
