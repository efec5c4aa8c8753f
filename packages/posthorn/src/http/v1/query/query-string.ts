/** The query of a request, written again for the links of its answer. */
import { decodeForm, decodePercent, type QueryParameter } from 'relfield';

/** Parameters by name that a link has instead of the request's own; null for none. */
export type QueryChanges = ReadonlyMap<string, string | null>;

/** Parameters without effect on the answer: `_dc` bypasses the caches of old browsers. */
const IGNORED: ReadonlySet<string> = new Set(['_dc']);
const RELFIELD_PREFIX = 'relfield:';

/**
 * The query with its `?`, empty without parameters. Every name and value is percent-encoded: raw brackets are no
 * URI. Changed parameters go to the end.
 */
export function writeQuery(parameters: readonly QueryParameter[], changes: QueryChanges = new Map()): string {
  const kept = parameters
    .filter(({ name }) => !IGNORED.has(name) && !changes.has(name))
    .map((parameter) => writePair(parameter.name, decodeValue(parameter)));
  const changed = [...changes].flatMap(([name, value]) => (value === null ? [] : [writePair(name, value)]));
  const pairs = [...kept, ...changed];
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A raw plus is a plus in parameters of the extension, and a space in all others. */
function decodeValue({ name, rawValue }: QueryParameter): string {
  return name.startsWith(RELFIELD_PREFIX) ? decodePercent(rawValue) : decodeForm(rawValue);
}

function writePair(name: string, value: string): string {
  return `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`;
}
