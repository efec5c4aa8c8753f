/** An IMAP server whose users choose by their names how it misbehaves. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

const HOST = '127.0.0.1';
const CAPABILITIES = 'IMAP4rev1 ESEARCH SORT UIDPLUS';
const MESSAGES = 3;

/** One command of a connection, and who is signed in. */
export interface HostileCommand {
  readonly tag: string;
  /** Without the tag. */
  readonly line: string;
  readonly socket: Socket;
}

/** Answers a command instead of the honest server; undefined leaves it to that. An empty text says that the script answers itself. */
export type HostileScript = (command: HostileCommand) => string | undefined;

export interface HostileServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server. A user is named by the key of a script and any domain, such as `endless-list@hostile.example`. */
export async function startHostileServer(
  scripts: Readonly<Record<string, HostileScript>>,
  capabilities = CAPABILITIES,
): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(`* OK [CAPABILITY ${capabilities}] ready\r\n`);
    let script: HostileScript = () => undefined;
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    lines.on('error', () => undefined);
    lines.on('line', (text) => {
      const [tag = '', ...words] = text.split(' ');
      const line = words.join(' ');
      const [, user] = /^LOGIN "?([^@"]+)@/.exec(line) ?? [];
      if (user !== undefined) script = scripts[user] ?? (() => undefined);
      const answer =
        script({ tag, line, socket }) ?? `${honestAnswer({ line, tag, capabilities })}${tag} OK done\r\n`;
      if (!socket.destroyed) socket.write(answer);
    });
  });
  await once(server.listen(0, HOST), 'listening');
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A mailbox of three messages. */
function honestAnswer({
  line,
  tag,
  capabilities,
}: Omit<HostileCommand, 'socket'> & { readonly capabilities: string }): string {
  if (line === 'CAPABILITY' || line.startsWith('LOGIN')) return `* CAPABILITY ${capabilities}\r\n`;
  if (line.startsWith('SELECT')) return `* ${MESSAGES} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n`;
  if (line.startsWith('STATUS')) return '* STATUS INBOX (MESSAGES 3 UNSEEN 0 UIDNEXT 4 UIDVALIDITY 7)\r\n';
  if (line.startsWith('LIST')) return '* LIST () "/" INBOX\r\n';
  if (line.startsWith('UID SEARCH')) return `* ESEARCH (TAG "${tag}") UID ALL 1:3\r\n`;
  if (line.startsWith('UID SORT'))
    return line.includes('(REVERSE ') ? '* SORT 3 2 1\r\n' : '* SORT 1 2 3\r\n';
  if (line.startsWith('UID FETCH')) return [1, 2, 3].map(honestFetch).join('');
  return '';
}

function honestFetch(uid: number): string {
  const header = `Subject: number ${uid}\r\n\r\n`;
  return `* ${uid} FETCH (UID ${uid} FLAGS () BODY[HEADER.FIELDS (SUBJECT)]<0> {${header.length}}\r\n${header})\r\n`;
}

/** Writes the text again and again, as fast as the client reads, until the connection ends. */
export function pour(socket: Socket, text: string): void {
  const block = Buffer.from(text.repeat(Math.max(1, Math.ceil(65_536 / text.length))));
  const write = () => {
    while (!socket.destroyed && socket.write(block)) {
      // The socket takes more at once.
    }
  };
  socket.on('drain', write);
  write();
}

/** Writes one octet of the text after the other. */
export function drip(socket: Socket, text: string, intervalMs: number): void {
  let position = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(text.charAt(position++ % text.length));
  }, intervalMs);
  socket.on('close', () => clearInterval(timer));
}
