/** kill -9 of a watcher at random places, while others change the account: its events stay the truth. */
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../sandbox-backend.ts';
import { ChangingClient } from './changing-client.ts';
import { assertTruth } from './event-truth.ts';
import { KilledWatchers } from './killed-watcher.ts';
import { eventually, openWatchScene } from './watch-scene.ts';

/** A soak sets more. */
const KILLS = Number(process.env.POSTHORN_TEST_KILLS ?? 6);

const TIERS: readonly (readonly [string, SandboxBackendOptions])[] = [
  ['with QRESYNC', {}],
  ['without mod-sequences', { capabilities: { without: ['NOTIFY', 'QRESYNC', 'CONDSTORE'] } }],
];

describe('Killed watchers', () => {
  const watchers = new KilledWatchers();
  after(() => watchers.close());

  for (const [title, options] of TIERS) {
    it(`leave the truth on a server ${title}`, { timeout: 300_000 }, async (t) => {
      watchers.prepare();
      const backend = await openSandboxBackend(options);
      t.after(() => backend.close());
      const { sandbox, account } = backend;
      const user = { name: account.login.user, password: account.login.secret.reveal() };
      sandbox.user(user.name).createMailbox('Work');
      const rights = { mailboxes: ['INBOX', 'Work'], canMove: true, hasKeywords: true };
      const client = await ChangingClient.open({ host: '127.0.0.1', port: sandbox.imapPort }, user, rights);
      t.after(() => client.close());
      const scene = await openWatchScene(account);
      t.after(() => scene.close());
      for (const mailbox of client.mailboxes) await client.deliver(mailbox, 4);
      const first = await client.look();
      const random = seededRandom(testSeed());
      const job = { file: scene.file, port: sandbox.imapPort, accounts: [{ id: account.id, ...user }] };
      const end = scene.begin();
      await eventually(async () => {
        if (!scene.noted.some(({ provedAt }) => provedAt !== undefined)) throw new Error('It has not begun.');
      });
      await end();

      for (let kill = 0; kill < KILLS; kill += 1) {
        const isTimed = random() < 0.5;
        const running = await watchers.begin({
          ...job,
          advances: isTimed ? null : 1 + Math.floor(random() * 4),
          isAfter: random() < 0.5,
        });
        watchers.prepare();
        for (let change = 0; change < 5; change += 1) {
          await client.changeAtRandom(random);
          await wait(random() * 60);
        }
        await running.kill(random() * 500);
      }

      scene.begin();
      const now = await client.look();
      await eventually(async () => assertTruth(await scene.events(), { first, stored: client.stored, now }));
    });
  }
});
