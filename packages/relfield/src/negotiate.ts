import { type AcceptedMediaType, chooseMediaType, type MediaTypeSupport } from './accept-negotiation.ts';
import { findContentTypeProblem } from './content-type-check.ts';
import type { TokenGrammar } from './field-tokens.ts';
import { RELFIELD_NAMESPACE } from './fieldset-parameters.ts';
import { JsonApiError } from './json-api-error.ts';
import type { Limits } from './limits.ts';
import { JSON_API_MEDIA_TYPE } from './media-type.ts';
import { type QueryParameter, rawQuery, readQueryParameters } from './query-parameters.ts';
import type { RelfieldOptions } from './relfield-options.ts';
import type { RequestHead } from './request-head.ts';
import type { ResourceType } from './resource-type.ts';

/** A request with valid limits and media types. */
export interface NegotiatedRequest extends AcceptedMediaType {
  /** Including the host's. */
  readonly parameters: readonly QueryParameter[];
}

/** A service's abilities and limits. */
export interface NegotiationRules {
  readonly support: MediaTypeSupport;
  readonly limits: Limits;
}

/** Throws JsonApiError: 414, 415 or 406. */
export function negotiate(head: RequestHead, { support, limits }: NegotiationRules): NegotiatedRequest {
  const query = rawQuery(head.target);
  if (query.length > limits.maxQueryCharacters) throw queryTooLong(query.length, limits);
  const problem = findContentTypeProblem(head, support);
  if (problem) throw new JsonApiError([problem]);
  const parameters = readQueryParameters(query);
  const needsRelfield = parameters.some(({ name }) => name.startsWith(RELFIELD_NAMESPACE));
  const accepted = chooseMediaType({ accept: head.accept, needsRelfield }, support);
  if (!accepted) throw notAcceptable(support);
  return { ...accepted, parameters };
}

/** Throws TypeError for a malformed or ambiguous URI. */
export function mediaTypeSupport<Type extends ResourceType>(
  options: RelfieldOptions<Type>,
): MediaTypeSupport {
  const extensions = new Map<string, TokenGrammar | undefined>();
  const others = (options.otherExtensions ?? []).map((uri) => ({ uri, grammar: undefined }));
  const relfields = options.extensions.map(({ uri, grammar = 'prefixed' as const }) => ({ uri, grammar }));
  for (const { uri, grammar } of [...others, ...relfields]) {
    if (extensions.has(uri))
      throw new TypeError(`The extension URI '${uri}' is given twice; it has one meaning only.`);
    extensions.set(requireHeaderSafe(uri), grammar);
  }
  const profiles = new Set(options.profiles?.map(requireHeaderSafe));
  const alternatives = (options.alternativeMediaTypes ?? []).map((type) => type.toLowerCase());
  return { extensions, profiles, alternatives };
}

/** A space or quote would break the quoted list. */
function requireHeaderSafe(uri: string): string {
  if (!/^[!#-[\]-~]+$/.test(uri)) throw new TypeError(`'${uri}' is not a URI.`);
  return uri;
}

function queryTooLong(length: number, { maxQueryCharacters }: Limits): JsonApiError {
  const detail = `The query has ${length} characters; at most ${maxQueryCharacters} are read.`;
  return new JsonApiError([{ code: 'query-too-long', detail }]);
}

function notAcceptable({ extensions }: MediaTypeSupport): JsonApiError {
  const uris = [...extensions.keys()].join(', ');
  const detail = `No media type in Accept can be produced. There is ${JSON_API_MEDIA_TYPE}, with the extensions ${uris}.`;
  return new JsonApiError([{ code: 'not-acceptable', detail, source: { header: 'Accept' } }]);
}
