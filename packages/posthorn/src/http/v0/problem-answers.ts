/** The answers to failures, as v0's operations describe them. */
import type { JsonSchema } from '../openapi/json-schema.ts';
import { type Problem, type ProblemCode, problemOf } from '../problem.ts';
import { presentProblem } from './errors.ts';

/** What operations of v0 answer with, and a case of each to show where the code alone does not say enough. */
const CASES = {
  'malformed-request': {},
  'invalid-parameter': {
    detail: 'The header X-CNMAIL-DATA must be a JSON object in base64.',
    parameter: 'X-CNMAIL-DATA',
  },
  'invalid-document': { detail: 'Invalid request payload.' },
  'authentication-failed': {},
  'access-denied': { detail: 'The mail server does not allow this.' },
  'mailbox-unknown': { detail: 'There is no such folder.' },
  'message-unknown': { detail: 'There is no such message.' },
  'attachment-unknown': { detail: 'The message has no such attachment.' },
  'payload-too-large': {},
  'unsupported-media-type': {},
  'capability-missing': { detail: 'The mail server cannot search in this way.' },
  'rate-limited': { detail: 'The mail server asks to slow down.' },
  internal: {},
  'server-unreachable': {},
  'tls-required': {},
  'protocol-failure': {},
  'server-unavailable': {},
  'too-many-connections': {},
  'server-timeout': {},
} as const satisfies Partial<Record<ProblemCode, Pick<Problem, 'detail' | 'parameter'>>>;

export type DescribedProblemCode = keyof typeof CASES;

/** What can happen to any request that goes to a mail server. */
const OF_ALL_MAIL: readonly DescribedProblemCode[] = [
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
    { summary: problemOf(code).title, value: presentProblem(caseOf(code)).body },
  ]),
);

/** The answers of a route that goes to a mail server: `codes`, and what any such route can answer. */
export function mailProblemAnswers(
  ...codes: readonly DescribedProblemCode[]
): Readonly<Record<number, object>> {
  return problemAnswers('invalid-parameter', ...codes, ...OF_ALL_MAIL);
}

/** One response object for each status (OpenAPI 3.1 §4.8.17), with an example for each code. */
export function problemAnswers(...codes: readonly DescribedProblemCode[]): Readonly<Record<number, object>> {
  const problems = codes.map(caseOf);
  const statuses = new Set(problems.map(statusOf));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      describeAnswer(problems.filter((problem) => statusOf(problem) === status)),
    ]),
  );
}

function caseOf(code: DescribedProblemCode): Problem {
  return { ...problemOf(code), ...CASES[code] };
}

/** Not always the problem's own: v0 answers 401 to what must not be told apart. */
function statusOf(problem: Problem): number {
  return presentProblem(problem).status;
}

function describeAnswer(problems: readonly Problem[]): object {
  const mayRetry = problems.some(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  return {
    description: `${problems.map(({ title }) => title).join(', or: ')}.`,
    ...(mayRetry && { headers: { 'retry-after': RETRY_AFTER } }),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(
          problems.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}
