import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** The relevant part of package.json. */
export interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** POSIX.1-2017, pax, "ustar Interchange Format". */
const BLOCK_OCTETS = 512;
const NAME_OCTETS = 100;
const SIZE_START = 124;
const SIZE_END = 136;
const MANIFEST = 'package/package.json';
/** Real packages have a few megabytes. */
const MAX_OCTETS = 256 * 1024 * 1024;

/** Reads package.json from an `npm pack` tarball. */
export async function readTarballManifest(path: string): Promise<Manifest> {
  const archive = await promisify(gunzip)(await readFile(path), { maxOutputLength: MAX_OCTETS });
  for (let start = 0; start + BLOCK_OCTETS <= archive.length; ) {
    const header = archive.subarray(start, start + BLOCK_OCTETS);
    const size = Number.parseInt(header.toString('latin1', SIZE_START, SIZE_END), 8) || 0;
    const contents = start + BLOCK_OCTETS;
    const [name] = header.toString('utf8', 0, NAME_OCTETS).split('\0', 1);
    if (name === MANIFEST) return JSON.parse(archive.toString('utf8', contents, contents + size));
    start = contents + Math.ceil(size / BLOCK_OCTETS) * BLOCK_OCTETS;
  }
  throw new Error(`there is no ${MANIFEST} in it`);
}
