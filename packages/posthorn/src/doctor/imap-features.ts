/** What an IMAP server can do, and what it costs when it cannot. */
import { type Check, ok, problem, warning } from './check.ts';

/** Capabilities that Posthorn uses, and what happens without them. */
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
const ADVICE = 'Nothing has to be changed; a newer mail server may have it.';

/** Whether one can sign in at all, as the server says before the login. */
export function checkLoginWays(capabilities: ReadonlySet<string>): Check {
  const check = 'IMAP version';
  if (!VERSIONS.some((version) => capabilities.has(version))) {
    return problem(check, 'The server does not speak IMAP4rev1.', 'Use an IMAP server of this century.');
  }
  const takesPasswords = capabilities.has('AUTH=PLAIN') || capabilities.has('AUTH=LOGIN');
  if (capabilities.has('LOGINDISABLED') && !takesPasswords) {
    return problem(
      check,
      'The server takes no passwords.',
      'It probably wants OAuth, which Posthorn does not have, or an encrypted connection.',
    );
  }
  return ok(check, 'IMAP4, and it takes passwords.');
}

/** What servers say of it before a login: some nothing at all, and then nothing is known to be missing. */
export function checkEarlyCapabilities(capabilities: ReadonlySet<string>): readonly Check[] {
  if (COSTS.some(([capability]) => capabilities.has(capability))) return checkCapabilities(capabilities);
  return [ok('IMAP capabilities', 'The server tells them after the login only.')];
}

/** One check for each capability that is missing, and one for those that are there. */
export function checkCapabilities(capabilities: ReadonlySet<string>): readonly Check[] {
  const present = COSTS.filter(([capability]) => capabilities.has(capability));
  const missing = COSTS.filter(([capability]) => !capabilities.has(capability));
  const list = present.map(([capability]) => capability).join(', ') || 'none of those that help';
  return [
    ok('IMAP capabilities', `The server has ${list}.`),
    ...missing.map(([capability, cost]) => warning(`IMAP ${capability}`, `It is missing: ${cost}.`, ADVICE)),
  ];
}
