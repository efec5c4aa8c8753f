import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SIZE = 64;
const BACKGROUND = [250, 246, 236];
const INK = [214, 158, 46];

/** A post horn's bell, a ring of 64 by 64 pixels (PNG, third edition). */
export function createPngImage(): Buffer {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function header(): Buffer {
  const [bitDepth, trueColour, deflate, adaptive, notInterlaced] = [8, 2, 0, 0, 0];
  const settings = Buffer.from([bitDepth, trueColour, deflate, adaptive, notInterlaced]);
  return Buffer.concat([uint32(SIZE), uint32(SIZE), settings]);
}

/** RGB rows; a leading zero means unfiltered. */
function pixels(): Buffer {
  const rows = Array.from({ length: SIZE }, (_row, y) => [
    0,
    ...Array.from({ length: SIZE }, (_column, x) => (isRing(x, y) ? INK : BACKGROUND)).flat(),
  ]);
  return Buffer.from(rows.flat());
}

function isRing(x: number, y: number): boolean {
  const distance = Math.hypot(x - SIZE / 2, y - SIZE / 2);
  return distance > 16 && distance < 26;
}

function uint32(value: number): Buffer {
  const octets = Buffer.alloc(4);
  octets.writeUInt32BE(value);
  return octets;
}
