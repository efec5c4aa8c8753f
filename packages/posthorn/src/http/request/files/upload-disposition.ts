/** The Content-Disposition of a body that is one file (RFC 6266). */

/** How the file is meant, and its name. */
export interface UploadDisposition {
  readonly isInline: boolean;
  /** The last segment of the name; empty when there is none. */
  readonly fileName: string;
}

/** A file name with all its characters in percent encoding is shorter. */
const MAX_HEADER_CHARACTERS = 4_000;
/** A token, then parameters; values with quotes may hold anything but control characters. */
const TYPE = /^\s*(attachment|inline)\s*(?=;|$)/i;
const PARAMETER = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))/gi;
const ESCAPED = /\\(.)/g;
/** RFC 8187: the charset, a language that says nothing here, and the value in percent encoding. */
const EXTENDED = /^utf-8'[^']{0,40}'(.*)$/i;

/** What the header says, or undefined for one that is neither `attachment` nor `inline`. */
export function parseUploadDisposition(header: string): UploadDisposition | undefined {
  const [, type] = TYPE.exec(header) ?? [];
  if (type === undefined || header.length > MAX_HEADER_CHARACTERS) return undefined;
  const names = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    names.set(name.toLowerCase(), quoted?.replace(ESCAPED, '$1') ?? token);
  }
  const fileName = decodeExtended(names.get('filename*')) ?? decodePlain(names.get('filename') ?? '');
  return { isInline: type.toLowerCase() === 'inline', fileName: lastSegment(fileName) };
}

function decodeExtended(value = ''): string | undefined {
  const [, encoded] = EXTENDED.exec(value) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Node reads headers as Latin-1; many clients write UTF-8. */
function decodePlain(value: string): string {
  const octets = Buffer.from(value, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets);
  } catch {
    return value;
  }
}

function lastSegment(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}
