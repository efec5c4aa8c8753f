import { httpErrorMeanings, mailErrorMeanings, selectionErrorMeanings } from './error-meanings.ts';
import { type ProblemCode, problemOf } from './problem.ts';

const HEAD = `# Errors

Every failure has a code. Codes are never renamed and never reused; new ones may be added, so treat a code that you do
not know like its status. The title is the same for each code, \`detail\` tells the case. Every answer has an
\`X-Request-Id\`, by which the operator finds the request in the log.

- Version 0 answers with \`success\`, \`msg\`, \`status\`, \`code\`, \`title\`, \`detail\` and \`parameter\`. What must not tell
  who has an account (\`authentication-required\`, \`authentication-failed\`, \`mail-account-unknown\`) is always
  \`401 {"success":false,"msg":"Unauthorized.","status":401}\`, without a code. \`msg\` of a write that failed is the text that
  released clients know, such as \`Sending the message failed.\`; the reason is in the other members.
- Version 1 answers with a JSON:API document: \`errors\`, each with \`status\`, \`code\`, \`title\`, \`detail\` and \`source\`. Only the right login
  learns that it has no account with an id (\`mail-account-unknown\`).

Failures of servers (statuses from 500) have no \`detail\`: what a mail server says is for the operator. Only
\`submission-uncertain\` has one, because it says what the user has to do now.
`;

const SECTIONS: readonly { readonly title: string; readonly meanings: Readonly<Record<string, string>> }[] = [
  { title: 'Mail', meanings: mailErrorMeanings },
  { title: 'HTTP', meanings: httpErrorMeanings },
  { title: 'JSON:API and field selection (version 1)', meanings: selectionErrorMeanings },
];

/** Renders `docs/errors.md`. */
export function renderErrorsPage(): string {
  return [HEAD, ...SECTIONS.map(renderSection)].join('\n');
}

function renderSection({ title, meanings }: (typeof SECTIONS)[number]): string {
  const rows = Object.entries(meanings).map(([code, meaning]) => renderRow(code as ProblemCode, meaning));
  return [
    `## ${title}\n`,
    '| Code | Status | Title | Meaning, and what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function renderRow(code: ProblemCode, meaning: string): string {
  const { status, title } = problemOf(code);
  return `| \`${code}\` | ${status} | ${title} | ${meaning} |`;
}
