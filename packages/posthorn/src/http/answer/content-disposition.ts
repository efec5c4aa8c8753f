/** The Content-Disposition header of a download (RFC 6266). */

/** File systems take 255 octets for a name; four octets are the most that one character needs. */
const MAX_NAME_CHARACTERS = 63;
const FALLBACK_NAME = 'attachment';

/**
 * What must not be in a file name: control characters, and the marks that reverse the direction of writing
 * and let `exe.pdf` stand where `fdp.exe` is meant.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** `attachment` with the file name, once in ASCII for old readers and once in UTF-8 (RFC 8187). */
export function attachmentDisposition(fileName: string): string {
  const name = baseName(fileName);
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** The last segment of a path of any system, cleaned and cut at its front so that the extension stays. */
function baseName(fileName: string): string {
  const lastSegment = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const clean = lastSegment.toWellFormed().replace(UNSAFE_CHARACTERS, '').trim();
  const name = [...clean].slice(-MAX_NAME_CHARACTERS).join('');
  return /^\.*$/.test(name) ? FALLBACK_NAME : name;
}

function asciiName(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/gu, '_');
}

function encodeExtended(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
