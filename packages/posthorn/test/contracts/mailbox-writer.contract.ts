/** What every writer of mailboxes promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asUid, code } from '../support/domain-values.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';
import { signal, Workbench } from './workbench.ts';

/** Runs the contract against a backend that `open` starts. */
export function mailboxWriterContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailboxWriter contract: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    let count = 0;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    const create = (folder: string) => backend.mailboxWriter.createMailbox(bench.mailbox(folder), signal);
    const rename = (from: string, to: string) =>
      backend.mailboxWriter.renameMailbox({ ...bench.mailbox(from), newName: mailboxName(to) }, signal);
    const remove = (folder: string) => backend.mailboxWriter.deleteMailbox(bench.mailbox(folder), signal);
    const subscribe = (folder: string, isSubscribed: boolean) =>
      backend.mailboxWriter.setSubscribed({ ...bench.mailbox(folder), isSubscribed }, signal);
    /** A name that no test has used yet. */
    const fresh = (base = 'New') => {
      count += 1;
      return `${backend.prefix}${base} ${count}`;
    };
    const below = (folder: string, child: string) => `${folder}${backend.delimiter}${child}`;
    /** The folders whose names begin so, and the subscribed ones among all. */
    const look = async (start: string) => {
      const listed = await backend.store.listMailboxes(backend.account, signal);
      const subscribed = await backend.store.listSubscribed(backend.account, signal);
      const matching = (names: Iterable<string>) =>
        [...names].filter((entry) => entry.startsWith(start)).sort();
      return { listed: matching(listed.map((entry) => entry.name)), subscribed: matching(subscribed) };
    };

    describe('a new folder', () => {
      for (const base of ['Plain', 'Grüße & Küsse', 'say "hi"', '100%', 'a*b']) {
        it(`called ${base} is there and subscribed`, async () => {
          const folder = fresh(base);

          await create(folder);

          assert.deepEqual(await look(folder), { listed: [folder], subscribed: [folder] });
        });
      }

      it('can be below another', async () => {
        const folder = fresh();
        await create(folder);

        await create(below(folder, 'child'));

        assert.deepEqual((await look(folder)).listed, [folder, below(folder, 'child')]);
      });

      it('takes mail', async () => {
        const folder = fresh();
        await create(folder);
        const source = await bench.folderOf('goes');

        await backend.writer.moveMessage(
          { ...bench.message(source, 1), target: mailboxName(folder) },
          signal,
        );

        assert.deepEqual(await bench.subjects(folder), ['goes']);
      });

      it('of a name that is taken is a conflict', async () => {
        const folder = await bench.folderOf('one');

        await assert.rejects(create(folder), code('conflict'));
        await assert.rejects(create('INBOX'), code('conflict'));

        assert.deepEqual(await bench.subjects(folder), ['one']);
      });
    });

    describe('renaming', () => {
      it('takes along the messages, the folders below and their subscriptions', async () => {
        const [from, to] = [fresh('Old'), fresh('Renamed')];
        await create(from);
        await create(below(from, 'child'));
        await create(below(below(from, 'child'), 'grandchild'));
        await subscribe(below(from, 'child'), false);
        await backend.put(from, [{ raw: Buffer.from('Subject: one\r\n\r\n') }]);

        await rename(from, to);

        const grandchild = below(below(to, 'child'), 'grandchild');
        assert.deepEqual(await look(from), { listed: [], subscribed: [] });
        assert.deepEqual(await look(to), {
          listed: [to, below(to, 'child'), grandchild],
          subscribed: [to, grandchild],
        });
        assert.deepEqual(await bench.subjects(to), ['one']);
      });

      it('leaves alone a folder whose name only begins the same', async () => {
        const from = fresh('Work');
        const [sibling, to] = [`${from}shop`, fresh('Done')];
        await create(from);
        await create(sibling);

        await rename(from, to);

        assert.deepEqual(await look(sibling), { listed: [sibling], subscribed: [sibling] });
        assert.deepEqual(await look(to), { listed: [to], subscribed: [to] });
      });

      it('goes on with a session that has the folder open', async () => {
        const from = await bench.folderOf('one');
        const to = fresh('Moved');
        await bench.uidValidity(from);
        await backend.writer.changeFlags({ ...bench.message(from, 1), change: { seen: true } }, signal);

        await rename(from, to);
        await backend.writer.changeFlags({ ...bench.message(to, 1), change: { flagged: true } }, signal);

        assert.deepEqual(await bench.flags(to, 1), ['\\Flagged', '\\Seen']);
        await assert.rejects(bench.uidValidity(from), code('mailbox-unknown'));
      });

      it('to a name that is taken is a conflict', async () => {
        const [from, to] = [await bench.folderOf('one'), await bench.folderOf('two')];

        await assert.rejects(rename(from, to), code('conflict'));

        assert.deepEqual([await bench.subjects(from), await bench.subjects(to)], [['one'], ['two']]);
      });

      it('of a folder that does not exist is no success', async () => {
        await assert.rejects(rename(fresh(), fresh()), code('mailbox-unknown'));
      });

      it('is not for INBOX', async () => {
        await assert.rejects(rename('INBOX', fresh()), code('access-denied'));
      });
    });

    describe('deleting', () => {
      it('removes the folder with its messages and its subscription', async () => {
        const folder = fresh();
        await create(folder);
        await backend.put(folder, [{ raw: Buffer.from('Subject: one\r\n\r\n') }]);

        await remove(folder);

        assert.deepEqual(await look(folder), { listed: [], subscribed: [] });
      });

      it('does not disturb sessions that have the folder open, and the name can be used again', async () => {
        const folder = await bench.folderOf('one', 'two');
        const other = await bench.folderOf('three');
        await bench.uidValidity(folder);
        await backend.writer.changeFlags({ ...bench.message(folder, 1), change: { seen: true } }, signal);

        await remove(folder);
        await assert.rejects(bench.uidValidity(folder), code('mailbox-unknown'));
        await create(folder);

        const { store, account } = backend;
        const { total } = await store.countMessages({ account, mailbox: mailboxName(folder) }, signal);
        assert.deepEqual([total, await bench.subjects(other)], [0, ['three']]);
        await assert.rejects(
          backend.writer.deleteMessage({ account, mailbox: mailboxName(folder), uid: asUid(1) }, signal),
          code('message-unknown'),
        );
      });

      it('of a folder with others below it is a conflict', async () => {
        const folder = fresh();
        await create(folder);
        await create(below(folder, 'child'));

        await assert.rejects(remove(folder), code('conflict'));

        assert.deepEqual((await look(folder)).listed, [folder, below(folder, 'child')]);
      });

      it('of a folder that does not exist is no success', async () => {
        await assert.rejects(remove(fresh()), code('mailbox-unknown'));
      });

      it('is not for INBOX', async () => {
        await assert.rejects(remove('INBOX'), code('access-denied'));
      });
    });

    describe('subscriptions', () => {
      it('are set and taken back, and the folder stays', async () => {
        const folder = fresh();
        await create(folder);

        await subscribe(folder, false);
        const without = await look(folder);
        await subscribe(folder, true);

        assert.deepEqual(without, { listed: [folder], subscribed: [] });
        assert.deepEqual(await look(folder), { listed: [folder], subscribed: [folder] });
      });

      it('are not for folders that do not exist', async () => {
        await assert.rejects(subscribe(fresh(), true), code('mailbox-unknown'));
      });
    });
  });
}
