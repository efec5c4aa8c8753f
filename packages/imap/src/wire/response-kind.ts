/** Possibly megabytes of numbers. */
export type NumberResponseName = 'SEARCH' | 'SORT' | 'ESEARCH' | 'VANISHED';

/** `text`: without literals, even if it ends in `{5}`. */
export type ResponseKind = NumberResponseName | 'fetch' | 'data' | 'text';

/** Enough for `* PREAUTH `, or a sequence number with `FETCH `. */
export const KIND_OCTETS = 24;

const NUMBER_RESPONSE = /^\* +(SEARCH|SORT|ESEARCH|VANISHED)(?=[ \r\n])/i;
const STATUS_RESPONSE = /^\* +(?:OK|NO|BAD|BYE|PREAUTH)[ \r\n[]/i;
const FETCH_RESPONSE = /^\* +[0-9]{1,10} +FETCH[ (]/i;

/** Needs KIND_OCTETS octets or the whole line. */
export function responseKind(beginning: string): ResponseKind {
  if (!beginning.startsWith('* ') || STATUS_RESPONSE.test(beginning)) return 'text';
  if (FETCH_RESPONSE.test(beginning)) return 'fetch';
  const [, name] = NUMBER_RESPONSE.exec(beginning) ?? [];
  return name ? (name.toUpperCase() as NumberResponseName) : 'data';
}

/** Read by `NumberLineReader`. */
export function isNumberResponse(kind: ResponseKind | undefined): kind is NumberResponseName {
  return kind === 'SEARCH' || kind === 'SORT' || kind === 'ESEARCH' || kind === 'VANISHED';
}

/** The offset after the name. */
export function numbersStart(beginning: string): number {
  return NUMBER_RESPONSE.exec(beginning)?.[0].length ?? 0;
}

/** Some servers send NUL between responses. */
export function pastPadding(octets: Buffer, start: number): number {
  let position = start;
  while (octets[position] === 0) position += 1;
  return position;
}
