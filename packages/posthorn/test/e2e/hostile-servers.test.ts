/** A mail server that misbehaves gets an error for its own user, and nobody else notices. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import {
  drip,
  type HostileScript,
  type HostileServer,
  pour,
  startHostileServer,
} from '../support/hostile-imap-server.ts';
import { buildMessage } from '../support/message-samples.ts';
import { resetPeakMemory, residentMemory } from '../support/process-memory.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';
import { startLoad } from './steady-load.ts';

const USER = { name: 'jane@example.org', password: 'secret' };
const REQUEST_TIMEOUT_SECONDS = 4;
const MAX_GROWTH_OCTETS = 64 * 1024 * 1024;
const PER_SECOND = 20;
/** Before all cases, and after each of them. */
const WARM_UP_MS = 3_000;
const QUIET_MS = 250;
const LEVELS = 100_000;

const on =
  (command: string, answer: HostileScript): HostileScript =>
  (received) =>
    received.line.startsWith(command) ? answer(received) : undefined;

/** What a user of the hostile server meets, by the user's name: what it asks for, and the statuses that are right. */
const CASES: Readonly<
  Record<
    string,
    { readonly path: string; readonly statuses: readonly number[]; readonly script: HostileScript }
  >
> = {
  'literal-of-4-gb': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [502],
    script: on('UID FETCH', ({ socket }) => {
      socket.write('* 1 FETCH (UID 1 BODY[HEADER.FIELDS (SUBJECT)]<0> {4294967295}\r\n');
      pour(socket, 'x');
      return '';
    }),
  },
  'endless-untagged': {
    path: 'MailFolders/INBOX/MessageItems',
    // A slow machine reads until the time is up.
    statuses: [502, 504],
    script: on('SELECT', ({ socket }) => {
      pour(socket, '* OK still here\r\n');
      return '';
    }),
  },
  'line-without-end': {
    path: 'MailFolders',
    statuses: [502],
    script: on('LIST', ({ socket }) => {
      socket.write('* LIST () "/" "');
      pour(socket, 'a');
      return '';
    }),
  },
  'deep-structure': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [200],
    script: on('UID FETCH', ({ tag, line }) => {
      if (!line.includes('BODYSTRUCTURE')) return undefined;
      return `* 2 FETCH (UID 2 BODYSTRUCTURE ${'('.repeat(LEVELS)}"a" "b"${')'.repeat(LEVELS)})\r\n${tag} OK done\r\n`;
    }),
  },
  'million-mailboxes': {
    path: 'MailFolders',
    statuses: [502],
    script: on('LIST', ({ tag, socket }) => {
      let left = 1_000_000;
      const write = () => {
        while (left > 0 && !socket.destroyed) {
          const names = Array.from(
            { length: 1000 },
            (_, index) => `* LIST () "/" folder-${left - index}\r\n`,
          );
          left -= names.length;
          if (!socket.write(names.join(''))) return;
        }
        socket.write(`${tag} OK done\r\n`);
      };
      socket.on('drain', write);
      write();
      return '';
    }),
  },
  'wrong-tags': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [502],
    script: on('SELECT', () => 'x999 OK done\r\n'),
  },
  'foreign-uids': {
    path: 'MailFolders/INBOX/MessageItems/1',
    statuses: [404],
    script: on('UID FETCH', ({ tag }) => `* 9 FETCH (UID 9 FLAGS () RFC822.SIZE 5)\r\n${tag} OK done\r\n`),
  },
  'one-octet-a-second': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [504],
    script: on('SELECT', ({ socket }) => {
      drip(socket, '* OK a very slow server\r\n', 1000);
      return '';
    }),
  },
  silence: {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [504],
    script: on('SELECT', () => ''),
  },
  'range-of-all-numbers': {
    path: 'MailFolders/INBOX/MessageItems?filter[seen]=true',
    statuses: [502],
    script: on('UID S', ({ tag }) => `* ESEARCH (TAG "${tag}") UID ALL 1:4294967295\r\n${tag} OK done\r\n`),
  },
  'many-ranges': {
    path: 'MailFolders/INBOX/MessageItems?filter[seen]=true',
    statuses: [502],
    script: on('UID S', ({ tag }) => {
      const ranges = Array.from({ length: 12 }, () => '1:9999999').join(',');
      return `* ESEARCH (TAG "${tag}") UID ALL ${ranges}\r\n${tag} OK done\r\n`;
    }),
  },
  'endless-numbers': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [502],
    script: on('UID SORT', ({ socket }) => {
      socket.write('* SORT');
      pour(socket, ' 4294967295');
      return '';
    }),
  },
  'goodbye-and-more': {
    path: 'MailFolders/INBOX/MessageItems',
    statuses: [502, 503],
    script: on('SELECT', ({ socket }) => {
      socket.write('* BYE going down\r\n');
      pour(socket, '* OK not yet\r\n');
      return '';
    }),
  },
};

describe('Posthorn before a hostile mail server', () => {
  let sandbox: Sandbox;
  let hostile: HostileServer;
  let root: string;
  let server: PosthornProcess;
  before(async () => {
    sandbox = await startSandbox({ users: [USER] });
    for (let index = 0; index < 50; index += 1) {
      sandbox.user(USER.name).deliver(buildMessage({ subject: `number ${index}` }));
    }
    const scripts = Object.entries(CASES).map(([name, { script }]) => [name, script] as const);
    hostile = await startHostileServer(Object.fromEntries(scripts));
    root = await mkdtemp(join(tmpdir(), 'posthorn-hostile-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    const settings = ['AUTH_PROVIDER=single-imap-user', 'PORT=0'];
    settings.push(`APP_REQUEST_TIMEOUT_SECONDS=${REQUEST_TIMEOUT_SECONDS}`);
    // All users share an address; sign-ins of one client would wait for those at servers that hang.
    settings.push('APP_TRUSTED_CLIENTS=127.0.0.1');
    await writeFile(join(root, '.env'), `${settings.join('\n')}\n`);
    await writeFile(join(root, 'app/config/imapserver.js'), configurationOf(sandbox.imapPort, hostile.port));
    server = await startPosthornProcess(['serve', '--root', root], { cwd: tmpdir() });
  });
  after(async () => {
    await server.stop();
    await hostile.close();
    await sandbox.close();
    await rm(root, { recursive: true });
  });

  const authorization = (user: string) => `Basic ${btoa(`${user}:secret`)}`;
  const ask = (user: string, account: string, path: string) =>
    fetch(`${server.address}/rest-api-email/v1/MailAccounts/${account}/${path}`, {
      headers: { authorization: authorization(user) },
    });
  /** How long each list of an honest user takes while the work runs. */
  const waitsDuring = async (work: () => Promise<unknown>): Promise<readonly number[]> => {
    const url = `${server.address}/rest-api-email/v1/MailAccounts/honest/MailFolders/INBOX/MessageItems?page[limit]=10`;
    const load = startLoad({
      url,
      headers: { authorization: authorization(USER.name) },
      perSecond: PER_SECOND,
    });
    await work();
    const fates = await load.end();
    const answered = fates.filter((fate) => fate.kind === 'answered' && fate.status === 200);
    assert.equal(answered.length, fates.length, 'an honest user was refused');
    return answered.map((fate) => ('tookMs' in fate ? fate.tookMs : 0));
  };

  it('answers each of its users with the right error, within bounds, and serves everybody else', async (t) => {
    await ask(USER.name, 'honest', 'MailFolders/INBOX/MessageItems');
    const quiet = [...(await waitsDuring(() => wait(WARM_UP_MS)))];
    const { now } = await residentMemory(server.pid);
    await resetPeakMemory(server.pid);
    const seen: Record<string, number> = {};
    const disturbed: number[] = [];
    // In turns: what else the machine does meanwhile slows both down.
    for (const [user, { path }] of Object.entries(CASES)) {
      const waits = await waitsDuring(async () => {
        const answer = await ask(`${user}@hostile.example`, 'hostile', path);
        seen[user] = answer.status;
        await answer.arrayBuffer();
      });
      disturbed.push(...waits);
      quiet.push(...(await waitsDuring(() => wait(QUIET_MS))));
    }
    const [quietMs, hostileMs] = [p99Of(quiet), p99Of(disturbed)];
    const growth = (await residentMemory(server.pid)).peak - now;

    t.diagnostic(`p99 ${quietMs.toFixed(0)} ms quiet, ${hostileMs.toFixed(0)} ms meanwhile`);
    t.diagnostic(`memory grew by ${(growth / 2 ** 20).toFixed(0)} MiB`);
    for (const [user, { statuses }] of Object.entries(CASES)) {
      assert.ok(statuses.includes(seen[user] ?? 0), `${user}: ${seen[user]}, not ${statuses.join(' or ')}`);
    }
    assert.ok(growth <= MAX_GROWTH_OCTETS, `${growth} octets`);
    assert.ok(hostileMs <= 3 * quietMs + 250, `${hostileMs} ms, not ${quietMs} ms`);
  });
});

/** What 99 of 100 do not exceed. */
function p99Of(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;
}

function configurationOf(honestPort: number, hostilePort: number): string {
  const entry = (id: string, port: number, domain: string) => `{
    id: '${id}', inbox_type: 'IMAP', inbox_address: '127.0.0.1', inbox_port: ${port}, inbox_ssl: false,
    outbox_address: '127.0.0.1', outbox_port: 25, outbox_secure: 'starttls', match: ['/@${domain}$/i'], root: [],
  }`;
  const entries = [
    entry('honest', honestPort, 'example\\\\.org'),
    entry('hostile', hostilePort, 'hostile\\\\.example'),
  ];
  return `export default [${entries.join(', ')}];\n`;
}
