/** A bare IMAP connection that changes and looks at a mailbox behind the back of the code under test. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { MailUser } from './dovecot.ts';

/** Where an IMAP server listens in plain text. */
export interface ImapEndpoint {
  readonly host: string;
  readonly port: number;
}

/** One message for APPEND (RFC 9051 §6.3.12). */
export interface AppendedMessage {
  readonly raw: Buffer;
  /** Such as `\Seen`; default none. */
  readonly flags?: readonly string[];
  /** Default: 2024-01-02 03:04:05 UTC. */
  readonly internalDate?: Date;
}

/** A logged-in connection; one command at a time. Call `close` when done. */
export interface ImapConnection {
  /**
   * Sends one command without its tag and gives the untagged responses, octets as Latin-1, literals
   * in their place. Throws with the server's text when it answers NO or BAD.
   */
  command(text: string): Promise<readonly string[]>;
  /** Appends all messages in order, many with one command (MULTIAPPEND, RFC 3502); uids rise in that order. */
  append(mailbox: string, messages: Iterable<AppendedMessage>): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_INTERNAL_DATE = new Date('2024-01-02T03:04:05Z');
/** One command with more is ended: servers bound what they keep of it. */
const MAX_COMMAND_OCTETS = 16 * 1024 * 1024;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Connects and logs in. */
export async function openImapConnection(server: ImapEndpoint, user: MailUser): Promise<ImapConnection> {
  const socket = connect(server.port, server.host);
  const responses = readResponses(socket);
  await responses.next();

  const finish = async (): Promise<readonly string[]> => {
    const untagged: string[] = [];
    for (;;) {
      const { value, done } = await responses.next();
      if (done === true) throw new Error('The IMAP server closed the connection.');
      if (/^x OK/i.test(value)) return untagged;
      if (value.startsWith('x ')) throw new Error(`The IMAP server answered: ${value.slice(2)}`);
      untagged.push(value);
    }
  };
  const command = (text: string): Promise<readonly string[]> => {
    socket.write(`x ${text}\r\n`);
    return finish();
  };
  const append = async (mailbox: string, messages: Iterable<AppendedMessage>): Promise<void> => {
    let octets: number | undefined;
    for (const message of messages) {
      if (octets === undefined) socket.write(`x APPEND ${quote(encodeMailboxName(mailbox))}`);
      const isFull = !socket.write(toAppendArgument(message));
      if (isFull) await once(socket, 'drain');
      octets = (octets ?? 0) + message.raw.length;
      if (octets > MAX_COMMAND_OCTETS) {
        octets = undefined;
        socket.write('\r\n');
        await finish();
      }
    }
    if (octets === undefined) return;
    socket.write('\r\n');
    await finish();
  };
  const close = async (): Promise<void> => {
    // A server that is gone already has nothing left to say good-bye to.
    await command('LOGOUT').catch(() => undefined);
    socket.destroy();
  };

  await command(`LOGIN ${quote(user.name)} ${quote(user.password)}`);
  return { command, append, close };
}

/** A quoted string (RFC 9051 §9), for text without line breaks. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The mailbox name in modified UTF-7 (RFC 3501 §5.1.3). */
export function encodeMailboxName(name: string): string {
  return name.replaceAll('&', '&-').replace(/[^\u0020-\u007e]+/g, (run) => {
    const base64 = Buffer.from(run, 'utf16le').swap16().toString('base64');
    return `&${base64.replaceAll('=', '').replaceAll('/', ',')}-`;
  });
}

/** A non-synchronising literal (RFC 7888); with NUL octets a literal8 (RFC 3516). */
function toAppendArgument({
  raw,
  flags = [],
  internalDate = DEFAULT_INTERNAL_DATE,
}: AppendedMessage): Buffer {
  const literal8 = raw.includes(0) ? '~' : '';
  const head = ` (${flags.join(' ')}) "${toDateTime(internalDate)}" ${literal8}{${raw.length}+}\r\n`;
  return Buffer.concat([Buffer.from(head), raw]);
}

function toDateTime(date: Date): string {
  const day = String(date.getUTCDate()).padStart(2, ' ');
  const time = date.toISOString().slice(11, 19);
  return `${day}-${MONTHS[date.getUTCMonth()]}-${date.getUTCFullYear()} ${time} +0000`;
}

/** Each response as one text: a line that ends in a literal goes on after the literal's octets. */
async function* readResponses(socket: Socket): AsyncGenerator<string, void> {
  let text = '';
  let searchFrom = 0;
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1');
    for (;;) {
      const end = text.indexOf('\r\n', searchFrom);
      if (end < 0) break;
      const literal = /\{(\d+)\}$/.exec(text.slice(Math.max(searchFrom, end - 12), end));
      searchFrom = end + 2 + Number(literal?.[1] ?? 0);
      if (literal !== null) continue;
      yield text.slice(0, end);
      text = text.slice(end + 2);
      searchFrom = 0;
    }
  }
}
