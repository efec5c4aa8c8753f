/** What every mail store promises of whole messages and of subscriptions, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';
import { signal, Workbench } from './workbench.ts';

/** Octets of many reads of a socket; what ends exactly at one must not be cut or padded. */
const LARGE_OCTETS = 512 * 1024;

/** Runs the contract against a backend that `open` starts. */
export function wholeMessageContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailStore contract, whole messages: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    const read = (folder: string, uid: number, uidValidity?: number) =>
      backend.store.readMessage(bench.message(folder, uid, uidValidity), signal);

    it('gives the octets, flags and keywords, and sets no flag', async () => {
      const raw = buildMessage({ subject: 'Grüße', charset: 'utf-8' });
      const folder = await bench.folderWith({ raw, flags: ['\\Flagged', '\\Answered', '$Work'] });

      const { octets, flags, ...others } = await read(folder, 1);

      assert.ok(octets.equals(raw));
      assert.deepEqual([...flags].sort(), ['answered', 'flagged']);
      assert.deepEqual(others, {
        uid: asUid(1),
        uidValidity: await bench.uidValidity(folder),
        keywords: ['$Work'],
      });
      assert.deepEqual(await bench.flags(folder, 1), ['$Work', '\\Answered', '\\Flagged']);
    });

    for (const octets of [LARGE_OCTETS - 1, LARGE_OCTETS, LARGE_OCTETS + 1, 3 * LARGE_OCTETS]) {
      it(`gives a message of ${octets} octets as it is`, async () => {
        const start = buildMessage({ subject: 'large' });
        const raw = Buffer.concat([start, Buffer.alloc(octets - start.length - 2, 'x'), Buffer.from('\r\n')]);
        const folder = await bench.folderWith({ raw });

        assert.ok((await read(folder, 1)).octets.equals(raw));
      });
    }

    it('is no success for a message that does not exist', async () => {
      await assert.rejects(read(await bench.folderOf('one'), 7), code('message-unknown'));
    });

    it('is no success for a folder that was made anew', async () => {
      const folder = await bench.folderOf('one');

      await assert.rejects(read(folder, 1, (await bench.uidValidity(folder)) + 1), code('message-gone'));
    });

    it('tells the folders that the user has subscribed to', async () => {
      const folder = mailboxName(`${backend.prefix}Grüße`);
      await backend.mailboxWriter.createMailbox({ account: backend.account, mailbox: folder }, signal);
      const subscribed = await backend.store.listSubscribed(backend.account, signal);
      await backend.mailboxWriter.setSubscribed(
        { account: backend.account, mailbox: folder, isSubscribed: false },
        signal,
      );
      const without = await backend.store.listSubscribed(backend.account, signal);

      assert.deepEqual([subscribed.has(folder), without.has(folder)], [true, false]);
      assert.deepEqual([...subscribed].filter((entry) => entry !== folder).sort(), [...without].sort());
    });
  });
}
