/** APPEND: stores a message (RFC 9051 §6.3.12). */
import type { CommandRunner, OctetSource } from '../connection/command.ts';
import type { ResponseCode } from '../responses/response.ts';
import { toAstring, toFlagList } from '../wire/command-text.ts';
import { budgetFor } from './command-budget.ts';

export interface AppendRequest {
  /** The encoded name of the mailbox. */
  readonly mailbox: string;
  readonly message: Uint8Array | OctetSource;
  /** Such as `\Seen`. */
  readonly flags: readonly string[];
  /** Such as `17-Jul-1996 02:44:25 -0700`; the server's clock when left out. */
  readonly internalDate?: string;
}

/** What the message is in its mailbox (UIDPLUS, RFC 4315 §3). */
export type AppendedMessage = Extract<ResponseCode, { readonly name: 'APPENDUID' }>;

/** Stores the message; gives its uid where the server tells it. Throws LiteralFailed when the source fails: nothing is stored then. */
export async function append(
  runner: CommandRunner,
  { mailbox, message, flags, internalDate }: AppendRequest,
  signal: AbortSignal,
): Promise<AppendedMessage | null> {
  const date = internalDate === undefined ? '' : `"${internalDate.replaceAll(/["\\\r\n]/g, '')}" `;
  const { code } = await runner.run(
    {
      name: 'APPEND',
      parts: ['APPEND ', toAstring(mailbox), ` ${toFlagList(flags)} ${date}`, { literal: message }],
      budget: budgetFor(1, 0),
      concurrency: 'alone',
    },
    signal,
  );
  return code?.name === 'APPENDUID' && 'uids' in code ? code : null;
}

/** The largest message in octets that the server takes (APPENDLIMIT, RFC 7889); null where it tells none. */
export function appendLimit({ capabilities }: CommandRunner): number | null {
  for (const capability of capabilities) {
    const [, octets] = /^APPENDLIMIT=([0-9]{1,15})$/.exec(capability) ?? [];
    if (octets !== undefined) return Number(octets);
  }
  return null;
}
