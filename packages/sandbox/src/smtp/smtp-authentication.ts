import type { SMTPServer } from 'smtp-server';
import { LoginFailure, type LoginRefusal } from '../accounts/login-refusal.ts';
import type { LoginPolicy } from '../login-policy.ts';
import { SaslAuthorizationError, SaslSyntaxError } from '../sasl/mechanism.ts';
import { SASL_MECHANISMS } from '../sasl/mechanisms.ts';
import { runExchange } from '../sasl/run-exchange.ts';

/** A connection of `smtp-server`. */
export type SmtpConnection = SMTPServer['connections'] extends Set<infer Connection> ? Connection : never;

/** AUTH options. */
export interface SmtpAuthenticationOptions {
  readonly login: LoginPolicy;
  readonly requireTls: boolean;
}

interface Reply {
  readonly code: number;
  readonly text: string;
}

const AUTHENTICATION_FAILED = 535;

/** Replaces the connection's own AUTH (RFC 4954), which lacks OAUTHBEARER and SCRAM. */
export function installAuthentication(connection: SmtpConnection, options: SmtpAuthenticationOptions): void {
  connection.handler_AUTH = (command, resume) => {
    const dialogue = new Dialogue(connection, resume);
    void authenticate(dialogue, { ...options, line: command.toString('latin1') }).then((reply) =>
      dialogue.end(reply),
    );
  };
}

class Dialogue {
  readonly connection: SmtpConnection;
  #resume: () => void;

  constructor(connection: SmtpConnection, resume: () => void) {
    this.connection = connection;
    this.#resume = resume;
  }

  ask(challenge: string): Promise<string> {
    return new Promise((resolve) => {
      this.connection._nextHandler = (line, resume) => {
        this.#resume = resume;
        resolve(line.toString('latin1'));
      };
      this.connection.send(334, challenge);
      this.#resume();
    });
  }

  end({ code, text }: Reply): void {
    this.connection.send(code, text);
    this.#resume();
  }
}

/** The client sent `*`. */
class Cancelled extends Error {}

async function authenticate(
  dialogue: Dialogue,
  { line, login, requireTls }: SmtpAuthenticationOptions & { readonly line: string },
): Promise<Reply> {
  const { connection } = dialogue;
  const [, name = '', initialResponse, ...rest] = line.trim().split(/ +/);
  if (requireTls && !connection.secure) return toReply(login.refusals['in-the-clear']);
  if (connection.session.user) return { code: 503, text: 'Already logged in' };
  const isOn = login.smtpMechanisms.some((mechanism) => mechanism === name.toUpperCase());
  const mechanism = isOn ? SASL_MECHANISMS.get(name.toUpperCase()) : undefined;
  if (mechanism === undefined) return { code: 504, text: 'Unsupported authentication mechanism' };
  if (rest.length > 0) return { code: 501, text: 'Unexpected extra arguments' };

  const ask = async (challenge: string) => {
    const response = await dialogue.ask(challenge);
    if (response === '*') throw new Cancelled();
    return response;
  };
  try {
    const context = login.toContext(async () => undefined);
    const account = await runExchange({ mechanism, context, initialResponse, ask });
    connection.session.user = account.name;
    connection.session.transmissionType = connection._transmissionType();
    return { code: 235, text: 'Authentication successful' };
  } catch (error) {
    return replyTo(error, login);
  }
}

function replyTo(error: unknown, { refusals }: LoginPolicy): Reply {
  if (error instanceof LoginFailure) return toReply(refusals[error.problem]);
  if (error instanceof SaslSyntaxError) return { code: 501, text: error.message };
  if (error instanceof Cancelled) return { code: 501, text: 'Authentication cancelled' };
  const isForAnother = error instanceof SaslAuthorizationError;
  const text = isForAnother ? 'Acting for another user is not supported' : `Internal error: ${String(error)}`;
  return { code: isForAnother ? AUTHENTICATION_FAILED : 451, text };
}

function toReply({ smtpReplyCode, text }: LoginRefusal): Reply {
  return { code: smtpReplyCode ?? AUTHENTICATION_FAILED, text };
}
