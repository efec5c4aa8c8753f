/** Content-Type or Content-Disposition. */
export interface ContentField {
  /** Lower case, such as `text/plain`. */
  readonly value: string;
  /** Lower-case names; encoded words and RFC 2231 not decoded, as in BODYSTRUCTURE. */
  readonly parameters: ReadonlyMap<string, string>;
}

const MAX_PARAMETERS = 128;
/** The pattern needs stack per quoted character. */
const MAX_CHARACTERS = 50_000;
const VALUE = /[^;(\s]*/y;
const PARAMETER = /\s*([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;\s"(]*))/sy;
/** Names with spaces lack quotes. */
const FILE_NAME = /^(?:file)?name$/;
const ESCAPE = /\\(.)/gs;

/**
 * At most 50,000 characters of an unfolded value (RFC 2045 §5.1, RFC 2183 §2). The first of equal parameters
 * counts; malformed ones are skipped. Never throws.
 */
export function parseContentField(text: string): ContentField {
  const trimmed = text.trimStart().slice(0, MAX_CHARACTERS);
  VALUE.lastIndex = 0;
  const value = VALUE.exec(trimmed)?.[0].toLowerCase() ?? '';
  const parameters = new Map<string, string>();
  let position = trimmed.indexOf(';', value.length);
  while (position !== -1 && parameters.size < MAX_PARAMETERS) {
    PARAMETER.lastIndex = position + 1;
    const [, name, quoted, bare = ''] = PARAMETER.exec(trimmed) ?? [];
    const end = name === undefined ? position + 1 : PARAMETER.lastIndex;
    const key = name?.toLowerCase();
    if (key !== undefined && !parameters.has(key)) {
      const unquoted = FILE_NAME.test(key) ? restOfParameter(trimmed, position) : bare;
      parameters.set(key, quoted === undefined ? unquoted : quoted.replace(ESCAPE, '$1'));
    }
    position = trimmed.indexOf(';', end);
  }
  return { value, parameters };
}

function restOfParameter(text: string, position: number): string {
  const [parameter = ''] = text.slice(position + 1).split(';', 1);
  return parameter.slice(parameter.indexOf('=') + 1).trim();
}
