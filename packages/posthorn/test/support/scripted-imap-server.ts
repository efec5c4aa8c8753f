/** An IMAP server that answers as a test says, also in ways that no honest server does. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** One command line without its tag. */
export interface ScriptedCommand {
  readonly tag: string;
  readonly line: string;
  readonly socket: Socket;
}

/** What is sent for a command: untagged lines or octets; the tagged OK follows. Undefined: the script has answered by itself. */
export type ScriptedAnswer = string | Buffer | undefined;

export interface ScriptedServer {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Starts a server that signs everybody in. `answer` is asked about each command beyond that; it announces the capabilities that
 * are given, in the form of the protocol.
 */
export async function startScriptedServer({
  capabilities = '',
  answer,
}: {
  readonly capabilities?: string;
  readonly answer: (command: ScriptedCommand) => ScriptedAnswer;
}): Promise<ScriptedServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN ${capabilities}] ready\r\n`);
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (text) => {
      const [tag = '', ...words] = text.split(' ');
      const line = words.join(' ');
      const octets =
        line === 'CAPABILITY' ? `* CAPABILITY IMAP4rev1 ${capabilities}\r\n` : answer({ tag, line, socket });
      if (octets === undefined) return;
      socket.write(octets);
      socket.write(`${tag} OK done\r\n`);
    });
  });
  await once(server.listen(0, HOST), 'listening');
  const address = server.address();
  return {
    host: HOST,
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
