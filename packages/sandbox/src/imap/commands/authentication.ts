/** LOGIN and AUTHENTICATE PLAIN (RFC 3501 §6.2, RFC 4616, SASL-IR of RFC 4959). */

import { fromOctets } from '../../octet-text.ts';
import type { Session } from '../session.ts';
import { ConversationEnd, meetFaults } from '../session-faults.ts';
import { refuse, reject } from '../wire/refusal.ts';
import type { Command, CommandResult, Invocation } from './command.ts';

interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Logs in with a name and a password in the command. */
export const login: Command = {
  state: 'not-authenticated',
  namesUser: true,
  handle: (invocation) => {
    const { args } = invocation;
    args.space();
    const name = fromOctets(args.astring());
    args.space();
    const password = fromOctets(args.astring());
    args.expectEnd();
    return logIn(invocation, { name, password });
  },
};

/** Logs in with SASL PLAIN, with or without an initial response. */
export const authenticate: Command = {
  state: 'not-authenticated',
  capability: 'AUTH=PLAIN',
  namesUser: true,
  handle: async (invocation) => {
    const { session, args } = invocation;
    args.space();
    if (args.keyword() !== 'PLAIN') throw refuse('Unsupported authentication mechanism', 'CANNOT');
    refuseInTheClear(session);
    const response = args.isAtEnd ? await askForResponse(session) : initialResponse(invocation);
    return logIn(invocation, parsePlain(response));
  },
};

function initialResponse({ session, args }: Invocation): string {
  if (!session.has('SASL-IR')) throw reject('Unexpected initial response');
  args.space();
  // A lone `=` stands for an empty response (RFC 4959 §3).
  const response = args.astring();
  args.expectEnd();
  return response === '=' ? '' : response;
}

async function askForResponse(session: Session): Promise<string> {
  session.connection.sendLine('+ ');
  const response = await session.connection.readLine();
  if (response === undefined) throw new ConversationEnd();
  if (response === '*') throw reject('Authentication cancelled');
  return response;
}

/** `authzid NUL authcid NUL password` in base64. */
function parsePlain(response: string): Credentials {
  const [authorizationName, name, password, ...rest] = Buffer.from(response, 'base64')
    .toString('utf8')
    .split('\0');
  if (name === undefined || password === undefined || rest.length > 0) throw reject('Invalid response');
  if (authorizationName !== '' && authorizationName !== name) {
    throw refuse('Acting for another user is not supported', 'AUTHORIZATIONFAILED');
  }
  return { name, password };
}

async function logIn(
  { session, name: command }: Invocation,
  credentials: Credentials,
): Promise<CommandResult> {
  session.claimedUser = credentials.name;
  session.server.recorder.countLogin();
  await meetFaults(session, { at: 'command-received', command });
  refuseInTheClear(session);
  const account = session.server.accounts.authenticate(credentials.name, credentials.password);
  if (account === undefined) throw refuse('Authentication failed', 'AUTHENTICATIONFAILED');
  session.account = account;
  return { text: 'Logged in', code: `CAPABILITY ${session.announcement()}` };
}

function refuseInTheClear(session: Session): void {
  if (!session.server.requireTls || session.connection.isEncrypted) return;
  throw refuse('Login is disabled until the connection is encrypted', 'PRIVACYREQUIRED');
}
