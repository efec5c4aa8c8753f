import type { OctetSource } from './octet-source.ts';

/** Throws for more or fewer octets than announced: a mail server would use a wrong message. */
export async function* readExactly(source: OctetSource): AsyncGenerator<Uint8Array> {
  let octets = 0;
  for await (const block of source.read()) {
    octets += block.length;
    if (octets > source.length) throw new Error(`A source of ${source.length} octets gave more.`);
    yield block;
  }
  if (octets < source.length) throw new Error(`A source of ${source.length} octets gave only ${octets}.`);
}
