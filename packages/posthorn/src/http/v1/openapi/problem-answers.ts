import type { ProblemCode } from '../../answer/problem.ts';
import { describeProblems, MAIL_PROBLEM_CODES, type ProblemCase } from '../../openapi/problem-answers.ts';
import type { DescribedAnswers } from '../../route/api-route.ts';
import { presentProblem } from '../json-api/errors.ts';

const CASES = {
  'invalid-parameter': {
    detail: 'The parameter "page[limit]" must be from 1 to 200.',
    parameter: 'page[limit]',
  },
  'state-invalid': {
    detail: 'The state was issued for another address or with another APP_KEY; read the list again.',
    parameter: 'since',
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
    detail: '"name" is not one of the sort keys date, subject, from, to, size, uid.',
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
  'search-incomplete': {},
  'authentication-failed': {},
  'access-denied': { detail: 'The mail server does not allow this.' },
  'scope-missing': {
    detail: 'The credentials lack the scope mail.send.',
    tokenProblem: { error: 'insufficient_scope', scope: 'mail.send' },
  },
  'token-not-supported': {
    detail: 'The mail server of this user takes no OAuth tokens. Nothing of the token was sent.',
  },
  'mail-account-unknown': { detail: 'The user has no mail account with this id.' },
  'api-key-unknown': { detail: 'There is no API key with this id.' },
  'login-required': {
    detail: 'The account would connect elsewhere. Send the login for that server with the change.',
    source: { pointer: '/data/attributes/login' },
  },
  'host-not-allowed': {
    detail: 'The mail server has no public address.',
    source: { pointer: '/data/attributes/inbox_address' },
  },
  'reauthentication-needed': { detail: 'The mail server no longer accepts the login of the account.' },
  disabled: { detail: 'The account is switched off.' },
  'connect-session-unknown': { detail: 'There is no such connect session.' },
  'events-gone': { detail: 'Events after this one may be gone.', parameter: 'page[after]' },
  'webhook-unknown': { detail: 'There is no webhook with this id.' },
  'webhook-delivery-unknown': { detail: 'There is no delivery with this id.' },
  'mailbox-unknown': { detail: 'There is no such folder.' },
  'message-unknown': { detail: 'There is no such message.' },
  'attachment-unknown': { detail: 'There is no such attachment.' },
  'not-acceptable': { source: { header: 'Accept' } },
  'message-gone': { detail: 'The mail folder was re-created; its messages have new ids.' },
  'invalid-json': { detail: 'The body is not JSON.', source: { pointer: '' } },
  'invalid-document': { detail: 'The resource has no type.', source: { pointer: '/data/type' } },
  'invalid-value': { detail: 'Must be true or false.', source: { pointer: '/data/attributes/seen' } },
  'resource-mismatch': { detail: 'The address belongs to another id.', source: { pointer: '/data/id' } },
  'client-id-not-supported': {
    detail: 'The server chooses ids of the type MessageItem.',
    source: { pointer: '/data/id' },
  },
  'relationship-not-changeable': {
    detail: '"Attachments" cannot be changed here.',
    source: { pointer: '/data/relationships/Attachments' },
  },
  'idempotency-key-reused': {
    detail: 'The key came with another request before.',
    source: { header: 'Idempotency-Key' },
  },
  'link-expired': { detail: 'The address of the download has expired. List the files of the message again.' },
  'link-unknown': { detail: 'The address of the download is of another file or of another installation.' },
  conflict: { detail: 'The message is not a draft.' },
  'outdated-version': {
    detail: 'If-Match names another version of the message.',
    source: { header: 'If-Match' },
  },
  'payload-too-large': {},
  'message-too-large': { detail: 'The attachments have more than 25000000 octets together.' },
  'unsupported-media-type': { source: { header: 'Content-Type' } },
  'malformed-request': {},
  'message-rejected': { detail: 'The sending server refused all recipients.' },
  'submission-uncertain': { detail: 'Look for the message before you send it again.' },
  'quota-exceeded': {},
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
  'store-unavailable': {},
} as const satisfies Partial<Record<ProblemCode, ProblemCase>>;

export type DescribedProblemCode = keyof typeof CASES;

const { examples, answersOf } = describeProblems<DescribedProblemCode>({
  cases: CASES,
  mediaTypes: ['application/vnd.api+json', 'application/json'],
  schema: 'ErrorDocument',
  present: (problem) => {
    const { status, body } = presentProblem(problem);
    return { status, body: JSON.parse(String(body)) };
  },
});

/** Referenced as `#/components/examples/<code>`. */
export const problemExamples = examples;

const CONNECTED_PROBLEMS = ['reauthentication-needed', 'disabled'] as const;

/** One response object per status of `codes` and of any account request. */
export function problemAnswers(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return problemAnswersWithoutAccount(...CONNECTED_PROBLEMS, 'mail-account-unknown', ...codes);
}

/** The same without an account. */
export function problemAnswersWithoutAccount(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return answersOf(['invalid-parameter', ...codes, ...MAIL_PROBLEM_CODES]);
}

/** The same without a mail server. */
export function problemAnswersWithoutMail(...codes: readonly DescribedProblemCode[]): DescribedAnswers {
  return answersOf(['invalid-parameter', ...codes]);
}

export const SELECTION_PROBLEMS = ['unknown-parameter', 'unknown-field', 'not-acceptable'] as const;

export const MESSAGE_PROBLEMS = ['mailbox-unknown', 'message-unknown', 'message-gone'] as const;
