/** A mail server says that it has billions of messages: nothing is made of its numbers. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type HostileScript,
  type HostileServer,
  startHostileServer,
} from '../support/hostile-imap-server.ts';
import { MAX_DELAY_MS } from '../support/loop-delay.ts';
import { resetPeakMemory, residentMemory } from '../support/process-memory.ts';
import { createInstallationRoot } from './installation-root.ts';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const WATCH = join(import.meta.dirname, '../support/loop-watch.mjs');
const MAX_GROWTH_OCTETS = 64 * 1024 * 1024;
/** One answer with a number for each message, as its octets and as its numbers, twice while they grow. */
const MAX_GAPS_OCTETS = 192 * 1024 * 1024;
/** Reading it holds the loop for a fifth of that on a quiet machine. */
const MAX_GAPS_MS = 250;
/** The watch of the loop writes after the turn that it measures. */
const WATCH_MS = 30;
const WARM_UP_USERS = 8;
const GAPS = 2_000_000;
const REFUSAL = 'The folder has more messages than APP_MAX_MAILBOX_MESSAGES.';

/** Servers by what they announce: one that sorts and sends ranges, and one that does neither. */
const SERVERS = {
  ranges: 'IMAP4rev1 ESEARCH SORT ESORT UIDPLUS CONDSTORE QRESYNC ENABLE',
  plain: 'IMAP4rev1 ESEARCH UIDPLUS',
} as const;
type ServerName = keyof typeof SERVERS;

/** The mailbox has as many messages as the name of the user says, such as `n50000000-3`. */
const enormous: HostileScript = ({ tag, line, socket }) => {
  const messages = messagesOf.get(socket) ?? 3;
  const all = `* ESEARCH (TAG "${tag}") UID ALL 1:${messages}\r\n${tag} OK done\r\n`;
  if (line.startsWith('SELECT')) {
    return `* ${messages} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4294967295] ok\r\n* OK [HIGHESTMODSEQ 9] ok\r\n${tag} OK done\r\n`;
  }
  if (line.startsWith('STATUS') || line.startsWith('LIST')) {
    const counts = `* STATUS INBOX (MESSAGES ${messages} UNSEEN ${messages} UIDNEXT 4294967295 UIDVALIDITY 7 HIGHESTMODSEQ 9)`;
    const list = line.startsWith('LIST') ? '* LIST () "/" INBOX\r\n' : '';
    return `${list}${counts}\r\n${tag} OK done\r\n`;
  }
  if (line.startsWith('UID SEARCH') || line.startsWith('UID SORT')) return all;
  if (line.startsWith('UID FETCH')) {
    const [, uid = '1'] = /^UID FETCH (\d+)/.exec(line) ?? [];
    const header = 'Subject: one of many\r\n\r\n';
    return `* ${uid} FETCH (UID ${uid} FLAGS () RFC822.SIZE 10 INTERNALDATE "17-Jul-1996 02:44:25 -0700" BODY[HEADER.FIELDS (DATE)]<0> {${header.length}}\r\n${header})\r\n${tag} OK done\r\n`;
  }
  return undefined;
};
const messagesOf = new WeakMap<object, number>();

/** A mailbox whose uids are every second number, as many as the server may have. */
const full = (): HostileScript => {
  const uids = Array.from({ length: GAPS }, (_, index) => 2 * index + 1).join(',');
  return ({ tag, line }) => {
    if (line.startsWith('UID SEARCH'))
      return `* ESEARCH (TAG "${tag}") UID ALL ${uids}\r\n${tag} OK done\r\n`;
    return countsOf({ tag, line, messages: GAPS, uidNext: 2 * GAPS + 1 });
  };
};

/** A mailbox that gets more mail than a page of changes has, and then names all uids that there can be. */
const endless = (): HostileScript => {
  let looks = 0;
  return ({ tag, line }) => {
    if (line.startsWith('NOOP')) looks += 1;
    const last = looks < 2 ? 3 : 80;
    const all = looks < 3 ? `1:${last}` : '1:4294967295';
    if (line.startsWith('UID SEARCH')) return `* ESEARCH (TAG "${tag}") UID ALL ${all}\r\n${tag} OK done\r\n`;
    if (line.startsWith('FETCH')) {
      const flags = Array.from(
        { length: last },
        (_, index) => `* ${index + 1} FETCH (UID ${index + 1} FLAGS ())\r\n`,
      );
      return `${flags.join('')}${tag} OK done\r\n`;
    }
    return countsOf({ tag, line, messages: last, uidNext: last + 1 });
  };
};

function countsOf({
  tag,
  line,
  messages,
  uidNext,
}: {
  tag: string;
  line: string;
  messages: number;
  uidNext: number;
}) {
  if (line.startsWith('SELECT')) {
    return `* ${messages} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${uidNext}] ok\r\n${tag} OK done\r\n`;
  }
  const counts = `* STATUS INBOX (MESSAGES ${messages} UNSEEN 0 UIDNEXT ${uidNext} UIDVALIDITY 7)\r\n`;
  return line.startsWith('STATUS') ? `* ${messages} EXISTS\r\n${counts}${tag} OK done\r\n` : undefined;
}

/** The user's name has the script: how many messages there are, or one of its own. */
const OWN_SCRIPTS: Readonly<Record<string, () => HostileScript>> = { full, endless };
const scripts = new Proxy<Record<string, HostileScript>>(
  {},
  {
    get: (_target, user): HostileScript => {
      const own = OWN_SCRIPTS[String(user)];
      if (own) return own();
      const messages = Number(/^n(\d+)/.exec(String(user))?.[1] ?? 3);
      return (command) => {
        messagesOf.set(command.socket, messages);
        return enormous(command);
      };
    },
  },
);

interface Refusal {
  readonly detail?: string;
}

interface Answer {
  readonly status: number;
  readonly detail: string | undefined;
  /** Of changes. */
  readonly state: string | undefined;
  readonly tookMs: number;
}

describe('Posthorn before a mail server with enormous mailboxes', () => {
  const hostile = new Map<ServerName, HostileServer>();
  let folder: string;
  before(async () => {
    for (const [name, capabilities] of Object.entries(SERVERS)) {
      hostile.set(name as ServerName, await startHostileServer(scripts, capabilities));
    }
    folder = await mkdtemp(join(tmpdir(), 'posthorn-enormous-'));
  });
  after(async () => {
    for (const server of hostile.values()) await server.close();
    await rm(folder, { recursive: true });
  });

  const start = async (t: TestContext) => {
    const root = await createInstallationRoot(t, 'AUTH_PROVIDER=single-imap-user\nPORT=0\n');
    const entry = (name: ServerName) => ({
      ...{ id: name, inbox_address: '127.0.0.1', inbox_port: hostile.get(name)?.port, inbox_ssl: false },
      ...{ outbox_address: '127.0.0.1', outbox_port: 25, outbox_secure: 'starttls' },
      ...{ match: [`/@${name}\\.example$/`], root: [] },
    });
    const entries = Object.keys(SERVERS).map((name) => entry(name as ServerName));
    await root.write('app/config/imapserver.js', `export default ${JSON.stringify(entries)};`);
    const watchFile = join(folder, `loop-${t.name.length}`);
    await writeFile(watchFile, '');
    const server = await startPosthornProcess(['serve', '--root', root.path], {
      environment: {
        LOOP_WATCH_FILE: watchFile,
        NODE_OPTIONS: `--import=${WATCH} --max-old-space-size=512`,
      },
    });
    t.after(() => server.stop());
    const scene = new Scene(server, watchFile);
    for (const name of Object.keys(SERVERS) as ServerName[]) {
      for (let user = 0; user < WARM_UP_USERS; user += 1) {
        await scene.ask(name, `n3-${user}`, 'v1', 'MailFolders/INBOX/MessageItems');
        await scene.ask(name, `n3-${user}`, 'v0', 'MailFolders/INBOX/MessageItems?start=0&limit=1');
      }
    }
    await scene.begin();
    return scene;
  };

  const PATHS = [
    ['v0', 'MailFolders/INBOX/MessageItems?start=0&limit=1'],
    ['v1', 'MailFolders/INBOX/MessageItems?page[limit]=1'],
    ['v1', 'MailFolders/INBOX/MessageItems?filter[seen]=true'],
    ['v1', 'MailFolders/INBOX/MessageItems?filter[hasAttachments]=true'],
    ['v1', 'MailFolders/INBOX/MessageItems?sort=subject'],
    ['v1', 'MailFolders/INBOX/changes'],
  ] as const;

  for (const messages of [50_000_000, 4_294_967_295]) {
    it(`refuses ${messages} messages at once, by name of the setting, and goes on`, async (t) => {
      const scene = await start(t);
      const answers: Record<string, string> = {};

      for (const name of Object.keys(SERVERS) as ServerName[]) {
        for (const [version, path] of PATHS) {
          const { status, detail } = await scene.ask(name, `n${messages}`, version, path);
          answers[`${name} ${version} ${path}`] = `${status} ${detail}`;
        }
        // Its counts are only shown.
        assert.equal((await scene.ask(name, `n${messages}`, 'v1', 'MailFolders/INBOX')).status, 200);
      }
      const { heldMs, grownOctets } = await scene.cost();

      t.diagnostic(`held ${heldMs} ms, grown by ${(grownOctets / 2 ** 20).toFixed(0)} MiB`);
      const keys = Object.keys(answers);
      assert.deepEqual(answers, Object.fromEntries(keys.map((key) => [key, `422 ${REFUSAL}`])));
      assert.ok(grownOctets < MAX_GROWTH_OCTETS, `${grownOctets} octets`);
      assert.ok(heldMs < MAX_DELAY_MS, `${heldMs} ms`);
    });
  }

  it('refuses the changes of a mailbox with millions of gaps', async (t) => {
    const scene = await start(t);

    const { status, detail } = await scene.ask('plain', 'full', 'v1', 'MailFolders/INBOX/changes');
    const { heldMs, grownOctets } = await scene.cost();

    t.diagnostic(`held ${heldMs} ms, grown by ${(grownOctets / 2 ** 20).toFixed(0)} MiB`);
    assert.equal(
      `${status} ${detail}`,
      '422 The folder has more than 1000000 gaps between uids, too many to find its changes.',
    );
    assert.ok(grownOctets < MAX_GAPS_OCTETS, `${grownOctets} octets`);
    assert.ok(heldMs < MAX_GAPS_MS, `${heldMs} ms`);
  });

  it('takes no message for changed that there cannot be', async (t) => {
    const scene = await start(t);
    const path = 'MailFolders/INBOX/changes';

    const { state } = await scene.ask('plain', 'endless', 'v1', path);
    const first = await scene.ask('plain', 'endless', 'v1', `${path}?since=${state}`);
    const { status } = await scene.ask('plain', 'endless', 'v1', `${path}?since=${first.state}`);

    assert.deepEqual([first.status, status], [200, 502]);
  });

  it('refuses eight mailboxes of ten million at once', async (t) => {
    const scene = await start(t);

    const answers = await scene.askTogether('ranges', 10_000_000);
    const { heldMs, grownOctets } = await scene.cost();

    t.diagnostic(`held ${heldMs} ms, grown by ${(grownOctets / 2 ** 20).toFixed(0)} MiB`);
    assert.deepEqual([...new Set(answers.map(({ detail }) => detail))], [REFUSAL]);
    assert.ok(grownOctets < MAX_GROWTH_OCTETS, `${grownOctets} octets`);
    assert.ok(heldMs < MAX_DELAY_MS, `${heldMs} ms`);
  });
});

/** A server process, and what it has paid since the beginning. */
class Scene {
  readonly #server: PosthornProcess;
  readonly #watchFile: string;
  #before = 0;

  constructor(server: PosthornProcess, watchFile: string) {
    this.#server = server;
    this.#watchFile = watchFile;
  }

  async begin(): Promise<void> {
    await wait(WATCH_MS);
    await writeFile(this.#watchFile, '');
    this.#before = (await residentMemory(this.#server.pid)).now;
    await resetPeakMemory(this.#server.pid);
  }

  async ask(server: ServerName, user: string, version: 'v0' | 'v1', path: string): Promise<Answer> {
    const url = `${this.#server.address}/rest-api-email/${version}/MailAccounts/${server}/${path}`;
    const authorization = `Basic ${btoa(`${user}@${server}.example:secret`)}`;
    const began = performance.now();
    const answer = await fetch(url, { headers: { authorization } });
    const body = (await answer.json()) as Refusal & {
      readonly errors?: readonly Refusal[];
      readonly meta?: { readonly state?: string };
    };
    const { detail } = body.errors?.[0] ?? body;
    return { status: answer.status, detail, state: body.meta?.state, tookMs: performance.now() - began };
  }

  /** Lists, searches and orders of eight users, all at the same time. */
  async askTogether(server: ServerName, messages: number): Promise<readonly Answer[]> {
    const queries = ['', '?filter[seen]=true', '?filter[hasAttachments]=true', '?sort=subject'];
    const asked = Array.from({ length: 8 }, (_, user) => {
      const path = `MailFolders/INBOX/MessageItems${queries[user % queries.length]}`;
      return this.ask(server, `n${messages}-${user}`, 'v1', path);
    });
    return Promise.all(asked);
  }

  async cost(): Promise<{ readonly heldMs: number; readonly grownOctets: number }> {
    await wait(WATCH_MS);
    const lines = (await readFile(this.#watchFile, 'utf8')).split('\n');
    const held = lines.map((line) => Number.parseFloat(line)).filter((number) => !Number.isNaN(number));
    const { peak } = await residentMemory(this.#server.pid);
    return { heldMs: Math.max(0, ...held), grownOctets: peak - this.#before };
  }
}
