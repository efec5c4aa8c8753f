import type { CommandRunner } from '../connection/command.ts';
import type { ResponseCode } from '../responses/response.ts';
import type { CommandPart, OctetSource } from '../wire/command-part.ts';
import { toAstring, toFlagList } from '../wire/command-text.ts';
import { budgetFor, deadlineFor } from './command-budget.ts';

/** A message to store. */
export interface MessageToAppend {
  readonly message: Uint8Array | OctetSource;
  readonly flags: readonly string[];
  /** `17-Jul-1996 02:44:25 -0700`. */
  readonly internalDate?: string;
  /** Needs UTF8=ACCEPT (RFC 6855 §4). */
  readonly hasUtf8Fields?: boolean;
}

/** A message for a mailbox. */
export interface AppendRequest extends MessageToAppend {
  readonly mailbox: string;
}

/** UIDPLUS, RFC 4315 §3. */
export type AppendedMessage = Extract<ResponseCode, { readonly name: 'APPENDUID' }>;

/** APPEND (RFC 9051 §6.3.12). After LiteralFailed nothing is stored. */
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

/** Throws TypeError for a malformed flag. */
export function messageParts(
  { message, flags, internalDate, hasUtf8Fields = false }: MessageToAppend,
  { enabled }: CommandRunner,
): readonly CommandPart[] {
  const date = internalDate === undefined ? '' : `"${internalDate.replaceAll(/["\\\r\n]/g, '')}" `;
  const beginning = ` ${toFlagList(flags)} ${date}`;
  if (!hasUtf8Fields || !enabled.has('UTF8=ACCEPT')) return [beginning, { literal: message }];
  return [`${beginning}UTF8 (`, { literal: message, isBinary: true }, ')'];
}

/** Null for others. */
export function appendedMessage(code: ResponseCode | null): AppendedMessage | null {
  return code?.name === 'APPENDUID' && 'uids' in code ? code : null;
}

/** APPENDLIMIT in octets (RFC 7889); null for none. */
export function appendLimit({ capabilities }: CommandRunner): number | null {
  for (const capability of capabilities) {
    const [, octets] = /^APPENDLIMIT=([0-9]{1,15})$/.exec(capability) ?? [];
    if (octets !== undefined) return Number(octets);
  }
  return null;
}
