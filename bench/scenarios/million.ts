/** A mailbox of a million messages, whose server has to be made up: filling one takes an hour. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ScriptedCommand,
  type ScriptedServer,
  startScriptedServer,
} from '../../packages/posthorn/test/support/scripted-imap-server.ts';
import { startPosthorn } from '../support/posthorn.ts';
import { type Row, timed, toRow } from '../support/scenario.ts';

const MESSAGES = 1_000_000;
const ROUNDS = 5;
const LIMIT_MS = 2_000;
/** The order of the whole mailbox is made after the first list. */
const BACKGROUND_MS = 4_000;
const CAPABILITIES = 'SORT ESEARCH UIDPLUS CONDSTORE';
const FIRST_DATE = Date.UTC(2020, 0, 1);
const STEP_MS = 60_000;
/** As many were sent on the day of the newest. */
const OF_LAST_DAY = 1_440;
const USER = { name: 'user@example.org', password: 'secret' };
const LIST = '/MailFolders/INBOX/MessageItems?page[limit]=50';

/** The first list in a new process; /health is watched while everything that goes through all messages is done as well. */
export async function measureMillion(): Promise<readonly Row[]> {
  const server = await startServer();
  const ourMs: number[] = [];
  let longestGapMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const posthorn = await startPosthorn(server);
    const get = (parameters: string) => posthorn.send({ path: `${LIST}${parameters}`, user: USER });
    const endWatching = posthorn.watchHealth();
    ourMs.push(await timed(() => get('')));
    await delay(BACKGROUND_MS);
    await get('&page[offset]=5000');
    await get('&filter[seen]=true');
    await get('&sort=subject');
    longestGapMs = Math.max(longestGapMs, await endWatching());
    await posthorn.stop();
  }
  await server.close();
  const row = { name: 'first list of a million, in ms', size: MESSAGES, limit: 1, longestGapMs };
  return [toRow({ ...row, rawMs: [LIMIT_MS], ourMs })];
}

function startServer(): Promise<ScriptedServer> {
  const order = `* SORT ${Array.from({ length: MESSAGES }, (_, index) => index + 1).join(' ')}\r\n`;
  return startScriptedServer({
    capabilities: CAPABILITIES,
    answer: ({ line, tag }) => (line.startsWith('UID SORT') ? order : answerOf({ line, tag })),
  });
}

function answerOf({ line, tag }: Pick<ScriptedCommand, 'line' | 'tag'>): string {
  if (/^(SELECT|EXAMINE) /.test(line)) {
    return [
      `* ${MESSAGES} EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] all\r\n`,
      `* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT ${MESSAGES + 1}] next\r\n* OK [HIGHESTMODSEQ 5] highest\r\n`,
    ].join('');
  }
  if (line.startsWith('STATUS ')) {
    const counts = `MESSAGES ${MESSAGES} UNSEEN 0 UIDNEXT ${MESSAGES + 1} UIDVALIDITY 1 HIGHESTMODSEQ 5`;
    return `* STATUS INBOX (${counts})\r\n`;
  }
  if (line.startsWith('UID SEARCH ')) {
    const first = line.includes('SENTSINCE') ? MESSAGES - OF_LAST_DAY : 1;
    return `* ESEARCH (TAG "${tag}") UID ALL ${first}:${MESSAGES}\r\n`;
  }
  return line.startsWith('UID FETCH ') ? fetchAnswer(line) : '';
}

function fetchAnswer(line: string): string {
  const [, set = ''] = /^UID FETCH (\S+)/.exec(line) ?? [];
  const [, fields] = /BODY\.PEEK\[(HEADER\.FIELDS \([^)]*\))\]/.exec(line) ?? [];
  return uidsOf(set)
    .map((uid) => {
      const header = `From: ann@example.org\r\nSubject: m${uid}\r\nDate: ${dateOf(uid)}\r\n\r\n`;
      const body = fields === undefined ? '' : ` BODY[${fields}]<0> {${header.length}}\r\n${header}`;
      const structure = ' BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 2 1 NIL NIL NIL NIL)';
      return `* ${uid} FETCH (UID ${uid} FLAGS (\\Seen) RFC822.SIZE 100 INTERNALDATE "01-Jan-2020 00:00:00 +0000"${structure}${body})\r\n`;
    })
    .join('');
}

function uidsOf(set: string): readonly number[] {
  return set.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function dateOf(uid: number): string {
  return new Date(FIRST_DATE + uid * STEP_MS).toUTCString().replace('GMT', '+0000');
}
