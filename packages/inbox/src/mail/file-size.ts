const UNITS = ['B', 'KB', 'MB', 'GB'];

/** Formats a size; 1 KB has 1,000 octets. */
export function fileSize(octets: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, octets)) / 3));
  const value = octets / 1000 ** step;
  const digits = value < 10 && step > 0 ? 1 : 0;
  return `${value.toFixed(digits)} ${UNITS[step]}`;
}
