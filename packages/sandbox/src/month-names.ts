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

/** The zero-based month (RFC 3501 §9, RFC 5322 §3.3), or -1. */
export function monthOfName(name: string): number {
  return MONTH_NAMES.findIndex((month) => month.toLowerCase() === name.toLowerCase());
}
