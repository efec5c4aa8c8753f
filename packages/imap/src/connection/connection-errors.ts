import { ImapError } from '../errors.ts';
import type { ResponseCode } from '../responses/response.ts';

/** NO or BAD (RFC 9051 §7.1.2, §7.1.3). The connection stays open. */
export class CommandRefused extends ImapError {
  override readonly name: string = 'CommandRefused';
  /** Without arguments. */
  readonly command: string;
  readonly status: 'NO' | 'BAD';
  readonly code: ResponseCode | null;
  /** In any language. */
  readonly text: string;

  constructor(answer: Pick<CommandRefused, 'command' | 'status' | 'code' | 'text'>) {
    super(`The server answered ${answer.command} with ${answer.status}.`);
    this.command = answer.command;
    this.status = answer.status;
    this.code = answer.code;
    this.text = answer.text;
  }
}

/** The connection ended, or was never established. */
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
