export const JSON_API_MEDIA_TYPE = 'application/vnd.api+json';

/** Type and parameter names in lower case. */
export interface MediaType {
  readonly type: string;
  readonly parameters: readonly MediaTypeParameter[];
}

/** `value` is unquoted. */
export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Parses a list in order. Accepts unquoted URIs despite RFC 9110 (README, rule 1). Never throws: malformed
 * entries become unsupported ones.
 */
export function parseMediaTypes(header: string): readonly MediaType[] {
  return splitUnquoted(header, ',').filter(isFilled).map(parseMediaType);
}

/** A parameter's URIs in order, without duplicates; repeated parameters are joined. */
export function listUris(mediaType: MediaType, parameter: 'ext' | 'profile'): readonly string[] {
  const values = mediaType.parameters.filter(({ name }) => name === parameter).map(({ value }) => value);
  return [...new Set(values.join(' ').split(' ').filter(isFilled))];
}

/** A JSON:API media type's URIs. */
export interface MediaTypeUris {
  readonly extensions?: readonly string[];
  readonly profiles?: readonly string[];
}

/** The JSON:API media type without spaces. */
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

/** RFC 9110 §5.6.4; an unclosed quote runs to the end. */
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
