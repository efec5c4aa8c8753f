/** Counts responses without the reader, which must deliver each. */

/** As in the reader, the first octets decide whether a response may have literals. */
const KIND_OCTETS = 24;
const WITHOUT_LITERALS =
  /^\* +(?:(?:OK|NO|BAD|BYE|PREAUTH)[ \r\n[]|(?:SEARCH|SORT|ESEARCH|VANISHED)[ \r\n])/i;
const LITERAL_END = /\{([0-9]+)\+?\}\r?\n$/;
/** Longer headers announce no literal. */
const MAX_HEADER_OCTETS = 32;

/** Counts complete responses only. */
export function countResponses(octets: Buffer): number {
  let count = 0;
  let position = 0;
  while (position >= 0) {
    position = responseEnd(octets, position);
    if (position >= 0) count += 1;
  }
  return count;
}

/** The offset after the response; -1 if it is incomplete. */
function responseEnd(octets: Buffer, paddedStart: number): number {
  let start = paddedStart;
  while (octets[start] === 0) start += 1;
  const beginning = octets.toString('latin1', start, start + KIND_OCTETS);
  const [firstLine = ''] = beginning.split(/(?<=\n)/);
  const hasLiterals = firstLine.startsWith('* ') && !WITHOUT_LITERALS.test(firstLine);
  let position = start;
  for (;;) {
    const newline = octets.indexOf('\n', position);
    if (newline < 0) return -1;
    const end = octets.toString('latin1', Math.max(position, newline + 1 - MAX_HEADER_OCTETS), newline + 1);
    const literal = hasLiterals ? LITERAL_END.exec(end) : null;
    if (!literal) return newline + 1;
    position = newline + 1 + Number(literal[1]);
    if (position > octets.length) return -1;
  }
}
