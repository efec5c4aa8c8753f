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

/** Windows takes them for drives, streams and patterns. */
const WINDOWS_CHARACTERS = /[<>:"|?*]/g;
/** Windows takes these names for devices, whatever their extension is, and leaves dots and spaces out at the end of a name. */
const WINDOWS_DEVICES =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=[\s.]|$)/i;
const WINDOWS_END = /[\s.]+$/;

/** `attachment` with the file name, once in ASCII for old readers and once in UTF-8 (RFC 8187). */
export function attachmentDisposition(fileName: string): string {
  const name = baseName(fileName);
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** The last segment of a path of any system, cleaned for every system and cut at its front so that the extension stays. */
function baseName(fileName: string): string {
  const lastSegment = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const clean = lastSegment
    .toWellFormed()
    .replace(UNSAFE_CHARACTERS, '')
    .replace(WINDOWS_CHARACTERS, '_')
    .replace(WINDOWS_END, '')
    .trim();
  const name = [...clean].slice(-MAX_NAME_CHARACTERS).join('');
  if (name === '') return FALLBACK_NAME;
  return WINDOWS_DEVICES.test(name) ? `_${name}` : name;
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
