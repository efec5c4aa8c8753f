/** Reads sources and holds them to the length that they have promised. */
import type { OctetSource } from './octet-source.ts';

/**
 * The octets of the source. Throws as soon as there are more than its length, and at the end when there are fewer: the length has
 * already been announced to a mail server, which would store or send a wrong message.
 */
export async function* readWhole(source: OctetSource): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const block of source.read()) {
    octets += block.length;
    if (octets > source.length) throw new Error(`A source of ${source.length} octets gave more.`);
    yield block;
  }
  if (octets < source.length) throw new Error(`A source of ${source.length} octets gave only ${octets}.`);
}
