import type { ProblemCode } from '../../answer/problem.ts';
import { describeProblems, MAIL_PROBLEM_CODES, type ProblemCase } from '../../openapi/problem-answers.ts';
import type { DescribedAnswers } from '../../route/api-route.ts';
import { presentProblem } from './errors.ts';

/** Details where the code alone is unclear. */
const CASES = {
  'malformed-request': {},
  'invalid-parameter': {
    detail: 'The header X-CNMAIL-DATA must be a JSON object in base64.',
    parameter: 'X-CNMAIL-DATA',
  },
  'invalid-document': { detail: 'Invalid request payload.' },
  'authentication-failed': {},
  'access-denied': { detail: 'The mail server does not allow this.' },
  'scope-missing': {
    detail: 'The credentials lack the scope mail.send.',
    tokenProblem: { error: 'insufficient_scope', scope: 'mail.send' },
  },
  'token-not-supported': {
    detail: 'The mail server of this user takes no OAuth tokens. Nothing of the token was sent.',
  },
  'mailbox-unknown': { detail: 'There is no such folder.' },
  'message-unknown': { detail: 'There is no such message.' },
  'attachment-unknown': { detail: 'The message has no such attachment.' },
  'link-expired': { detail: 'The address of the download has expired. List the files of the message again.' },
  'link-unknown': { detail: 'The address of the download is of another file or of another installation.' },
  conflict: { detail: 'The message is not a draft.' },
  'outdated-version': { detail: 'A newer version of the draft was saved meanwhile.' },
  'payload-too-large': {},
  'message-too-large': { detail: 'The mail server accepts no message of this size.' },
  'unsupported-media-type': {},
  'capability-missing': { detail: 'The mail server cannot search in this way.' },
  'message-rejected': { detail: 'The sending server accepts none of the recipients.' },
  'rate-limited': { detail: 'The mail server asks to slow down.' },
  internal: {},
  'server-unreachable': {},
  'tls-required': {},
  'protocol-failure': {},
  'server-unavailable': {},
  'too-many-connections': {},
  'server-timeout': {},
  'store-unavailable': {},
  'submission-uncertain': { detail: 'The connection was lost before the sending server answered.' },
  'quota-exceeded': {},
} as const satisfies Partial<Record<ProblemCode, ProblemCase>>;

export type DescribedProblemCode = keyof typeof CASES;

const { examples, answersOf } = describeProblems<DescribedProblemCode>({
  cases: CASES,
  mediaTypes: ['application/json'],
  schema: 'Problem',
  present: presentProblem,
});

/** Referenced as `#/components/examples/<code>`. */
export const problemExamples = examples;

/** Describes `codes` and mail server problems. */
export function mailProblemAnswers(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return answersOf(['invalid-parameter', ...codes, ...MAIL_PROBLEM_CODES]);
}

/** Describes problems of storing a message. */
export function writingProblemAnswers(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return mailProblemAnswers(
    'invalid-document',
    ...codes,
    'payload-too-large',
    'message-too-large',
    'unsupported-media-type',
    'quota-exceeded',
  );
}

/** Describes problems of changing a draft. */
export function draftProblemAnswers(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return writingProblemAnswers(
    'mailbox-unknown',
    'message-unknown',
    ...codes,
    'conflict',
    'outdated-version',
  );
}

/** Describes exactly these problems. */
export function problemAnswers(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return answersOf(codes);
}
