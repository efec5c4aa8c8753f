/**
 * Matches the whole text; `*` is any or no characters. A piece's first match leaves most room for the next:
 * one search suffices.
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
