/** RFC 3501 §6.2, RFC 4959. */
import type { Account } from '../../accounts/accounts.ts';
import { LoginFailure, type LoginProblem } from '../../accounts/login-refusal.ts';
import { fromOctets, toOctets } from '../../octet-text.ts';
import { SaslAuthorizationError, type SaslMechanismName, SaslSyntaxError } from '../../sasl/mechanism.ts';
import { SASL_MECHANISMS } from '../../sasl/mechanisms.ts';
import { runExchange } from '../../sasl/run-exchange.ts';
import { authCapability, isAuthCapability } from '../session/login-capabilities.ts';
import type { Session } from '../session/session.ts';
import { ConversationEnd, meetFaults } from '../session/session-faults.ts';
import { CommandRefusal, refuse, reject } from '../wire/refusal.ts';
import type { Command, CommandResult, Invocation } from './command.ts';

export const login: Command = {
  state: 'not-authenticated',
  namesUser: true,
  handle: async (invocation) => {
    const { session, args } = invocation;
    args.space();
    const name = fromOctets(args.astring());
    args.space();
    const password = fromOctets(args.astring());
    args.expectEnd();
    return finishLogin(session, async () => {
      await identify(invocation, name);
      if (session.has('LOGINDISABLED')) throw new LoginFailure('login-disabled');
      return session.server.login.authenticator.checkPassword({ name, password });
    });
  },
};

export const authenticate: Command = {
  state: 'not-authenticated',
  namesUser: true,
  handle: async (invocation) => {
    const { session, args } = invocation;
    if (![...session.server.capabilities].some(isAuthCapability))
      throw reject('Unknown command AUTHENTICATE');
    args.space();
    const name = args.keyword();
    const mechanism = SASL_MECHANISMS.get(name);
    if (mechanism === undefined || !session.has(authCapability(name as SaslMechanismName))) {
      throw refuse('Unsupported authentication mechanism', 'CANNOT');
    }
    refuseInTheClear(session);
    const initialResponse = args.isAtEnd ? undefined : readInitialResponse(invocation);
    const context = session.server.login.toContext((userName) => identify(invocation, userName));
    const result = await finishLogin(session, () =>
      runExchange({ mechanism, context, initialResponse, ask: (challenge) => ask(session, challenge) }),
    );
    if (name === 'XOAUTH2' || name === 'OAUTHBEARER') limitSession(session);
    return result;
  },
};

function readInitialResponse({ session, args }: Invocation): string {
  if (!session.has('SASL-IR')) throw reject('Unexpected initial response');
  args.space();
  const response = args.astring();
  args.expectEnd();
  return response;
}

async function ask({ connection }: Session, challenge: string): Promise<string> {
  connection.sendLine(`+ ${challenge}`);
  const response = await connection.readLine();
  if (response === undefined) throw new ConversationEnd();
  if (response === '*') throw reject('Authentication cancelled');
  return response;
}

/** From now on the user's faults strike. */
async function identify({ session, name: command }: Invocation, userName: string): Promise<void> {
  session.claimedUser = userName;
  session.server.recorder.countLogin();
  await meetFaults(session, { at: 'command-received', command });
  refuseInTheClear(session);
}

async function finishLogin(session: Session, open: () => Promise<Account>): Promise<CommandResult> {
  try {
    session.logIn(await open());
  } catch (error) {
    throw toRefusal(session, error);
  }
  return { text: 'Logged in', code: `CAPABILITY ${session.announcement()}` };
}

function toRefusal(session: Session, error: unknown): unknown {
  if (error instanceof LoginFailure) return loginRefusal(session, error.problem);
  if (error instanceof SaslSyntaxError) return reject(error.message);
  if (error instanceof SaslAuthorizationError) {
    return refuse('Acting for another user is not supported', 'AUTHORIZATIONFAILED');
  }
  return error;
}

function loginRefusal(session: Session, problem: LoginProblem): CommandRefusal {
  const { text, code } = session.server.login.refusals[problem];
  return new CommandRefusal({ status: 'NO', text: toOctets(text), ...(code === undefined ? {} : { code }) });
}

function refuseInTheClear(session: Session): void {
  if (!session.server.requireTls || session.connection.isEncrypted) return;
  throw loginRefusal(session, 'in-the-clear');
}

function limitSession({ server, connection }: Session): void {
  const { tokenSessionMs } = server.login;
  if (tokenSessionMs === undefined) return;
  void connection.pause(tokenSessionMs).then(() => connection.end('Session expired, please log in again'));
}
