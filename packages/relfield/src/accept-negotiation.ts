/** Chooses the media type of a response from the Accept header. JSON:API 1.1 §content-negotiation, RFC 9110 §12.5.1. */

import type { TokenGrammar } from './field-tokens.ts';
import {
  formatMediaType,
  JSON_API_MEDIA_TYPE,
  listUris,
  type MediaType,
  parseMediaTypes,
} from './media-type.ts';

/** What a service can produce and apply. */
export interface MediaTypeSupport {
  /** Each supported extension URI; with its grammar if it names relfield. */
  readonly extensions: ReadonlyMap<string, TokenGrammar | undefined>;
  readonly profiles: ReadonlySet<string>;
  /** Media types that get the same documents under their own name, for instance `application/json`. */
  readonly alternatives: readonly string[];
}

/** A media type to answer with. */
export interface AcceptedMediaType {
  /** The exact Content-Type: no space, no charset, URIs quoted. */
  readonly contentType: string;
  /** The extensions the client asked for, in its order. */
  readonly extensions: readonly string[];
  /** The grammar of the relfield extension the client named, if it named one. */
  readonly grammar: TokenGrammar | undefined;
}

interface Candidate extends AcceptedMediaType {
  readonly weight: number;
}

/** The Accept header and what else decides the choice. */
export interface AcceptQuestion {
  /** The header as sent; absent and empty mean that everything is accepted. */
  readonly accept: string | undefined;
  /** Whether the query holds a parameter of the relfield namespace, which only some entries can serve. */
  readonly needsRelfield: boolean;
}

const PLAIN = { contentType: JSON_API_MEDIA_TYPE, extensions: [], grammar: undefined };
const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * Returns the media type to answer with, or nothing if none is acceptable (406).
 * Once the header names the JSON:API media type, only those entries count: a wildcard does not rescue them.
 * Highest weight first, then most extensions, then the order of the header.
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
  // Two grammars would give one parameter two meanings.
  if (grammars.size > 1) return [];
  const profiles = listUris(entry, 'profile').filter((uri) => support.profiles.has(uri));
  const [grammar] = grammars;
  return [{ contentType: formatMediaType({ extensions, profiles }), extensions, grammar, weight }];
}

/** Without the JSON:API media type, a wildcard means its plain form, and alternatives mean themselves. */
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
  // The sort is stable, so equals keep the order of the header.
  return candidates.toSorted((a, b) => b.weight - a.weight || b.extensions.length - a.extensions.length)[0];
}

/** Returns the weight of an entry; a malformed or repeated one makes the entry unusable, like `q=0`. */
function readWeight(entry: MediaType): number {
  const [weight, ...repeated] = entry.parameters.filter(({ name }) => name === 'q');
  if (weight === undefined) return 1;
  return repeated.length === 0 && WEIGHT.test(weight.value) ? Number(weight.value) : 0;
}
