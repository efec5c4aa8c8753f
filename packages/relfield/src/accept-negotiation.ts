import type { TokenGrammar } from './field-tokens.ts';
import {
  formatMediaType,
  JSON_API_MEDIA_TYPE,
  listUris,
  type MediaType,
  parseMediaTypes,
} from './media-type.ts';

/** A service's media types and extensions. */
export interface MediaTypeSupport {
  /** URIs, with the grammar of relfield ones. */
  readonly extensions: ReadonlyMap<string, TokenGrammar | undefined>;
  readonly profiles: ReadonlySet<string>;
  readonly alternatives: readonly string[];
}

/** A response's media type. */
export interface AcceptedMediaType {
  /** The exact Content-Type, without space or charset. */
  readonly contentType: string;
  /** In the client's order. */
  readonly extensions: readonly string[];
  readonly grammar: TokenGrammar | undefined;
}

interface Candidate extends AcceptedMediaType {
  readonly weight: number;
}

/** Accept and other criteria. */
export interface AcceptQuestion {
  /** Absent or empty: everything is accepted. */
  readonly accept: string | undefined;
  /** A relfield parameter restricts the choice. */
  readonly needsRelfield: boolean;
}

const PLAIN = { contentType: JSON_API_MEDIA_TYPE, extensions: [], grammar: undefined };
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Chooses the response's media type (RFC 9110 §12.5.1); undefined means 406. Wildcards count only if no entry
 * names JSON:API. Order: weight, extension count, header.
 */
export function chooseMediaType(
  { accept, needsRelfield }: AcceptQuestion,
  support: MediaTypeSupport,
): AcceptedMediaType | undefined {
  const entries = parseMediaTypes(accept ?? '');
  if (entries.length === 0) return PLAIN;
  const named = entries.filter(({ type }) => type === JSON_API_MEDIA_TYPE);
  if (named.length === 0) return chooseUnnamed(entries, support);
  const candidates = named.flatMap((entry) => toCandidate(entry, support));
  const withRelfield = candidates.filter(({ grammar }) => grammar !== undefined);
  return best(needsRelfield && withRelfield.length > 0 ? withRelfield : candidates);
}

function toCandidate(entry: MediaType, support: MediaTypeSupport): Candidate[] {
  const weight = readWeight(entry);
  const hasOther = entry.parameters.some(({ name }) => name !== 'ext' && name !== 'profile' && name !== 'q');
  const extensions = listUris(entry, 'ext');
  if (weight === 0 || hasOther || !extensions.every((uri) => support.extensions.has(uri))) return [];
  const grammars = new Set(extensions.flatMap((uri) => support.extensions.get(uri) ?? []));
  // Two grammars would be ambiguous.
  if (grammars.size > 1) return [];
  const profiles = listUris(entry, 'profile').filter((uri) => support.profiles.has(uri));
  const [grammar] = grammars;
  return [{ contentType: formatMediaType({ extensions, profiles }), extensions, grammar, weight }];
}

/** A wildcard means plain JSON:API. */
function chooseUnnamed(entries: readonly MediaType[], support: MediaTypeSupport): Candidate | undefined {
  const wildcard =
    entries.find(({ type }) => type === 'application/*') ?? entries.find(({ type }) => type === '*/*');
  const alternatives = entries
    .filter(({ type }) => support.alternatives.includes(type))
    .map((entry) => ({ ...PLAIN, contentType: entry.type, weight: readWeight(entry) }));
  const plain = wildcard ? [{ ...PLAIN, weight: readWeight(wildcard) }] : [];
  return best([...alternatives, ...plain].filter(({ weight }) => weight > 0));
}

function best(candidates: readonly Candidate[]): Candidate | undefined {
  // Stable: ties keep header order.
  return candidates.toSorted((a, b) => b.weight - a.weight || b.extensions.length - a.extensions.length)[0];
}

/** A malformed or repeated weight acts like `q=0`. */
function readWeight(entry: MediaType): number {
  const [weight, ...repeated] = entry.parameters.filter(({ name }) => name === 'q');
  if (weight === undefined) return 1;
  return repeated.length === 0 && WEIGHT.test(weight.value) ? Number(weight.value) : 0;
}
