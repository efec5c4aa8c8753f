/** AUTH (RFC 4954): nodemailer would send tokens by the first announced mechanism. */
import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection';
import {
  type Credentials,
  checkCredentials,
  createExchange,
  InvalidArgument,
  type SaslExchange,
} from 'posthorn-imap/sasl';
import type { Login } from '../../domain/logins/login.ts';
import { requirePassword, SaslLoginExchange } from './sasl-login.ts';
import type { LoginMechanism } from './smtp-extensions.ts';
import { parseReply } from './smtp-reply.ts';

/** User, and password or token. */
export interface SaslCredentials {
  readonly mechanism: LoginMechanism;
  readonly login: Login;
}

/** One login. */
export interface SaslLogin {
  /** Adds the challenge; removes text repeating the secret. */
  describe(error: unknown): unknown;
}

/** Handlers, and their next login. */
export interface SaslHandler {
  readonly handlers: Record<string, (context: SMTPConnectionCustomAuthContext) => Promise<void>>;
  /** Throws an EAUTH error for an unsendable secret. */
  begin(credentials: SaslCredentials): SaslLogin;
}

/** Unknown to servers: nodemailer never chooses it. */
export const SASL_METHOD = 'POSTHORN-SASL';

type Exchange = Omit<SaslExchange, 'mechanism' | 'begin'> & { begin(): Buffer | null };

/**
 * RFC 5321 §4.5.3.1.4 allows 512 octets; Dovecot refuses more. Longer responses follow the challenge (RFC
 * 4954 §4: 12,288).
 */
const MAX_COMMAND_OCTETS = 510;
const CONTINUE = 334;
const REPLY_CODE_LENGTH = 3;
const SUCCESS = 235;

/** A handler for one connection. */
export function createSaslHandler(): SaslHandler {
  let next: { readonly mechanism: string; readonly exchange: Exchange } | undefined;
  return {
    handlers: {
      async [SASL_METHOD](context) {
        if (next === undefined) throw failure('EAUTH', 'There is no login.');
        const login = next;
        // The handler outlives the need for the secret.
        next = undefined;
        await authenticate(context, login);
      },
    },
    begin({ mechanism, login }) {
      const exchange = openExchange(mechanism, login);
      next = { mechanism, exchange };
      return { describe: (error) => describe(error, exchange) };
    },
  };
}

function openExchange(mechanism: LoginMechanism, { kind, user, secret }: Login): Exchange {
  try {
    if (kind === 'password') requirePassword(secret.reveal());
    const credentials: Credentials =
      kind === 'bearer' ? { user, token: secret.reveal() } : { user, password: secret.reveal() };
    checkCredentials(credentials);
    if (mechanism === 'LOGIN' && 'password' in credentials) return new SaslLoginExchange(credentials);
    return createExchange(credentials, mechanism);
  } catch (error) {
    if (error instanceof InvalidArgument) throw failure('EAUTH', error.message);
    throw error;
  }
}

async function authenticate(
  { sendCommand }: SMTPConnectionCustomAuthContext,
  { mechanism, exchange }: { readonly mechanism: string; readonly exchange: Exchange },
): Promise<void> {
  const send = async (line: string) => (await sendCommand(line)).response;
  let response = await begin(send, { mechanism, message: exchange.begin() });
  for (let count = 1; codeOf(response) === CONTINUE; count += 1) {
    if (count > exchange.maxChallenges) throw failure('EPROTOCOL', 'There are too many challenges.');
    const challenge = Buffer.from(response.slice(REPLY_CODE_LENGTH + 1), 'base64');
    const answer = await exchange.answer(challenge);
    response = await send(answer.toString('base64'));
  }
  if (codeOf(response) !== SUCCESS) throw failure('EAUTH', 'The login was refused.');
  exchange.finish();
}

async function begin(
  send: (line: string) => Promise<string>,
  { mechanism, message }: { readonly mechanism: string; readonly message: Buffer | null },
): Promise<string> {
  const command = `AUTH ${mechanism}`;
  if (message === null) return send(command);
  const encoded = message.toString('base64');
  const line = `${command} ${encoded}`;
  if (line.length <= MAX_COMMAND_OCTETS) return send(line);
  const asked = await send(command);
  return codeOf(asked) === CONTINUE ? send(encoded) : asked;
}

function codeOf(response: string): number {
  return Number(response.slice(0, REPLY_CODE_LENGTH));
}

interface LoginFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

function describe(error: unknown, exchange: Exchange): unknown {
  if (!(error instanceof Error)) return error;
  const { code, command, response, responseCode }: LoginFailure & Error = error;
  if (code === undefined) return error;
  const { challenge } = exchange;
  const text = exchange.reveals(`${error.message} ${response ?? ''}`) ? 'The login failed.' : error.message;
  const kept = response !== undefined && exchange.reveals(response) ? codesOf(response) : response;
  return Object.assign(new Error(text), {
    code,
    ...(command !== undefined && { command }),
    ...(kept !== undefined && { response: kept }),
    ...(responseCode !== undefined && { responseCode }),
    challenge,
  });
}

function codesOf(response: string): string {
  const { replyCode, enhancedCode } = parseReply(response);
  return [replyCode, ...(enhancedCode === null ? [] : [enhancedCode])].join(' ');
}

function failure(code: string, text: string): Error {
  return Object.assign(new Error(text), { code });
}
