import type { Login } from '../domain/logins/login.ts';
import { type Check, ok, problem, warning } from './check.ts';

const COSTS: readonly (readonly [capability: string, cost: string])[] = [
  ['UIDPLUS', 'removed messages are only marked, and drafts that are saved have to be looked for'],
  ['MOVE', 'moving a message is copying and removing it'],
  ['SORT', 'lists are sorted here, so the first page of a large mailbox takes longer'],
  ['ESEARCH', 'answers to searches are longer'],
  ['CONDSTORE', 'a list that has not changed is sent again'],
  ['SPECIAL-USE', 'Drafts, Sent, Junk and Trash are recognised by their names only'],
  ['LIST-STATUS', 'counts of messages take one command for each folder'],
  ['THREAD=REFERENCES', 'conversations are put together by searching'],
];
const VERSIONS = ['IMAP4REV1', 'IMAP4REV2'];
const TOKEN_MECHANISMS = ['OAUTHBEARER', 'XOAUTH2'];
const ADVICE = 'Nothing has to be changed; a newer mail server may have it.';

/** Checks version and announced login methods; `kind` null: any. */
export function checkLoginWays(capabilities: ReadonlySet<string>, kind: Login['kind'] | null): Check {
  const check = 'IMAP version';
  if (!VERSIONS.some((version) => capabilities.has(version))) {
    return problem(check, {
      finding: 'The server does not speak IMAP4rev1.',
      advice: 'Use an IMAP server of this century.',
    });
  }
  const tokenWays = TOKEN_MECHANISMS.filter((mechanism) => capabilities.has(`AUTH=${mechanism}`));
  const takes = {
    password:
      !capabilities.has('LOGINDISABLED') ||
      ['PLAIN', 'LOGIN'].some((mechanism) => capabilities.has(`AUTH=${mechanism}`)),
    bearer: tokenWays.length > 0,
  };
  const isPossible = kind === null ? takes.password || takes.bearer : takes[kind];
  if (!isPossible) return impossibleLogin(check, kind, takes.bearer);
  const ways = [
    ...(takes.password ? ['passwords'] : []),
    ...(takes.bearer ? [`tokens (${tokenWays.join(', ')})`] : []),
  ];
  return ok(check, `IMAP4, and it takes ${ways.join(' and ')}.`);
}

function impossibleLogin(check: string, kind: Login['kind'] | null, takesTokens: boolean): Check {
  if (kind === 'bearer') {
    return problem(check, {
      finding: 'The server takes no tokens (OAUTHBEARER, XOAUTH2).',
      advice: 'Sign in with a password, or ask the operator of the server.',
    });
  }
  const advice = takesTokens
    ? 'Sign in with a token (--token-file; posthorn oauth:token gets one).'
    : 'It probably wants an encrypted connection.';
  return problem(check, { finding: 'The server takes no passwords.', advice });
}

/** Checks capabilities before a login. Servers that announce none may have them. */
export function checkEarlyCapabilities(capabilities: ReadonlySet<string>): readonly Check[] {
  if (COSTS.some(([capability]) => capabilities.has(capability))) return checkCapabilities(capabilities);
  return [ok('IMAP capabilities', 'The server tells them after the login only.')];
}

/** Checks for missing capabilities, and lists others. */
export function checkCapabilities(capabilities: ReadonlySet<string>): readonly Check[] {
  const present = COSTS.filter(([capability]) => capabilities.has(capability));
  const missing = COSTS.filter(([capability]) => !capabilities.has(capability));
  const list = present.map(([capability]) => capability).join(', ') || 'none of those that help';
  return [
    ok('IMAP capabilities', `The server has ${list}.`),
    ...missing.map(([capability, cost]) =>
      warning(`IMAP ${capability}`, { finding: `It is missing: ${cost}.`, advice: ADVICE }),
    ),
  ];
}
