/** Sizes in a readable form. */

const UNITS = ['octets', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

/** The size in the largest unit that leaves at least one, such as `34.2 MiB`. */
export function readableSize(octets: number): string {
  let size = octets;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}
