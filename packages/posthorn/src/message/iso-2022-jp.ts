/** Prepares ISO-2022-JP (RFC 1468) for TextDecoder. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: ESC begins each sequence of ISO-2022-JP
const IDLE_ESCAPE = /\u001b[($].(?=\u001b)/g;

/**
 * The octets without escape sequences that nothing follows but the next one. They arise where encoded words are
 * joined, and the decoder of the Encoding standard makes a U+FFFD of each.
 */
export function withoutIdleEscapes(octets: Uint8Array): Uint8Array {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  return Buffer.from(text.replace(IDLE_ESCAPE, ''), 'latin1');
}
