import type { Readable } from 'node:stream';

const MAX_OCTETS = 1024;
/** Receivers need not finish after the status. */
const BODY_MS = 1_000;

/** The first KiB within a second; destroys the stream. Invalid octets become U+FFFD. */
export async function firstText(stream: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let octets = 0;
  const timer = setTimeout(() => stream.destroy(), BODY_MS);
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      pieces.push(piece);
      octets += piece.length;
      if (octets >= MAX_OCTETS) break;
    }
  } catch {
    // Keeps what has come.
  } finally {
    clearTimeout(timer);
    stream.destroy();
  }
  // Without a cut last character.
  return new TextDecoder().decode(Buffer.concat(pieces).subarray(0, MAX_OCTETS), { stream: true });
}
