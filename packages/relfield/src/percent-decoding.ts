// Keeps U+FEFF.
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8Encoder = new TextEncoder();

const ESCAPE = /%([0-9a-fA-F]{2})/y;

/**
 * Decodes only `%XX` as UTF-8 (RFC 3986 §2.1); a raw `+` stays. Never throws: broken escapes stay, invalid
 * UTF-8 becomes U+FFFD (WHATWG URL §percent-decode).
 */
export function decodePercent(raw: string): string {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return decodeLeniently(raw);
  }
}

/** Decodes form-urlencoded text: `+` is a space (WHATWG URL §urlencoded-parsing). */
export function decodeForm(raw: string): string {
  return decodePercent(raw.includes('+') ? raw.replaceAll('+', ' ') : raw);
}

function decodeLeniently(raw: string): string {
  // At most three UTF-8 bytes per UTF-16 unit.
  const bytes = new Uint8Array(raw.length * 3);
  let length = 0;
  for (let at = 0; at < raw.length; ) {
    ESCAPE.lastIndex = at;
    const hex = ESCAPE.exec(raw)?.[1];
    if (hex !== undefined) {
      bytes[length] = Number.parseInt(hex, 16);
      length += 1;
      at += 3;
      continue;
    }
    const next = raw.indexOf('%', at + 1);
    const end = next === -1 ? raw.length : next;
    length += utf8Encoder.encodeInto(raw.slice(at, end), bytes.subarray(length)).written;
    at = end;
  }
  return utf8Decoder.decode(bytes.subarray(0, length));
}
