/** The framing of a response, by its first octets. */
/** The responses that may be megabytes of numbers. */
export type NumberResponseName = 'SEARCH' | 'SORT' | 'ESEARCH' | 'VANISHED';

/** `text`: a status, a tagged or a continuation response, whose text has no literals even where it ends in `{5}`. */
export type ResponseKind = NumberResponseName | 'fetch' | 'data' | 'text';

/** The number of octets that show the kind of every response: `* PREAUTH ` and a sequence number with `FETCH `. */
export const KIND_OCTETS = 24;

const NUMBER_RESPONSE = /^\* +(SEARCH|SORT|ESEARCH|VANISHED)(?=[ \r\n])/i;
const STATUS_RESPONSE = /^\* +(?:OK|NO|BAD|BYE|PREAUTH)[ \r\n[]/i;
const FETCH_RESPONSE = /^\* +[0-9]{1,10} +FETCH[ (]/i;

/** The kind of the response that begins so. `beginning` has at least KIND_OCTETS octets, or the whole line. */
export function responseKind(beginning: string): ResponseKind {
  if (!beginning.startsWith('* ') || STATUS_RESPONSE.test(beginning)) return 'text';
  if (FETCH_RESPONSE.test(beginning)) return 'fetch';
  const [, name] = NUMBER_RESPONSE.exec(beginning) ?? [];
  return name ? (name.toUpperCase() as NumberResponseName) : 'data';
}

/** True for the responses that `NumberLineReader` reads. */
export function isNumberResponse(kind: ResponseKind | undefined): kind is NumberResponseName {
  return kind === 'SEARCH' || kind === 'SORT' || kind === 'ESEARCH' || kind === 'VANISHED';
}

/** Where the numbers begin: after the name. */
export function numbersStart(beginning: string): number {
  return NUMBER_RESPONSE.exec(beginning)?.[0].length ?? 0;
}

/** Where the response begins: some servers send NUL between responses, as if to pad them. */
export function pastPadding(octets: Buffer, start: number): number {
  let position = start;
  while (octets[position] === 0) position += 1;
  return position;
}
