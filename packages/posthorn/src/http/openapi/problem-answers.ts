import { type Problem, type ProblemCode, problemOf } from '../answer/problem.ts';
import type { DescribedAnswer, DescribedAnswers } from '../route/api-route.ts';
import type { JsonSchema } from './json-schema.ts';

export type ProblemCase = Pick<Problem, 'detail' | 'parameter' | 'source' | 'tokenProblem'>;

/** Problems of any mail server request. */
export const MAIL_PROBLEM_CODES = [
  'authentication-failed',
  'access-denied',
  'scope-missing',
  'token-not-supported',
  'rate-limited',
  'internal',
  'server-unreachable',
  'tls-required',
  'protocol-failure',
  'server-unavailable',
  'too-many-connections',
  'server-timeout',
  'store-unavailable',
] as const satisfies readonly ProblemCode[];

/** How a version presents problems. */
export interface ProblemDescription<Code extends ProblemCode> {
  readonly cases: Readonly<Record<Code, ProblemCase>>;
  /** The first has the examples. */
  readonly mediaTypes: readonly string[];
  readonly schema: string;
  /** The status may differ from the problem's. */
  readonly present: (problem: Problem) => { readonly status: number; readonly body: unknown };
}

/** The described error responses. */
export interface ProblemAnswers<Code extends ProblemCode> {
  /** Referenced as `#/components/examples/<code>`. */
  readonly examples: Readonly<Record<string, object>>;
  /** One response object per status, with an example per code. */
  readonly answersOf: (codes: readonly Code[]) => DescribedAnswers;
}

const RETRY_AFTER: JsonSchema = {
  type: 'integer',
  description: 'Seconds after which a repeat makes sense.',
};

const BEARER_CHALLENGE: JsonSchema = {
  type: 'string',
  description: 'For requests with a token only: what is wrong with it (RFC 6750 §3).',
};

/** Describes a version's error responses. */
export function describeProblems<Code extends ProblemCode>({
  cases,
  mediaTypes,
  schema,
  present,
}: ProblemDescription<Code>): ProblemAnswers<Code> {
  const caseOf = (code: Code): Problem => problemOf(code, cases[code]);
  const statusOf = (problem: Problem): number => present(problem).status;

  const describeAnswer = (problems: readonly Problem[]): DescribedAnswer => {
    const mayRetry = problems.some(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
    const headers = {
      ...(mayRetry && { 'retry-after': RETRY_AFTER }),
      ...(problems.some(({ code }) => code === 'authentication-failed') && {
        'www-authenticate': BEARER_CHALLENGE,
      }),
    };
    const titles = new Set(problems.map(({ title }) => title));
    return {
      description: `${[...titles].join(', or: ')}.`,
      ...(Object.keys(headers).length > 0 && { headers }),
      content: Object.fromEntries(
        mediaTypes.map((mediaType, index) => [
          mediaType,
          {
            schema: { $ref: `#/components/schemas/${schema}` },
            ...(index === 0 && {
              examples: Object.fromEntries(
                problems.map(({ code }) => [code, { $ref: `#/components/examples/${code}` }]),
              ),
            }),
          },
        ]),
      ),
    };
  };

  return {
    examples: Object.fromEntries(
      (Object.keys(cases) as Code[]).map((code) => [
        code,
        { summary: problemOf(code).title, value: present(caseOf(code)).body },
      ]),
    ),
    answersOf: (codes) => {
      const problems = codes.map(caseOf);
      return Object.fromEntries(
        [...new Set(problems.map(statusOf))].map((status) => [
          status,
          describeAnswer(problems.filter((problem) => statusOf(problem) === status)),
        ]),
      );
    },
  };
}
