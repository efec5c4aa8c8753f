import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A loopback mail server. */
export interface ExemplaryMailServer {
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const CAPABILITIES =
  'IMAP4rev1 SASL-IR LITERAL+ ID ENABLE IDLE UIDPLUS ESEARCH ESORT SORT CONDSTORE LIST-EXTENDED LIST-STATUS SPECIAL-USE';
/** Enough that lists show the newest before all are sorted. */
const MESSAGES = 21_000;
const LATE_MESSAGES = 150;
const COUNTS = `MESSAGES ${MESSAGES} UNSEEN 3 UIDNEXT ${MESSAGES + 1} UIDVALIDITY 1 HIGHESTMODSEQ 1`;
const TEXT = Buffer.from(
  'Good morning,\r\n\r\nthe text of a message – as long as most.\r\n'.repeat(12),
).toString('base64');

/** Starts a server with generated messages. */
export async function startExemplaryMailServer(password: string): Promise<ExemplaryMailServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write(`* OK [CAPABILITY ${CAPABILITIES}] ready\r\n`);
    createInterface({ input: socket })
      // Unhandled socket errors would end the process.
      .on('error', () => undefined)
      .on('line', (line) => socket.write(answerTo(line, password)));
  });
  await once(server.listen(0, HOST), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answerTo(line: string, password: string): string {
  const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  if (command.startsWith('LOGIN')) {
    const isRight = command.endsWith(`"${password}"`);
    return isRight ? `${tag} OK [CAPABILITY ${CAPABILITIES}] done\r\n` : `${tag} NO no\r\n`;
  }
  return `${untaggedResponses(command, tag)}${tag} OK done\r\n`;
}

function untaggedResponses(command: string, tag: string): string {
  if (command.startsWith('SELECT')) return `${SELECTED}\r\n`;
  if (command.startsWith('STATUS')) return `* STATUS INBOX (${COUNTS})\r\n`;
  if (command.startsWith('LIST')) return `* LIST () "/" INBOX\r\n* STATUS INBOX (${COUNTS})\r\n`;
  if (command.startsWith('LOGOUT')) return '* BYE\r\n';
  const first = command.includes('SENTSINCE') ? MESSAGES - LATE_MESSAGES : 1;
  if (/^UID (?:SEARCH|SORT)/.test(command))
    return `* ESEARCH (TAG "${tag}") UID ALL ${first}:${MESSAGES}\r\n`;
  const [, set, items = ''] = /^UID FETCH (\S+) \((.*)\)$/.exec(command) ?? [];
  return uidsOf(set)
    .map((uid) => fetchResponse(uid, items))
    .join('');
}

/** Existing uids of a set such as `1:3,5`. */
function uidsOf(set: string | undefined): readonly number[] {
  const ranges = set?.split(',').map((range) => range.split(':').map(Number)) ?? [];
  return ranges.flatMap(([first = 0, last = first]) =>
    Array.from({ length: Math.min(last, MESSAGES) - first + 1 }, (_, place) => first + place),
  );
}

const SELECTED = [
  '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
  '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] kept',
  `* ${MESSAGES} EXISTS`,
  '* 0 RECENT',
  '* OK [UIDVALIDITY 1] valid',
  `* OK [UIDNEXT ${MESSAGES + 1}] next`,
  '* OK [HIGHESTMODSEQ 1] highest',
].join('\r\n');

const TEXT_PART = `("TEXT" "PLAIN" ("CHARSET" "UTF-8") NIL NIL "BASE64" ${TEXT.length} 24 NIL NIL NIL NIL)`;
const FILE_PART = `("APPLICATION" "PDF" ("NAME" "report.pdf") NIL NIL "BASE64" 5000 NIL ("ATTACHMENT" ("FILENAME" "report.pdf")) NIL NIL)`;
const STRUCTURES = [
  TEXT_PART,
  `(${TEXT_PART}${FILE_PART} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`,
  `(${TEXT_PART}("TEXT" "HTML" ("CHARSET" "UTF-8") NIL NIL "QUOTED-PRINTABLE" 900 30 NIL NIL NIL NIL) "ALTERNATIVE" ("BOUNDARY" "b") NIL NIL NIL)`,
];

function fetchResponse(uid: number, items: string): string {
  const sent = new Date(Date.UTC(2024, 0, 1) + uid * 60_000);
  const values: Readonly<Record<string, string>> = {
    UID: String(uid),
    FLAGS: uid % 3 === 0 ? '()' : '(\\Seen)',
    'RFC822.SIZE': String(2_000 + uid),
    INTERNALDATE: `"01-Jan-2024 ${sent.toISOString().slice(11, 19)} +0000"`,
    BODYSTRUCTURE: STRUCTURES[uid % STRUCTURES.length] ?? TEXT_PART,
    MODSEQ: '(1)',
  };
  const names = items.match(/BODY\.PEEK\[[^\]]*\](?:<[\d.]+>)?|[A-Z0-9.]+/g) ?? [];
  const told = names.flatMap((name) => {
    const section = /^BODY\.PEEK(\[([^\]]*)\])(<0)?/.exec(name);
    if (section === null) return values[name] === undefined ? [] : [`${name} ${values[name]}`];
    const [, label = '', content = '', origin] = section;
    const octets = content.startsWith('HEADER') ? headerOf(uid, sent) : TEXT;
    return [`BODY${label}${origin === undefined ? '' : '<0>'} {${octets.length}}\r\n${octets}`];
  });
  return `* ${uid} FETCH (${told.join(' ')})\r\n`;
}

function headerOf(uid: number, sent: Date): string {
  return [
    `From: =?UTF-8?Q?J=C3=B6rg?= Sender <sender-${uid}@example.org>`,
    'To: "Reader, A." <reader@example.org>, others@example.org',
    `Subject: =?UTF-8?B?${Buffer.from(`Grüße, number ${uid}`).toString('base64')}?= and more`,
    `Date: ${sent.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${uid}@example.org>`,
    `References: <${uid - 1}@example.org> <${uid - 2}@example.org>`,
    '\r\n',
  ].join('\r\n');
}
