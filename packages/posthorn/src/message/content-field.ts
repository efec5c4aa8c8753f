/** Reads the syntax of Content-Type and Content-Disposition fields (RFC 2045 §5.1, RFC 2183 §2). */

/** A parsed Content-Type or Content-Disposition field. */
export interface ContentField {
  /** The value before the parameters in lower case, such as `text/plain` or `attachment`. */
  readonly value: string;
  /** Under their names in lower case, as BODYSTRUCTURE has them: encoded words and RFC 2231 not yet decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** More parameters than this are no parameters (RFC 2231 continuations included). */
const MAX_PARAMETERS = 128;
/** Real fields have a few hundred; the pattern below needs stack for each character of a quoted value. */
const MAX_CHARACTERS = 50_000;
const VALUE = /[^;(\s]*/y;
/** A name, and its value in quotes or without. The quoted form may lack its end. */
const PARAMETER = /\s*([^\s=;"()]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;\s"(]*))/sy;
/** File names without quotes go on to the end of the parameter: senders forget the quotes, and write spaces and parentheses all the same. */
const FILE_NAME = /^(?:file)?name$/;
const ESCAPE = /\\(.)/gs;

/** The field of that unfolded value, of which the first 50,000 characters are read. The first parameter of a name wins; what is no parameter is skipped. Never throws. */
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

/** The text between the equals sign and the end of the parameter after `position`. */
function restOfParameter(text: string, position: number): string {
  const [parameter = ''] = text.slice(position + 1).split(';', 1);
  return parameter.slice(parameter.indexOf('=') + 1).trim();
}
