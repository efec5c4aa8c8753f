/** Patterns in which `*` stands for any characters, also for none. */

/**
 * True when the whole text is of the pattern. The time is that of one search for each piece between asterisks: the
 * first place of a piece leaves most room for the next, so nothing is tried twice.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [head = '', ...pieces] = pattern.split('*');
  const tail = pieces.pop();
  if (tail === undefined) return text === head;
  const end = text.length - tail.length;
  if (end < head.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
  let position = head.length;
  for (const piece of pieces) {
    const index = text.indexOf(piece, position);
    if (index === -1) return false;
    position = index + piece.length;
  }
  return position <= end;
}
