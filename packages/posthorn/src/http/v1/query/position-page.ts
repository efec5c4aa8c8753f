import type { PageLinks } from '../../../resources/json-api-document.ts';
import { isJsonObject } from '../../request/json-object.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { ParameterSchemas } from '../../route/api-route.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from './page-parameters.ts';
import type { QueryReader } from './query-reader.ts';
import type { QueryChanges } from './query-string.ts';
import { badParameter, singleValueOf } from './query-values.ts';

/** A page after a stored row; null for the first. */
export interface PositionPage {
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly limit: number;
}

export const limitSchemas: ParameterSchemas = {
  'page[limit]': {
    title: 'page.limit',
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    default: DEFAULT_LIMIT,
    description: 'The most rows.',
    examples: [50],
  },
};

const SCHEMAS: ParameterSchemas = {
  ...limitSchemas,
  'page[after]': {
    title: 'page.after.stored',
    type: 'string',
    description: 'The cursor of a `next` link.',
    examples: ['WzE3MDAwMDAwMDEwMDAsImEiXQ'],
  },
};

const DIGITS = /^[1-9][0-9]{0,2}$/;
/** An alias of `page[limit]`. */
export const SIZE = 'page[size]';

/** Reads `page[limit]`, `page[size]` and `page[after]`. */
export const positionPage: QueryReader<PositionPage> = {
  schemas: SCHEMAS,
  names: [...Object.keys(SCHEMAS), SIZE],
  read({ parameters }) {
    const limit = readLimit(parameters);
    const cursor = singleValueOf(parameters, 'page[after]');
    return { limit, after: cursor === undefined ? null : readCursor(cursor) };
  },
};

/** Reads `page[limit]` or `page[size]`. */
export function readLimit(parameters: QueryParameters): number {
  const name = parameters.has(SIZE) ? SIZE : 'page[limit]';
  const text = singleValueOf(parameters, name) ?? String(DEFAULT_LIMIT);
  const limit = DIGITS.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_LIMIT) throw badParameter(name, `must be from 1 to ${MAX_LIMIT}`);
  return limit;
}

/** A page's links; `position`: its last row, null for the last page. */
export function positionLinks(
  link: (changes: QueryChanges) => string,
  position: object | null,
): Pick<PageLinks, 'first' | 'next'> {
  const linkAfter = (cursor: string | null) => link(new Map([['page[after]', cursor]]));
  return { first: linkAfter(null), next: position === null ? null : linkAfter(writeCursor(position)) };
}

interface TimedRow<Id extends string> {
  readonly createdAt: number;
  readonly id: Id;
}

/** Links of a list by creation time. */
export function timeLinks(
  link: (changes: QueryChanges) => string,
  last: TimedRow<string> | null,
): Pick<PageLinks, 'first' | 'next'> {
  return positionLinks(link, last && { at: last.createdAt, id: last.id });
}

/** Reads the position of `timeLinks`. */
export function readTimePosition<Id extends string>({ after }: PositionPage): TimedRow<Id> | null {
  if (after === null) return null;
  const { at, id } = after;
  if (!isPosition(at) || typeof id !== 'string') throw foreignCursor();
  return { createdAt: at, id: id as Id };
}

/** Databases have 64-bit integers, and refuse all other numbers. */
export function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Opaque to clients. */
function writeCursor(position: object): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Error of another list's cursor. */
export function foreignCursor(): Error {
  return badParameter('page[after]', 'must be a cursor of this list');
}

function readCursor(cursor: string): Readonly<Record<string, unknown>> {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (isJsonObject(position)) return position;
  } catch {
    // Not our cursor.
  }
  throw foreignCursor();
}
