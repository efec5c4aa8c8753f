import type { MessageCriterion } from '../../../domain/messages/message-query.ts';
import { parseUid, toUid, type Uid } from '../../../domain/values/uid.ts';
import type { RequestProblems } from '../../answer/problem.ts';
import { isJsonObject, parseJson } from '../../request/json-object.ts';
import { badParameter, shorten } from '../query/query-values.ts';
import { FILTER_CONDITIONS, type FilterCondition } from './filter-conditions.ts';

const NAME = 'filter';
/** User searches nest three or four operators. */
const MAX_DEPTH = 8;
/** The mail server examines every message for each condition. */
const MAX_CONDITIONS = 64;

/** The uid's former name. */
const ID = 'id';
const LOGICAL: ReadonlyMap<string, 'all-of' | 'any-of'> = new Map([
  ['AND', 'all-of'],
  ['&&', 'all-of'],
  ['OR', 'any-of'],
  ['||', 'any-of'],
]);
const NEGATIONS: ReadonlySet<string> = new Set(['!', 'NOT']);
const EQUALITIES: ReadonlySet<string> = new Set(['=', '==']);
const UID_COMPARISONS: ReadonlyMap<string, (uid: Uid) => MessageCriterion> = new Map([
  ['>=', (uid: Uid): MessageCriterion => ({ kind: 'uid-at-least', uid })],
  ['>', (uid: Uid): MessageCriterion => above(uid)],
  ['<', (uid: Uid): MessageCriterion => not({ kind: 'uid-at-least', uid })],
  ['<=', (uid: Uid): MessageCriterion => not(above(uid))],
]);

interface Reading {
  conditions: number;
}

/**
 * Parses `{"OR":[{"=":{"seen":false}},{">=":{"uid":4711}}]}`. Operators, in any case: AND, OR, `&&`, `||`
 * over an array; `!`, NOT over a filter; `=`, `==`, `!=`, IN over a condition; `>`, `>=`, `<`, `<=` over
 * `uid` and `id`. Throws RequestProblems for everything else.
 */
export function parsePolishNotation(text: string): MessageCriterion {
  const filter = parseJson(text);
  if (filter === undefined) throw badParameter(NAME, 'must be JSON');
  return readFilter(filter, 1, { conditions: 0 });
}

function readFilter(filter: unknown, depth: number, reading: Reading): MessageCriterion {
  if (depth > MAX_DEPTH) throw badParameter(NAME, `must not be deeper than ${MAX_DEPTH} operators`);
  const [name, operand] = singleEntry(filter);
  const operator = name.toUpperCase();
  if (NEGATIONS.has(operator)) return not(readFilter(operand, depth + 1, reading));
  const kind = LOGICAL.get(operator);
  if (kind === undefined) return readCondition(operator, operand, reading);
  if (!Array.isArray(operand) || operand.length === 0) {
    throw badParameter(NAME, `must have filters in an array after "${operator}"`);
  }
  return { kind, criteria: operand.map((each) => readFilter(each, depth + 1, reading)) };
}

function readCondition(operator: string, operand: unknown, reading: Reading): MessageCriterion {
  const [name, value] = singleEntry(operand);
  const compare = UID_COMPARISONS.get(operator);
  if (compare !== undefined && (name === ID || name === 'uid')) {
    countConditions(reading, 1);
    return compare(toComparedUid(value));
  }
  const condition = FILTER_CONDITIONS.get(name === ID ? 'uid' : name);
  if (condition === undefined) throw badParameter(NAME, `has the unknown condition "${shorten(name)}"`);
  if (operator === 'IN') return readAlternatives({ name, condition }, value, reading);
  countConditions(reading, 1);
  if (EQUALITIES.has(operator)) return readValue({ name, condition }, value);
  if (operator === '!=') return not(readValue({ name, condition }, value));
  throw badParameter(NAME, `has no operator "${shorten(operator)}" for "${shorten(name)}"`);
}

interface NamedCondition {
  readonly name: string;
  readonly condition: FilterCondition;
}

function readAlternatives(named: NamedCondition, values: unknown, reading: Reading): MessageCriterion {
  if (!Array.isArray(values)) throw badParameter(NAME, `must have an array of "${named.name}" after "IN"`);
  if (named.name === ID || named.name === 'uid') {
    countConditions(reading, 1);
    // An empty list matches no message.
    if (values.length === 0) return { kind: 'uids', uids: [] };
    return readValue(named, values.map(String).join(','));
  }
  countConditions(reading, values.length);
  return { kind: 'any-of', criteria: values.map((value) => readValue(named, value)) };
}

function readValue({ name, condition }: NamedCondition, value: unknown): MessageCriterion {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof value);
  const criterion = isScalar ? condition.parse(String(value)) : undefined;
  if (criterion !== undefined) return criterion;
  throw badParameter(NAME, `has a value of "${name}" that must be ${condition.expected}`);
}

function toComparedUid(value: unknown): Uid {
  const uid = typeof value === 'string' || typeof value === 'number' ? parseUid(String(value)) : undefined;
  if (uid === undefined) throw badParameter(NAME, 'must compare with a uid');
  return uid;
}

function singleEntry(value: unknown): readonly [string, unknown] {
  const [entry, ...others] = isJsonObject(value) ? Object.entries(value) : [];
  if (entry === undefined || others.length > 0) throw notUnderstood();
  return entry;
}

function countConditions(reading: Reading, conditions: number): void {
  reading.conditions += conditions;
  if (reading.conditions > MAX_CONDITIONS) {
    throw badParameter(NAME, `must not have more than ${MAX_CONDITIONS} conditions`);
  }
}

function not(criterion: MessageCriterion): MessageCriterion {
  return { kind: 'not', criterion };
}

/** The largest uid has no successor. */
function above(uid: Uid): MessageCriterion {
  const next = toUid(uid + 1);
  return next === undefined ? { kind: 'uids', uids: [] } : { kind: 'uid-at-least', uid: next };
}

function notUnderstood(): RequestProblems {
  return badParameter(NAME, 'must consist of objects with one member each, like {"=":{"seen":false}}');
}
