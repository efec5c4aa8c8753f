/** An SMTP server that does what a test wants at each step, right or wrong, and remembers what it got. */
import { createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';

/** Where a conversation can be answered; `END` is the final dot of a message. */
type Step =
  | 'GREETING'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'END'
  | 'RSET'
  | 'QUIT';

/** The server's side of one connection. */
export interface Conversation {
  /** Which connection this is, from 1. */
  readonly number: number;
  /** How many messages came to their end in it. */
  readonly messageCount: number;
  /** Sends text as it is: with the line ends that it has. */
  send(text: string): void;
  /** Ends the connection. */
  drop(): void;
  /** Reads no more: the client's octets stay on its side. */
  stopReading(): void;
  readOn(): void;
  startTls(): void;
}

/** Text is sent with CRLF at its end; a function does anything else, such as nothing. */
type Answer = string | ((conversation: Conversation, line: string) => void);

/** PEM. */
interface TlsMaterial {
  readonly key: string;
  readonly cert: string;
  /** Default: what Node supports. */
  readonly maxVersion?: 'TLSv1.1';
}

export interface SmtpScript {
  /** What EHLO announces before TLS; default AUTH PLAIN, 8BITMIME, SIZE and PIPELINING. */
  readonly keywords?: readonly string[];
  /** What EHLO announces inside TLS; default: the same without STARTTLS. */
  readonly keywordsInTls?: readonly string[];
  /** The answers that are not the usual ones. */
  readonly answers?: Partial<Record<Step, Answer>>;
  readonly tls?: TlsMaterial;
  readonly isTlsImplicit?: boolean;
}

export interface ScriptedServer {
  readonly port: number;
  /** The lines of all conversations outside of messages, in order. */
  readonly lines: readonly string[];
  /** Messages that came to their end, as they were on the wire, without the final dot. */
  readonly messages: readonly Buffer[];
  /** How many connections there were. */
  readonly connectionCount: number;
  /** Settles when a client has closed a connection. */
  readonly closed: Promise<void>;
}

const HOST = '127.0.0.1';
const DEFAULT_KEYWORDS = ['AUTH PLAIN', '8BITMIME', 'SIZE 100000000', 'PIPELINING'];
const FINAL_DOT = '.\r\n';
const END_OF_MESSAGE = `\r\n${FINAL_DOT}`;
/** The dot may come at once: the line end before it is then that of the command. */
const END_OF_COMMAND = Buffer.from('\r\n');

const USUAL_ANSWERS: Record<Exclude<Step, 'EHLO'>, Answer> = {
  GREETING: '220 scripted',
  HELO: '250 scripted',
  STARTTLS: '502 5.5.1 no TLS here',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go ahead',
  END: '250 2.0.0 taken',
  RSET: '250 2.0.0 reset',
  QUIT: (conversation) => {
    conversation.send('221 bye\r\n');
    conversation.drop();
  },
};

function upgrade(conversation: Conversation): void {
  conversation.send('220 go ahead\r\n');
  conversation.startTls();
}

/** Starts the server on a free port of 127.0.0.1; it ends with the test, whatever is still open. */
export async function startScriptedServer(t: TestContext, script: SmtpScript = {}): Promise<ScriptedServer> {
  const record: Recording = { lines: [], messages: [], closed: () => undefined, connectionCount: 0 };
  const closed = new Promise<void>((resolve) => {
    record.closed = resolve;
  });
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket): void => {
    sockets.add(socket);
    record.connectionCount += 1;
    converse(socket, script, record);
  };
  const { tls, isTlsImplicit = false } = script;
  const server =
    isTlsImplicit && tls !== undefined ? createTlsServer(tls, onConnection) : createServer(onConnection);
  // A client that refuses the certificate is not the server's failure.
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    ...{ port, lines: record.lines, messages: record.messages, closed },
    get connectionCount() {
      return record.connectionCount;
    },
  };
}

interface Recording {
  readonly lines: string[];
  readonly messages: Buffer[];
  closed: () => void;
  connectionCount: number;
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, HOST, () => resolve((server.address() as { port: number }).port));
  });
}

/** Plays the server in one connection. */
function converse(plainSocket: Socket, script: SmtpScript, record: Recording): void {
  let socket = plainSocket;
  let isSecure = plainSocket instanceof TLSSocket;
  let pending = '';
  let message: Buffer[] | undefined;
  let messageCount = 0;

  const conversation: Conversation = {
    number: record.connectionCount,
    get messageCount() {
      return messageCount;
    },
    send: (text) => {
      socket.write(text, 'latin1');
    },
    drop: () => socket.destroySoon(),
    stopReading: () => {
      socket.pause();
    },
    readOn: () => {
      socket.resume();
    },
    startTls() {
      socket.removeAllListeners('data');
      socket = new TLSSocket(socket, { isServer: true, ...script.tls });
      isSecure = true;
      pending = '';
      attend();
    },
  };

  function attend(): void {
    socket.setNoDelay(true);
    socket.on('data', onData);
    // Clients that break off are what many tests are about.
    socket.on('error', () => undefined);
    socket.on('close', () => record.closed());
  }

  function onData(chunk: Buffer): void {
    if (message === undefined) onCommandOctets(chunk);
    else onMessageOctets(message, chunk);
  }

  function onCommandOctets(chunk: Buffer): void {
    const lines = (pending + chunk.toString('latin1')).split('\r\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      record.lines.push(line);
      answer(toStep(line), line);
    }
  }

  /** Clients wait for the reply, so the end of a message is the end of a chunk. */
  function onMessageOctets(pieces: Buffer[], chunk: Buffer): void {
    pieces.push(chunk);
    const lastPieces = Buffer.concat(pieces.slice(-END_OF_MESSAGE.length));
    if (!lastPieces.toString('latin1').endsWith(END_OF_MESSAGE)) return;
    const [_lineEnd, ...octets] = pieces;
    record.messages.push(Buffer.concat(octets).subarray(0, -FINAL_DOT.length));
    messageCount += 1;
    message = undefined;
    answer('END', '.');
  }

  function answer(step: Step, line: string): void {
    const wanted = script.answers?.[step] ?? usualAnswer(step);
    if (step === 'DATA' && (typeof wanted !== 'string' || wanted.startsWith('3'))) message = [END_OF_COMMAND];
    if (typeof wanted === 'string') conversation.send(`${wanted}\r\n`);
    else wanted(conversation, line);
  }

  function usualAnswer(step: Step): Answer {
    if (step === 'EHLO') return ehloReply();
    return step === 'STARTTLS' && script.tls !== undefined ? upgrade : USUAL_ANSWERS[step];
  }

  function ehloReply(): string {
    const { keywords = DEFAULT_KEYWORDS, keywordsInTls = keywords.filter((word) => word !== 'STARTTLS') } =
      script;
    const words = isSecure ? keywordsInTls : keywords;
    return ['scripted', ...words]
      .map((word, index) => `250${index === words.length ? ' ' : '-'}${word}`)
      .join('\r\n');
  }

  attend();
  answer('GREETING', '');
}

/** The continuation of a login has no verb. */
function toStep(line: string): Step {
  const verb = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? '';
  if (verb === 'EHLO') return verb;
  return verb in USUAL_ANSWERS ? (verb as Step) : 'AUTH';
}
