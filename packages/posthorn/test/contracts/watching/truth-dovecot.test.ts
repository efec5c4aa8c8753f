/** The events of an account at Dovecot are what happened in it, with capabilities taken from it; large changes come whole. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import { type Dovecot, startDovecot } from '../../support/dovecot.ts';
import { fillMailbox } from '../../support/fill-mailbox.ts';
import { longestDelay } from '../../support/loop-delay.ts';
import { testAccount } from '../store-under-test.ts';
import { ChangingClient } from './changing-client.ts';
import { compareWithTruth } from './truth-model.ts';
import { eventually, openWatchScene } from './watch-scene.ts';

const STEPS = 50;
const BASE = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS MOVE';
const ALICE = 'alice@example.org';
const RIGHTS = { mailboxes: ['INBOX', 'Work', 'Entwürfe'], canMove: true, hasKeywords: true };

const TIERS = [
  { title: 'with NOTIFY and QRESYNC', capability: undefined, mode: 'notify' },
  { title: 'with IDLE and CONDSTORE', capability: `${BASE} ESEARCH CONDSTORE`, mode: 'idle' },
  { title: 'without mod-sequences', capability: BASE, mode: 'idle' },
  { title: 'without any extension', capability: 'IMAP4rev1', mode: 'sweep' },
] as const;

async function open(t: TestContext, dovecot: Dovecot) {
  const user = dovecot.user(ALICE);
  const client = await ChangingClient.open(dovecot, user, RIGHTS);
  t.after(() => client.close());
  const existing = await client.look();
  for (const name of ['Work', 'Entwürfe']) if (!existing.has(name)) await client.make(name);
  const scene = await openWatchScene(testAccount(dovecot, user), { timing: { proofMs: 3_000 } });
  t.after(() => scene.close());
  return { client, scene };
}

for (const { title, capability, mode } of TIERS) {
  describe(`The events of an account at a Dovecot ${title}`, () => {
    let dovecot: Dovecot;
    before(async () => {
      dovecot = await startDovecot(capability === undefined ? {} : { capability });
    });
    after(() => dovecot.stop());

    it('are the truth', { timeout: 180_000 }, async (t) => {
      const { client, scene } = await open(t, dovecot);

      await compareWithTruth({ scene, client, steps: STEPS });

      assert.equal(scene.modes[0], mode);
    });
  });
}

describe('A watched account at Dovecot', () => {
  let dovecot: Dovecot;
  before(async () => {
    dovecot = await startDovecot();
  });
  after(() => dovecot.stop());

  async function begin(t: TestContext) {
    const { client, scene } = await open(t, dovecot);
    const end = scene.begin();
    await eventually(async () => {
      if (!scene.noted.some(({ provedAt }) => provedAt !== undefined)) throw new Error('It has not begun.');
    });
    const texts = async (): Promise<readonly string[]> => (await scene.events()).map(textOf);
    return { client, scene, texts, end };
  }

  it('says that a message has moved, with its Message-ID', async (t) => {
    const { client, texts } = await begin(t);
    await client.deliver('Work');
    await eventually(async () => assert.equal((await texts()).length, 1));
    const [uid = 0] = [...((await client.look(['Work'])).get('Work')?.mail.keys() ?? [])].slice(-1);

    await client.move('Work', uid, 'Entwürfe');

    await eventually(async () => assert.equal((await texts()).length, 3));
    const [created, ...moved] = await texts();
    const id = /<.*>/.exec(created ?? '')?.[0];
    assert.deepEqual(moved.map((text) => text.replace(/ \d+ /, ' ')).sort(), [
      `message.created Entwürfe ${id}`,
      `message.removed Work ${id}`,
    ]);
  });

  it('says of a renamed folder that one is gone and one has come, and knows its messages', async (t) => {
    const { client, texts } = await begin(t);
    const made = await client.create();
    await client.deliver(made, 2);
    await eventually(async () => assert.equal((await texts()).length, 3));

    const renamed = await client.rename(made);
    await eventually(async () => assert.equal((await texts()).length, 5));
    await client.deliver(renamed);

    await eventually(async () => assert.equal((await texts()).length, 6));
    assert.deepEqual(
      (await texts()).slice(3).map((text) => text.replace(/ <.*>/, '')),
      [`folder.removed ${made}`, `folder.created ${renamed}`, `message.created ${renamed} 3`],
    );
  });

  it('says once of a folder that was made anew, and nothing of its messages', async (t) => {
    const { client, scene, texts, end } = await begin(t);
    const made = await client.create();
    await client.deliver(made, 3);
    await eventually(async () => assert.equal((await texts()).length, 4));

    await end();
    await client.remake(made);
    scene.begin();
    await eventually(async () => assert.equal((await texts()).length, 5));
    await client.deliver(made);

    await eventually(async () => assert.equal((await texts()).length, 6));
    assert.deepEqual(
      (await texts()).slice(4).map((text) => text.replace(/ <.*>/, '')),
      [`folder.reset ${made}`, `message.created ${made} 1`],
    );
    const [reset, created] = (await scene.events()).slice(4);
    assert.equal(reset?.data.uidValidity, created?.message?.uidValidity);
  });

  it('has each of 20,000 messages that are marked as read at once, and each that is removed, without blocking', {
    timeout: 240_000,
  }, async (t) => {
    const user = dovecot.user(ALICE);
    const raw = Buffer.from('From: a@example.org\r\nSubject: Hello\r\n\r\nText.\r\n');
    const messages = Array.from({ length: 20_000 }, () => ({ raw }));
    await fillMailbox({ server: dovecot, user, mailbox: 'Bulk', messages });
    const { client, scene } = await begin(t);
    await client.command('SELECT Bulk');
    const untilLast = (last: number) =>
      eventually(async () => assert.equal((await scene.log.last()) >= last, true), 90_000);
    const before = await scene.log.last();

    const delay = await longestDelay(async () => {
      await client.command('STORE 1:* +FLAGS.SILENT (\\Seen)');
      await untilLast(before + 20_000);
      await client.command('STORE 1:* +FLAGS.SILENT (\\Deleted)');
      await client.command('EXPUNGE');
      await untilLast(before + 40_000);
    });

    const events = await scene.events();
    const uidsOf = (kind: string) =>
      new Set(events.filter((event) => event.kind === kind).map(({ message }) => message?.uid));
    assert.deepEqual([uidsOf('message.updated').size, uidsOf('message.removed').size], [20_000, 20_000]);
    assert.ok(events.every(({ kind, data }) => kind !== 'message.updated' || String(data.fields) === 'seen'));
    // All at once would take seconds.
    assert.ok(delay < 1_500, `${delay} ms`);
  });
});

function textOf({ kind, message, mailbox, data }: MailEvent): string {
  const id = data.messageId === undefined ? '' : `<${data.messageId}>`;
  return [kind, message?.mailbox ?? mailbox, message?.uid, id].filter(Boolean).join(' ');
}
