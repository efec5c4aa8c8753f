/** A test for a sorted set such as `1:4,7` (RFC 9051 §9, sequence-set without `*`). */
export function uidTest(set: string): (uid: number) => boolean {
  const ranges = set
    .split(',')
    .filter((range) => range !== '')
    .map((range) => range.split(':').map(Number));
  return (uid) => ranges.some(([first = 0, last = first]) => first <= uid && uid <= last);
}
