/** A server whose users have hostile mail, and what their reading costs it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'posthorn-sandbox';
import { type MailUser, startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import type { HostileMessage } from '../support/hostile-mail/hostile-message.ts';
import { createMailReader, type MailReader, type Reading } from '../support/hostile-mail/read-mail.ts';
import { resetPeakMemory, residentMemory } from '../support/process-memory.ts';
import { serveInstallation } from './installation.ts';

export type MailServerName = 'Dovecot' | 'sandbox';

/** What a user of the scene has in INBOX. */
export type Mailboxes = Readonly<Record<string, readonly HostileMessage[]>>;

/** What the server paid for a piece of reading. */
export interface Cost {
  /** The slowest answer, and how long it took. */
  readonly slowest: Reading;
  /** Answers that are not 200. */
  readonly failures: readonly Reading[];
  /** The longest time for which the main thread ran without a turn of its event loop. */
  readonly heldMs: number;
  /** Resident memory at its peak, beyond what it was when the scene began. */
  readonly grownOctets: number;
}

export interface HostileMailScene {
  /** A reader of the user's mail. */
  read(user: string): MailReader;
  /** What the answers since the last call have cost; undefined when there were none. */
  takeCost(reader: MailReader): Promise<Cost | undefined>;
  /** True while the process that was started first runs. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

const WATCH = join(import.meta.dirname, '../support/loop-watch.mjs');
/** As the image and the unit of systemd start it. */
const DEPLOYED = { NODE_OPTIONS: '--max-semi-space-size=4', MALLOC_ARENA_MAX: '2' };
const PASSWORD = 'secret';
/** The watch of the loop writes after the turn that it measures. */
const WATCH_MS = 30;
/** Lists that are read before the measurement, so that it does not count what a server pays once: compiled code, threads, caches. */
const WARM_UP_ROUNDS = 40;

/** Fills the mailboxes, starts the built server before them and warms it up with the mail of the first user. Close it. */
export async function openHostileMailScene(
  serverName: MailServerName,
  mailboxes: Mailboxes,
): Promise<HostileMailScene> {
  const users = Object.keys(mailboxes).map((name) => ({ name: `${name}@example.org`, password: PASSWORD }));
  const mail = await startMailServer(serverName, users);
  for (const [name, messages] of Object.entries(mailboxes)) {
    const user = { name: `${name}@example.org`, password: PASSWORD };
    const raws = (function* () {
      for (const { build } of messages) yield { raw: build() };
    })();
    await fillMailbox({
      server: { host: '127.0.0.1', port: mail.port },
      user,
      mailbox: 'INBOX',
      messages: raws,
    });
  }
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-watch-'));
  const watchFile = join(folder, 'loop');
  await writeFile(watchFile, '');
  const server = await serveInstallation({
    imapPort: mail.port,
    environment: {
      ...DEPLOYED,
      LOOP_WATCH_FILE: watchFile,
      NODE_OPTIONS: `--import=${WATCH} ${DEPLOYED.NODE_OPTIONS}`,
    },
  });
  const readers: MailReader[] = [];
  const read = (name: string) => {
    const user = { name: `${name}@example.org`, password: PASSWORD };
    const reader = createMailReader({ address: server.address, user, maxDownloads: 100 });
    readers.push(reader);
    return reader;
  };
  const seen = new Map<MailReader, number>();
  const takeHeldMs = async () => {
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    const lines = (await readFile(watchFile, 'utf8')).split('\n').filter((line) => line !== '');
    await writeFile(watchFile, '');
    return Math.max(0, ...lines.map((line) => Number.parseFloat(line)));
  };

  const [first = ''] = Object.keys(mailboxes);
  await warmUp(read(first));
  await takeHeldMs();
  const { now: restOctets } = await residentMemory(server.pid);
  await resetPeakMemory(server.pid);

  return {
    read,
    async takeCost(reader) {
      const readings = reader.readings.slice(seen.get(reader) ?? 0);
      seen.set(reader, reader.readings.length);
      const [one] = readings;
      if (one === undefined) return undefined;
      const slowest = readings.reduce(
        (slow, reading) => (reading.tookMs > slow.tookMs ? reading : slow),
        one,
      );
      const { peak } = await residentMemory(server.pid);
      await resetPeakMemory(server.pid);
      return {
        slowest,
        failures: readings.filter(({ status }) => status !== 200),
        heldMs: await takeHeldMs(),
        grownOctets: peak - restOctets,
      };
    },
    async isAlive() {
      const answer = await fetch(`${server.address}/health`).catch(() => undefined);
      return answer?.status === 200;
    },
    async close() {
      for (const reader of readers) reader.close();
      await server.stop();
      await mail.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function startMailServer(name: MailServerName, users: readonly MailUser[]) {
  if (name === 'sandbox') {
    // Without BINARY it takes no message with NUL octets.
    const { imapPort: port, close } = await startSandbox({ users, capabilities: { with: ['BINARY'] } });
    return { port, close };
  }
  const { port, stop } = await startDovecot({ users });
  return { port, close: stop };
}

async function warmUp(reader: MailReader): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    await reader.list(200);
    await reader.open(1);
    await reader.open(2);
  }
}
