const UNITS = ['octets', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

/** A size such as `34.2 MiB`. */
export function readableSize(octets: number): string {
  let size = octets;
  let unit = 0;
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${Number(size.toFixed(1))} ${UNITS[unit]}`;
}
