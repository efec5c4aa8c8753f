import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import { parseUid, type Uid } from '../../../domain/values/uid.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

interface Condition {
  readonly property: unknown;
  readonly operator: string;
  readonly value: unknown;
}

/** By upper-case operator. */
const ID_CRITERIA: ReadonlyMap<string, (value: unknown) => MessageCriterion> = new Map([
  ['IN', (value): MessageCriterion => ({ kind: 'uids', uids: toUids(value) })],
  ['=', (value): MessageCriterion => ({ kind: 'uids', uids: [toUid(value)] })],
  ['==', (value): MessageCriterion => ({ kind: 'uids', uids: [toUid(value)] })],
  ['>=', (value): MessageCriterion => ({ kind: 'uid-at-least', uid: toUid(value) })],
]);

const EQUALITY: ReadonlySet<string> = new Set(['=', '==']);
const DISJUNCTION: ReadonlySet<string> = new Set(['OR', '||']);

/**
 * Parses `filter`, if any: an array of alternatives `{"property":"id","operator":"in","value":["1","2"]}`, or prefix
 * `{"OR":[{">=":{"id":4}},{"=":{"recent":true}}]}`. Conditions: `id` IN, = and >=, `recent` = true. Throws
 * `invalid-parameter` for others, which must not be ignored silently.
 */
export function parseFilter(parameters: QueryParameters): MessageCriterion | null {
  const text = singleValue(parameters, 'filter');
  if (text === undefined || text === '') return null;
  const filter = parseJson(text);
  if (filter === undefined) throw invalidParameter('filter', 'must be JSON decodable');
  const conditions = Array.isArray(filter) ? filter.map(readEntry) : readPrefixNotation(filter);
  const criteria = conditions.map(toCriterion);
  const [first, ...others] = criteria;
  if (first === undefined) throw invalidParameter('filter', 'must have an entry');
  return others.length === 0 ? first : { kind: 'any-of', criteria };
}

/** True if the filter lists ids, bounding the result. */
export function namesMessages(criterion: MessageCriterion | null): boolean {
  if (criterion?.kind === 'any-of') return criterion.criteria.some(namesMessages);
  return criterion?.kind === 'uids' && criterion.uids.length > 0;
}

function readEntry(entry: unknown): Condition {
  if (!isJsonObject(entry)) throw notUnderstood();
  const { property, operator = '=', value } = entry;
  if (typeof operator !== 'string') throw notUnderstood();
  return { property, operator: operator.toUpperCase(), value };
}

function readPrefixNotation(filter: unknown): readonly Condition[] {
  const [operator, operand] = singleEntry(filter);
  if (!DISJUNCTION.has(operator)) return [readPrefixCondition(filter)];
  if (!Array.isArray(operand)) throw notUnderstood();
  return operand.map(readPrefixCondition);
}

function readPrefixCondition(condition: unknown): Condition {
  const [operator, operand] = singleEntry(condition);
  const members = isJsonObject(operand) ? Object.entries(operand) : [];
  const [member, ...others] = members;
  if (member === undefined || others.length > 0) throw notUnderstood();
  return { operator, property: member[0], value: member[1] };
}

function singleEntry(value: unknown): readonly [string, unknown] {
  const [entry, ...others] = isJsonObject(value) ? Object.entries(value) : [];
  if (entry === undefined || others.length > 0) throw notUnderstood();
  return [entry[0].toUpperCase(), entry[1]];
}

function toCriterion({ property, operator, value }: Condition): MessageCriterion {
  if (property === 'recent' && EQUALITY.has(operator) && value === true) return { kind: 'recent' };
  const idCriterion = property === 'id' ? ID_CRITERIA.get(operator) : undefined;
  if (idCriterion === undefined) throw notUnderstood();
  return idCriterion(value);
}

function toUids(value: unknown): readonly Uid[] {
  if (!Array.isArray(value)) throw invalidParameter('filter', 'must have a list of ids after "in"');
  return [...new Set(value.map(toUid))];
}

function toUid(value: unknown): Uid {
  const uid = typeof value === 'string' || typeof value === 'number' ? parseUid(String(value)) : undefined;
  if (uid === undefined) throw invalidParameter('filter', 'must have message ids as values of "id"');
  return uid;
}

function notUnderstood(): Error {
  return invalidParameter('filter', 'has a condition that is not understood');
}
