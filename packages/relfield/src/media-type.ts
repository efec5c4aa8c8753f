/** Reads and writes media types with the parameters `ext` and `profile`. JSON:API 1.1 §content-negotiation. */

/** The media type of every JSON:API document. */
export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** One entry of an Accept or Content-Type header; type and parameter names are in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: readonly MediaTypeParameter[];
}

/** One parameter of a media type. The value is unquoted, otherwise as sent. */
export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Reads a header that lists media types, in the order sent.
 * Unquoted URIs are accepted, though `:` and `/` need quotes in RFC 9110 (README, rule 1). Never fails: what is
 * not well-formed becomes a type or a value that nothing supports.
 */
export function parseMediaTypes(header: string): readonly MediaType[] {
  return splitUnquoted(header, ',').filter(isFilled).map(parseMediaType);
}

/** Returns the URIs of a parameter in the order sent, each once; a repeated parameter continues the list. */
export function listUris(mediaType: MediaType, parameter: 'ext' | 'profile'): readonly string[] {
  const values = mediaType.parameters.filter(({ name }) => name === parameter).map(({ value }) => value);
  return [...new Set(values.join(' ').split(' ').filter(isFilled))];
}

/** Which URIs a JSON:API media type names. */
export interface MediaTypeUris {
  readonly extensions?: readonly string[];
  readonly profiles?: readonly string[];
}

/** Writes the JSON:API media type with its URIs quoted and without spaces: fit for Accept and Content-Type. */
export function formatMediaType({ extensions = [], profiles = [] }: MediaTypeUris): string {
  const ext = extensions.length > 0 ? `;ext="${extensions.join(' ')}"` : '';
  const profile = profiles.length > 0 ? `;profile="${profiles.join(' ')}"` : '';
  return `${JSON_API_MEDIA_TYPE}${ext}${profile}`;
}

function parseMediaType(entry: string): MediaType {
  const [type = '', ...parameters] = splitUnquoted(entry, ';').map((part) => part.trim());
  return { type: type.toLowerCase(), parameters: parameters.filter(isFilled).map(parseParameter) };
}

function parseParameter(text: string): MediaTypeParameter {
  const equals = text.indexOf('=');
  if (equals === -1) return { name: text.toLowerCase(), value: '' };
  return { name: text.slice(0, equals).trim().toLowerCase(), value: unquote(text.slice(equals + 1).trim()) };
}

function unquote(value: string): string {
  const isQuoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return isQuoted ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

function isFilled(text: string): boolean {
  return text.trim() !== '';
}

/** Splits at a separator outside of quoted strings (RFC 9110 §5.6.4); an unclosed quote runs to the end. */
function splitUnquoted(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\\' && isQuoted) at += 1;
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
