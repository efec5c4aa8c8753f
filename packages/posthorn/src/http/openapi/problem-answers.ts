/** The answers to failures, as the operations of any version describe them. */
import { type Problem, type ProblemCode, problemOf } from '../answer/problem.ts';
import type { JsonSchema } from './json-schema.ts';

/** The details of an example problem that its code does not imply. */
export type ProblemCase = Pick<Problem, 'detail' | 'parameter' | 'source'>;

/** What any request that goes to a mail server can be answered with. */
export const MAIL_PROBLEM_CODES = [
  'authentication-failed',
  'access-denied',
  'token-not-supported',
  'rate-limited',
  'internal',
  'server-unreachable',
  'tls-required',
  'protocol-failure',
  'server-unavailable',
  'too-many-connections',
  'server-timeout',
] as const satisfies readonly ProblemCode[];

/** How one version presents problems. */
export interface ProblemDescription<Code extends ProblemCode> {
  /** The problems that its operations answer with, and a case of each. */
  readonly cases: Readonly<Record<Code, ProblemCase>>;
  /** The first one has the examples. */
  readonly mediaTypes: readonly string[];
  /** The name of the answer's schema among the components. */
  readonly schema: string;
  /** As JSON, with the version's status for the problem, which may differ from the problem's own. */
  readonly present: (problem: Problem) => { readonly status: number; readonly body: unknown };
}

export interface ProblemAnswers<Code extends ProblemCode> {
  /** What the answers refer to as `#/components/examples/<code>`. */
  readonly examples: Readonly<Record<string, object>>;
  /** One response object for each status (OpenAPI 3.1 §4.8.17), with an example for each code. */
  readonly answersOf: (codes: readonly Code[]) => Readonly<Record<number, object>>;
}

const RETRY_AFTER: JsonSchema = {
  type: 'integer',
  description: 'Seconds after which a repeat makes sense.',
};

const BEARER_CHALLENGE: JsonSchema = {
  type: 'string',
  description: 'For requests with a token only: what is wrong with it (RFC 6750 §3).',
};

export function describeProblems<Code extends ProblemCode>({
  cases,
  mediaTypes,
  schema,
  present,
}: ProblemDescription<Code>): ProblemAnswers<Code> {
  const caseOf = (code: Code): Problem => problemOf(code, cases[code]);
  const statusOf = (problem: Problem): number => present(problem).status;

  const describeAnswer = (problems: readonly Problem[]): object => {
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
