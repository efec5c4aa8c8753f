/** The octets of a literal, on their way out: sent no faster than the socket takes them, never more or fewer than announced. */
import type { Writable } from 'node:stream';
import type { OctetSource } from '../../domain/octet-source.ts';
import { readWhole } from '../../domain/whole-reading.ts';

const CRLF = '\r\n';

/** Where a literal goes. */
export interface LiteralTarget {
  readonly socket: Writable;
  /** Aborted when the connection ends. */
  readonly closed: AbortSignal;
  /** Told of the octets as they leave. */
  readonly onSent: (octets: number) => void;
}

/**
 * Writes all octets of the source and the line break that ends the command; so a literal that ends in a failure was never a whole
 * command. Returns early when the connection ends. Throws what `readWhole` throws.
 */
export async function writeLiteral(source: OctetSource, target: LiteralTarget): Promise<void> {
  for await (const chunk of readWhole(source)) {
    if (target.closed.aborted) return;
    await write(chunk, target);
  }
  await write(Buffer.from(CRLF), target);
}

/** All octets of a short source. Throws as `writeLiteral` does. */
export async function readLiteral(source: OctetSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readWhole(source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function write(chunk: Uint8Array, { socket, closed, onSent }: LiteralTarget): Promise<void> {
  if (closed.aborted || socket.destroyed) return;
  onSent(chunk.length);
  if (!socket.write(chunk)) await drained(socket, closed);
}

/** Settles when the socket takes more, or the connection has ended. */
function drained(socket: Writable, closed: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      socket.off('drain', settle);
      closed.removeEventListener('abort', settle);
      resolve();
    };
    socket.once('drain', settle);
    closed.addEventListener('abort', settle, { once: true });
  });
}
