import type { MediaTypeSupport } from './accept-negotiation.ts';
import { echo, type Problem } from './json-api-error.ts';
import { JSON_API_MEDIA_TYPE, listUris, type MediaType, parseMediaTypes } from './media-type.ts';

/** A request's media type. */
export interface SentMediaType {
  readonly contentType: string | undefined;
  readonly hasBody: boolean;
}

const SOURCE = { header: 'Content-Type' };

/**
 * The reason for a 415 (JSON:API 1.1 §content-negotiation-servers). A wrong JSON:API type is refused even
 * without a body. A body need not name relfield, which changes no document.
 */
export function findContentTypeProblem(sent: SentMediaType, support: MediaTypeSupport): Problem | undefined {
  const entries = parseMediaTypes(sent.contentType ?? '');
  for (const entry of entries) {
    const problem = entry.type === JSON_API_MEDIA_TYPE ? findJsonApiProblem(entry, support) : undefined;
    if (problem) return problem;
  }
  const isUnderstood = entries.length === 1 && entries.every(({ type }) => understands(type, support));
  return sent.hasBody && !isUnderstood ? unsupportedMediaType(sent.contentType) : undefined;
}

function findJsonApiProblem(entry: MediaType, support: MediaTypeSupport): Problem | undefined {
  const other = entry.parameters.find(({ name }) => name !== 'ext' && name !== 'profile');
  if (other) {
    const detail = `The media type has the parameter '${echo(other.name)}'; only 'ext' and 'profile' are allowed.`;
    return { code: 'media-type-parameter', detail, source: SOURCE };
  }
  const unknown = listUris(entry, 'ext').find((uri) => !support.extensions.has(uri));
  if (unknown === undefined) return undefined;
  return {
    code: 'unsupported-extension',
    detail: `The extension '${echo(unknown)}' is not supported.`,
    source: SOURCE,
  };
}

function understands(type: string, support: MediaTypeSupport): boolean {
  return type === JSON_API_MEDIA_TYPE || support.alternatives.includes(type);
}

function unsupportedMediaType(contentType: string | undefined): Problem {
  const sent = contentType ? `not as '${echo(contentType)}'` : 'and must say so';
  const detail = `The body must be sent as ${JSON_API_MEDIA_TYPE}, ${sent}.`;
  return { code: 'unsupported-media-type', detail, source: SOURCE };
}
