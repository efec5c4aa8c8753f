/** What can go wrong between this client and a server. Every error that the package throws by intent is one of these. */
import type { ResponseCode } from './responses/response.ts';
import type { OAuthChallenge } from './sasl/oauth-challenge.ts';

/** The base of all errors of this package. */
export abstract class ImapError extends Error {}

/** The server answered a command with NO or BAD (RFC 9051 §7.1.2, §7.1.3). The connection goes on. */
export class CommandRefused extends ImapError {
  override readonly name: string = 'CommandRefused';
  /** The command without its arguments, such as `UID FETCH`. */
  readonly command: string;
  readonly status: 'NO' | 'BAD';
  readonly code: ResponseCode | null;
  /** The server's human-readable text. It is outside text, and may be in any language. */
  readonly text: string;

  constructor(answer: Pick<CommandRefused, 'command' | 'status' | 'code' | 'text'>) {
    super(`The server answered ${answer.command} with ${answer.status}.`);
    this.command = answer.command;
    this.status = answer.status;
    this.code = answer.code;
    this.text = answer.text;
  }
}

/**
 * Why a server refused a login, by its response code (RFC 5530), which takes precedence over the word NO.
 *
 * - `credentials`: user and secret do not belong together, or may not act for each other.
 * - `expired`: the secret was right once.
 * - `unavailable`: the server cannot check the login now; try later with the same secret.
 * - `privacy-required`: the server wants an encrypted connection.
 * - `limit`: too many connections or logins.
 * - `contact-admin`: a person must act elsewhere, as the text or an alert explains.
 * - `other`: anything else.
 */
export type SignInRefusal =
  | 'credentials'
  | 'expired'
  | 'unavailable'
  | 'privacy-required'
  | 'limit'
  | 'contact-admin'
  | 'other';

/** The server refused a login. No member holds a secret: a text of the server that repeats one is left out. */
export class SignInRefused extends CommandRefused {
  override readonly name = 'SignInRefused';
  readonly reason: SignInRefusal;
  /** Texts that RFC 9051 §7.1 wants to be shown to the user. */
  readonly alerts: readonly string[];
  /** The server's error about a token before the refusal; null where it sent none. */
  readonly challenge: OAuthChallenge | null;

  constructor(
    answer: Pick<CommandRefused, 'command' | 'status' | 'code' | 'text'>,
    judgement: Pick<SignInRefused, 'reason' | 'alerts' | 'challenge'>,
  ) {
    super(answer);
    this.reason = judgement.reason;
    this.alerts = judgement.alerts;
    this.challenge = judgement.challenge;
  }
}

/** The server does not offer the mechanism that was chosen, or none for these credentials. Nothing was sent. */
export class MechanismUnavailable extends ImapError {
  override readonly name = 'MechanismUnavailable';
  /** What the server offers, such as `PLAIN`; `LOGIN` is the command. */
  readonly offered: readonly string[];

  constructor(wanted: string, offered: readonly string[]) {
    super(`The server does not offer ${wanted}; it offers ${offered.join(', ') || 'nothing'}.`);
    this.offered = offered;
  }
}

/** A value of the caller cannot be sent. Nothing was sent. The message never repeats the value. */
export class InvalidArgument extends ImapError {
  override readonly name = 'InvalidArgument';
}

/** The connection ended, or was never established. `byeText` is the text of the last BYE, if there was one. */
export class ConnectionClosed extends ImapError {
  override readonly name = 'ConnectionClosed';
  readonly byeText: string | undefined;
  readonly byeCode: ResponseCode | null;

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly byeText?: string;
      readonly byeCode?: ResponseCode | null;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.byeText = options.byeText;
    this.byeCode = options.byeCode ?? null;
  }
}

/** No answer came in time. The connection is closed. */
export class DeadlineExceeded extends ImapError {
  override readonly name = 'DeadlineExceeded';
  /** What was waited for, such as `the greeting` or `UID FETCH`. */
  readonly waitedFor: string;

  constructor(waitedFor: string, milliseconds: number) {
    super(`The server did not finish ${waitedFor} within ${milliseconds} ms.`);
    this.waitedFor = waitedFor;
  }
}

/** The server sent more than a bound or a budget allows. The connection is closed. */
export class BoundExceeded extends ImapError {
  override readonly name = 'BoundExceeded';
  /** The name of the bound, such as `lineOctets`, or of the budget, such as `octets of UID FETCH`. */
  readonly bound: string;

  constructor(bound: string, limit: number) {
    super(`The server exceeded the bound of ${limit} ${bound}.`);
    this.bound = bound;
  }
}

/** The server sent what RFC 9051 does not allow at this point. The connection is closed. */
export class ProtocolViolation extends ImapError {
  override readonly name = 'ProtocolViolation';
}

/** The connection is not encrypted, or cannot be, and so no secret was sent. */
export class TlsUnavailable extends ImapError {
  override readonly name = 'TlsUnavailable';
}

/** A literal could not be read from its source, or has not the announced number of octets. The connection is closed. */
export class LiteralFailed extends ImapError {
  override readonly name = 'LiteralFailed';

  constructor(cause: unknown) {
    super('A literal could not be sent.', { cause });
  }
}

/** A streamed section was not read for so long that the connection no longer waits for its reader. */
export class StreamAbandoned extends ImapError {
  override readonly name = 'StreamAbandoned';

  constructor(milliseconds: number) {
    super(`The section was not read for ${milliseconds} ms.`);
  }
}
