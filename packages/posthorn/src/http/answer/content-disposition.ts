/** File systems allow 255 octets, at four per character. */
const MAX_NAME_CHARACTERS = 63;
const FALLBACK_NAME = 'attachment';

/** Control characters, and direction marks that disguise `fdp.exe` as `exe.pdf`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
const UNSAFE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Drives, streams and patterns on Windows. */
const WINDOWS_CHARACTERS = /[<>:"|?*]/g;
/** Reserved with any extension; Windows ignores trailing dots and spaces. */
const WINDOWS_DEVICES =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=[\s.]|$)/i;
const WINDOWS_END = /[\s.]+$/;

/** File name in ASCII and UTF-8 (RFC 6266, RFC 8187). */
export function attachmentDisposition(fileName: string): string {
  const name = baseName(fileName);
  return `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeExtended(name)}`;
}

/** Last path segment, valid on every system, cut in front to keep the extension. */
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
