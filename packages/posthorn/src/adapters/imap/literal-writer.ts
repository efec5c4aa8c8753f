/** The octets of a literal, on their way out: sent no faster than the socket takes them, never more or fewer than announced. */
import type { Writable } from 'node:stream';
import type { OctetSource } from '../../domain/octet-source.ts';

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
 * command. Returns early when the connection ends. Throws what the source throws, and RangeError when it does not give as many
 * octets as its length says.
 */
export async function writeLiteral(source: OctetSource, target: LiteralTarget): Promise<void> {
  for await (const chunk of counted(source)) {
    if (target.closed.aborted) return;
    await write(chunk, target);
  }
  await write(Buffer.from(CRLF), target);
}

/** All octets of a short source. Throws as `writeLiteral` does. */
export async function readLiteral(source: OctetSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of counted(source)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The chunks of the source, exactly as many octets as it announces. */
async function* counted(source: OctetSource): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const chunk of source.read()) {
    octets += chunk.length;
    if (octets > source.length) throw wrongLength(source.length);
    yield chunk;
  }
  if (octets < source.length) throw wrongLength(source.length);
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

function wrongLength(announced: number): RangeError {
  return new RangeError(`The source does not give the ${announced} octets that it announces.`);
}
