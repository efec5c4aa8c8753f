/** Reads sources of octets and checks their announced length. */
import type { OctetSource } from './octet-source.ts';

/**
 * Reads exactly as many octets as the length of the source. Throws as soon as there are more, and at the end when there are fewer:
 * the length was already announced to a mail server, which would store or send a wrong message.
 */
export async function* readExactly(source: OctetSource): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const block of source.read()) {
    octets += block.length;
    if (octets > source.length) throw new Error(`A source of ${source.length} octets gave more.`);
    yield block;
  }
  if (octets < source.length) throw new Error(`A source of ${source.length} octets gave only ${octets}.`);
}
