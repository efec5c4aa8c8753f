/** The answers to failures, as v1's operations describe them. */
import { type Problem, type ProblemCode, problemOf } from '../../problem.ts';
import { presentProblem } from '../../v1/errors.ts';
import type { JsonSchema } from '../json-schema.ts';

type Case = Pick<Problem, 'detail' | 'parameter' | 'source'>;

/** What operations of v1 answer with, and a case of each to show where the code alone does not say enough. */
const CASES = {
  'invalid-parameter': {
    detail: 'The parameter "page[limit]" must be from 1 to 200.',
    parameter: 'page[limit]',
  },
  'unknown-parameter': { detail: "There is no parameter 'pgae[limit]'.", parameter: 'pgae[limit]' },
  'unknown-field': {
    detail: "'MessageItem' has no field 'subjekt'.",
    parameter: 'fields[MessageItem]',
  },
  'include-not-supported': {
    detail: '"MessageBody.Attachment" leads to nothing that can be included here.',
    parameter: 'include',
  },
  'sort-not-supported': {
    detail: '"name" is none of the sort keys date, subject, from, to, size, uid.',
    parameter: 'sort',
  },
  'page-size-exceeded': {
    detail: 'The parameter "page[size]" must not be greater than 200.',
    parameter: 'page[size]',
  },
  'range-pagination-not-supported': {
    detail: 'The parameters "page[after]" and "page[before]" exclude each other.',
    parameter: 'page[before]',
  },
  'authentication-failed': {},
  'access-denied': { detail: 'The mail server does not allow this.' },
  'mailbox-unknown': { detail: 'There is no such folder.' },
  'message-unknown': { detail: 'There is no such message.' },
  'attachment-unknown': { detail: 'There is no such attachment.' },
  'not-acceptable': { source: { header: 'Accept' } },
  'message-gone': { detail: 'The mail folder was made anew; its messages have other ids now.' },
  'range-not-satisfiable': { detail: 'The file has 5 octets.', source: { header: 'Range' } },
  'capability-missing': { detail: 'The mail server cannot search in this way.' },
  'rate-limited': { detail: 'The mail server asks to slow down.' },
  internal: {},
  'server-unreachable': {},
  'tls-required': {},
  'protocol-failure': {},
  'server-unavailable': {},
  'too-many-connections': {},
  'server-timeout': {},
} as const satisfies Partial<Record<ProblemCode, Case>>;

export type DescribedProblemCode = keyof typeof CASES;

/** What can happen to any request. */
const OF_ALL: readonly DescribedProblemCode[] = [
  'authentication-failed',
  'access-denied',
  'rate-limited',
  'internal',
  'server-unreachable',
  'tls-required',
  'protocol-failure',
  'server-unavailable',
  'too-many-connections',
  'server-timeout',
];

const RETRY_AFTER: JsonSchema = {
  type: 'integer',
  description: 'Seconds after which a repeat makes sense.',
};

/** What the answers below refer to as `#/components/examples/<code>`. */
export const problemExamples: Readonly<Record<string, object>> = Object.fromEntries(
  (Object.keys(CASES) as DescribedProblemCode[]).map((code) => [
    code,
    { summary: problemOf(code).title, value: JSON.parse(String(presentProblem(caseOf(code)).body)) },
  ]),
);

/** One response object for each status: `codes`, and what any request can be answered with. */
export function problemAnswers(...codes: readonly DescribedProblemCode[]): Readonly<Record<number, object>> {
  const problems = ['invalid-parameter' as const, ...codes, ...OF_ALL].map(caseOf);
  const statuses = new Set(problems.map(({ status }) => status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      describeAnswer(problems.filter((problem) => problem.status === status)),
    ]),
  );
}

function caseOf(code: DescribedProblemCode): Problem {
  return problemOf(code, CASES[code]);
}

function describeAnswer(problems: readonly Problem[]): object {
  const mayRetry = problems.some(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  const titles = new Set(problems.map(({ title }) => title));
  return {
    description: `${[...titles].join(', or: ')}.`,
    ...(mayRetry && { headers: { 'retry-after': RETRY_AFTER } }),
    content: {
      'application/vnd.api+json': {
        schema: { $ref: '#/components/schemas/ErrorDocument' },
        examples: Object.fromEntries(
          problems.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}
