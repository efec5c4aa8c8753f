export const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** Zero-based; -1 for none. */
export function monthOfName(name: string): number {
  return MONTH_NAMES.findIndex((month) => month.toLowerCase() === name.toLowerCase());
}
