/** The parameters of a list's paging: by offset, by cursor, or as the released API names them. */
import { MailError } from '../../../domain/mail-error.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseWindow } from '../../request/url/window-parameters.ts';
import { CURSOR_PROFILE_URI } from './field-selection.ts';
import { badParameter, singleValueOf } from './query-values.ts';

/** Rows from `start` on. The names are those by which the links of the answer spell it. */
export interface OffsetPage {
  readonly kind: 'offset';
  readonly start: number;
  readonly limit: number;
  readonly names: { readonly start: string; readonly limit: string };
}

/** Rows before or after a cursor; null is the start (`after`) or the end (`before`) of the list. */
export interface CursorPage {
  readonly kind: 'cursor';
  readonly direction: 'after' | 'before';
  readonly position: string | null;
  readonly limit: number;
}

/** All rows, as far as the server sends them. */
export interface WholeList {
  readonly kind: 'all';
}

export type PageRequest = OffsetPage | CursorPage | WholeList;

/** The cursor after the last row, for `page[before]`: no row has it, so it is always there. */
export const END_CURSOR = 'end';

const DEFAULT_LIMIT = 50;
/** A page is for reading: more rows cost the mail server seconds. */
export const MAX_LIMIT = 200;
/** Ten digits hold every count of messages (RFC 9051: 32 bits), and stay exact as a number. */
const DIGITS = /^[0-9]{1,10}$/;

const OFFSET_NAMES = { start: 'page[offset]', limit: 'page[limit]' };
const PLAIN_NAMES = { start: 'start', limit: 'limit' };
/** The parameters of each style of paging; one request uses one style. */
const STYLES = {
  offset: ['page[offset]', 'page[start]', 'page[limit]'],
  cursor: ['page[size]', 'page[after]', 'page[before]'],
  plain: ['start', 'limit'],
} as const;

/** The names of all parameters that `parsePage` reads. */
export const PAGE_PARAMETERS: readonly string[] = Object.values(STYLES).flat();

/** The names of the parameters that count rows. */
export const OFFSET_PAGE_PARAMETERS: readonly string[] = [...STYLES.offset, ...STYLES.plain];

/**
 * The page that is asked for; without parameters the first 50 rows. `maxRows` bounds what `limit` may
 * ask for. Throws RequestProblems, or `invalid-parameter` for `start` and `limit`.
 */
export function parsePage(
  parameters: QueryParameters,
  { maxRows }: { readonly maxRows: number },
): PageRequest {
  const styles = (Object.keys(STYLES) as (keyof typeof STYLES)[]).filter((style) =>
    STYLES[style].some((name) => parameters.has(name)),
  );
  const [style = 'offset', other] = styles;
  if (other !== undefined) {
    const [first, second] = [style, other].map((each) => STYLES[each].find((name) => parameters.has(name)));
    throw badParameter(second ?? '', `excludes "${first}"`);
  }
  if (style === 'cursor') return parseCursor(parameters);
  return style === 'plain' ? parsePlain(parameters, maxRows) : parseOffset(parameters);
}

function parseOffset(parameters: QueryParameters): OffsetPage {
  if (parameters.has('page[offset]') && parameters.has('page[start]')) {
    throw badParameter('page[start]', 'excludes "page[offset]"');
  }
  const start = parseCount(parameters, 'page[offset]') ?? parseCount(parameters, 'page[start]') ?? 0;
  const limit = parseCount(parameters, 'page[limit]') ?? DEFAULT_LIMIT;
  requireSize('page[limit]', limit);
  return { kind: 'offset', start, limit, names: OFFSET_NAMES };
}

function parsePlain(parameters: QueryParameters, maxRows: number): OffsetPage | WholeList {
  const window = parseWindow(parameters, { maxRows, isLimitOptional: false });
  return window === null ? { kind: 'all' } : { kind: 'offset', ...window, names: PLAIN_NAMES };
}

/** The profile defines the type of each error (cursor pagination profile, Error Cases). */
function parseCursor(parameters: QueryParameters): CursorPage {
  const after = parseCursorValue(parameters, 'page[after]');
  const before = parseCursorValue(parameters, 'page[before]');
  if (after !== undefined && before !== undefined) throw rangeNotSupported();
  const limit = parseCount(parameters, 'page[size]') ?? DEFAULT_LIMIT;
  requireSize('page[size]', limit);
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

function requireSize(parameter: string, size: number): void {
  if (size < 1) throw badParameter(parameter, `must be from 1 to ${MAX_LIMIT}`);
  if (size > MAX_LIMIT) throw sizeExceeded({ parameter, maxSize: MAX_LIMIT, condition: '' });
}

/** A page with more rows than the server sends at once, under a condition or always. */
export interface ExceededSize {
  readonly parameter: string;
  readonly maxSize: number;
  /** Such as ` with these includes`. */
  readonly condition: string;
}

/** The failure of a page that is too long, for any of the parameters that set its size (cursor pagination profile, Error Cases). */
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

/** Attributes the cursor error of a mail store to the parameter that carried the cursor. */
export function nameCursorParameter(error: unknown, page: PageRequest): unknown {
  const isAboutCursor =
    error instanceof MailError && error.code === 'invalid-parameter' && error.details.parameter === 'page';
  return isAboutCursor && page.kind === 'cursor' ? unusableCursor(page) : error;
}

/** The failure for a cursor of another account, mailbox or order, or of a mailbox that was re-created. */
export function unusableCursor({ direction }: CursorPage): Error {
  return badParameter(`page[${direction}]`, 'does not belong to this list as it is now; start again');
}
