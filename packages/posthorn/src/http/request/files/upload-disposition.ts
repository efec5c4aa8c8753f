/** Content-Disposition of a file body (RFC 6266). */
export interface UploadDisposition {
  readonly isInline: boolean;
  /** Last path segment; empty without a name. */
  readonly fileName: string;
}

const MAX_HEADER_CHARACTERS = 4_000;
const TYPE = /^\s*(attachment|inline)\s*(?=;|$)/i;
const PARAMETER = /;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))/gi;
const ESCAPED = /\\(.)/g;
/** RFC 8187: charset, ignored language, percent-encoded value. */
const EXTENDED = /^utf-8'[^']{0,40}'(.*)$/i;

/** Undefined unless `attachment` or `inline`. */
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
