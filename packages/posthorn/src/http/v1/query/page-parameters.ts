import { MailError } from '../../../domain/errors/mail-error.ts';
import { CURSOR_PROFILE_URI } from '../../../resources/field-selection.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { badParameter, singleValueOf } from './query-values.ts';

/** Rows from `start` on; a limit of 0 counts. */
export interface OffsetPage {
  readonly kind: 'offset';
  readonly start: number;
  readonly limit: number;
  readonly names: { readonly start: string; readonly limit: string };
  /** True: `start` was a page number from 1. */
  readonly isNumbered?: boolean;
}

/** Rows beside a cursor; null: the list's start (`after`) or end (`before`). */
export interface CursorPage {
  readonly kind: 'cursor';
  readonly direction: 'after' | 'before';
  readonly position: string | null;
  readonly limit: number;
}

/** All rows, up to the server's limit. */
export interface WholeList {
  readonly kind: 'all';
}

export type PageRequest = OffsetPage | CursorPage | WholeList;

/** Cursor after the last row, for `page[before]`. */
export const END_CURSOR = 'end';

export const DEFAULT_LIMIT = 50;
/** More rows cost the mail server seconds. */
export const MAX_LIMIT = 200;
/** Counts are 32-bit numbers (RFC 9051). */
const DIGITS = /^[0-9]{1,10}$/;
const SIGNED_DIGITS = /^-?[0-9]{1,10}$/;

const OFFSET_NAMES = { start: 'page[offset]', limit: 'page[limit]' };
const NUMBER_NAMES = { start: 'page[number]', limit: 'page[size]' };
const PLAIN_NAMES = { start: 'start', limit: 'limit' };
const SIZE = 'page[size]';
/** A request uses one style; `page[size]` fits numbers and cursors. */
const STYLES = {
  offset: ['page[offset]', 'page[start]', 'page[limit]'],
  number: ['page[number]'],
  cursor: ['page[after]', 'page[before]'],
  plain: ['start', 'limit'],
} as const;
type Style = keyof typeof STYLES;

export const PAGE_PARAMETERS: readonly string[] = [...Object.values(STYLES).flat(), SIZE];

export const OFFSET_PAGE_PARAMETERS: readonly string[] = [
  ...STYLES.offset,
  ...STYLES.number,
  ...STYLES.plain,
];

/**
 * The page, by default the first 50 rows; `maxRows` bounds `limit`. Throws RequestProblems for all invalid
 * parameters.
 */
export function parsePage(
  parameters: QueryParameters,
  { maxRows }: { readonly maxRows: number },
): PageRequest {
  const [style = 'offset', other] = stylesOf(parameters);
  if (other !== undefined) {
    const [first, second] = [style, other].map((each) => nameIn(parameters, each));
    throw badParameter(second ?? '', `excludes "${first}"`);
  }
  if (style === 'cursor') return parseCursor(parameters);
  if (style === 'number') return parseNumber(parameters);
  return style === 'plain' ? parsePlain(parameters, maxRows) : parseOffset(parameters);
}

function stylesOf(parameters: QueryParameters): readonly Style[] {
  const styles = (Object.keys(STYLES) as Style[]).filter((style) =>
    STYLES[style].some((name) => parameters.has(name)),
  );
  if (!parameters.has(SIZE) || styles.some((style) => style === 'number' || style === 'cursor'))
    return styles;
  // Cursor pages cannot be empty: 0 is a numbered page.
  return [...styles, parameters.get(SIZE)?.[0] === '0' ? 'number' : 'cursor'];
}

function nameIn(parameters: QueryParameters, style: Style): string {
  return STYLES[style].find((name) => parameters.has(name)) ?? SIZE;
}

function parseOffset(parameters: QueryParameters): OffsetPage {
  if (parameters.has('page[offset]') && parameters.has('page[start]')) {
    throw badParameter('page[start]', 'excludes "page[offset]"');
  }
  const { start, limit } = collectProblems({
    start: () => parseCount(parameters, 'page[offset]') ?? parseCount(parameters, 'page[start]') ?? 0,
    limit: () => parseSize(parameters, 'page[limit]'),
  });
  return { kind: 'offset', start, limit, names: OFFSET_NAMES };
}

function parseNumber(parameters: QueryParameters): OffsetPage {
  const { number, limit } = collectProblems({
    number: () => parseCount(parameters, 'page[number]') ?? 1,
    limit: () => (parameters.get(SIZE)?.join() === '0' ? 0 : parseSize(parameters, SIZE)),
  });
  if (number < 1) throw badParameter('page[number]', 'must not be less than 1');
  return { kind: 'offset', start: (number - 1) * limit, limit, names: NUMBER_NAMES, isNumbered: true };
}

function parsePlain(parameters: QueryParameters, maxRows: number): OffsetPage | WholeList {
  const { start, limit } = collectProblems({
    start: () => parseCount(parameters, 'start') ?? 0,
    limit: () => parsePlainLimit(parameters, maxRows),
  });
  return limit < 0 ? { kind: 'all' } : { kind: 'offset', start, limit, names: PLAIN_NAMES };
}

function parsePlainLimit(parameters: QueryParameters, maxRows: number): number {
  const text = singleValueOf(parameters, 'limit') ?? '';
  if (text === '') return DEFAULT_LIMIT;
  if (!SIGNED_DIGITS.test(text)) throw badParameter('limit', 'must be an integer');
  const limit = Number(text);
  if (limit === 0) throw badParameter('limit', 'must not be 0');
  if (limit > maxRows) throw badParameter('limit', `must not be greater than ${maxRows}`);
  return limit;
}

/** Errors as in the cursor pagination profile (Error Cases). */
function parseCursor(parameters: QueryParameters): CursorPage {
  const { after, before, limit } = collectProblems({
    after: () => parseCursorValue(parameters, 'page[after]'),
    before: () => parseCursorValue(parameters, 'page[before]'),
    limit: () => parseSize(parameters, SIZE),
  });
  if (after !== undefined && before !== undefined) throw rangeNotSupported();
  if (before === undefined) return { kind: 'cursor', direction: 'after', position: after ?? null, limit };
  const position = before === END_CURSOR ? null : before;
  return { kind: 'cursor', direction: 'before', position, limit };
}

function parseCursorValue(parameters: QueryParameters, name: string): string | undefined {
  const value = singleValueOf(parameters, name);
  if (value === '') throw badParameter(name, 'must be a cursor from a link of this list');
  return value;
}

function parseCount(parameters: QueryParameters, name: string): number | undefined {
  const text = singleValueOf(parameters, name);
  if (text === undefined) return undefined;
  if (!DIGITS.test(text)) throw badParameter(name, 'must be an integer and not negative');
  return Number(text);
}

function parseSize(parameters: QueryParameters, parameter: string): number {
  const size = parseCount(parameters, parameter) ?? DEFAULT_LIMIT;
  if (size < 1) throw badParameter(parameter, `must be from 1 to ${MAX_LIMIT}`);
  if (size > MAX_LIMIT) throw sizeExceeded({ parameter, maxSize: MAX_LIMIT, condition: '' });
  return size;
}

/** A page beyond the server's limit. */
export interface ExceededSize {
  readonly parameter: string;
  readonly maxSize: number;
  readonly condition: string;
}

/** Error of a page above the limit. */
export function sizeExceeded({ parameter, maxSize, condition }: ExceededSize): RequestProblems {
  const problem = problemOf('page-size-exceeded', {
    parameter,
    detail: `The parameter "${parameter}" must not be greater than ${maxSize}${condition}.`,
    typeUri: `${CURSOR_PROFILE_URI}max-size-exceeded`,
    meta: { page: { maxSize } },
  });
  return new RequestProblems([problem]);
}

function rangeNotSupported(): RequestProblems {
  const problem = problemOf('range-pagination-not-supported', {
    parameter: 'page[before]',
    detail: 'The parameters "page[after]" and "page[before]" exclude each other.',
    typeUri: `${CURSOR_PROFILE_URI}range-pagination-not-supported`,
  });
  return new RequestProblems([problem]);
}

/** Attributes the store's cursor error to its parameter. */
export function nameCursorParameter(error: unknown, page: PageRequest): unknown {
  const isAboutCursor =
    error instanceof MailError && error.code === 'invalid-parameter' && error.details.parameter === 'page';
  return isAboutCursor && page.kind === 'cursor' ? unusableCursor(page) : error;
}

/** Error of a cursor of another account, mailbox or order, or of a re-created mailbox. */
export function unusableCursor({ direction }: CursorPage): Error {
  return badParameter(`page[${direction}]`, 'does not belong to this list as it is now; start again');
}
