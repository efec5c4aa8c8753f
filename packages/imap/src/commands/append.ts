/** APPEND: stores a message (RFC 9051 §6.3.12). */
import type { CommandRunner } from '../connection/command.ts';
import type { ResponseCode } from '../responses/response.ts';
import type { CommandPart, OctetSource } from '../wire/command-part.ts';
import { toAstring, toFlagList } from '../wire/command-text.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';

/** A message with its flags and date. */
export interface MessageToAppend {
  readonly message: Uint8Array | OctetSource;
  /** Such as `\Seen`. */
  readonly flags: readonly string[];
  /** Such as `17-Jul-1996 02:44:25 -0700`; the server's clock when left out. */
  readonly internalDate?: string;
  /** True for header fields in UTF-8, which a server takes once UTF8=ACCEPT is enabled (RFC 6855 §4); false when left out. */
  readonly hasUtf8Fields?: boolean;
}

/** A message, and the mailbox that it goes to. */
export interface AppendRequest extends MessageToAppend {
  /** The encoded name of the mailbox. */
  readonly mailbox: string;
}

/** What the message is in its mailbox (UIDPLUS, RFC 4315 §3). */
export type AppendedMessage = Extract<ResponseCode, { readonly name: 'APPENDUID' }>;

/** Stores the message; returns its uid where the server reports it. Throws LiteralFailed when the source fails: nothing is stored then. */
export async function append(
  runner: CommandRunner,
  { mailbox, ...message }: AppendRequest,
  signal: AbortSignal,
): Promise<AppendedMessage | null> {
  const { code } = await runner.run(
    {
      name: 'APPEND',
      parts: ['APPEND ', toAstring(mailbox), ...messageParts(message, runner)],
      budget: { ...budgetFor(1, 0), deadlineMs: deadlineFor(message.message.length) },
      concurrency: 'alone',
    },
    signal,
  );
  return appendedMessage(code);
}

/** The flags, the date and the message, with a space before each. Throws TypeError for a malformed flag. */
export function messageParts(
  { message, flags, internalDate, hasUtf8Fields = false }: MessageToAppend,
  { enabled }: CommandRunner,
): readonly CommandPart[] {
  const date = internalDate === undefined ? '' : `"${internalDate.replaceAll(/["\\\r\n]/g, '')}" `;
  const beginning = ` ${toFlagList(flags)} ${date}`;
  if (!hasUtf8Fields || !enabled.has('UTF8=ACCEPT')) return [beginning, { literal: message }];
  return [`${beginning}UTF8 (`, { literal: message, isBinary: true }, ')'];
}

/** The new messages in the code; null for another code. */
export function appendedMessage(code: ResponseCode | null): AppendedMessage | null {
  return code?.name === 'APPENDUID' && 'uids' in code ? code : null;
}

/** The largest message in octets that the server accepts (APPENDLIMIT, RFC 7889); null where it announces no limit. */
export function appendLimit({ capabilities }: CommandRunner): number | null {
  for (const capability of capabilities) {
    const [, octets] = /^APPENDLIMIT=([0-9]{1,15})$/.exec(capability) ?? [];
    if (octets !== undefined) return Number(octets);
  }
  return null;
}
