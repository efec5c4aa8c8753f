/** What every mail writer promises of messages that are there, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FlagChange } from '../../src/application/ports/mail/mail-writer.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';
import { newVersion, signal, versionOctets, Workbench } from './workbench.ts';

/** What differs between backends on purpose. */
export interface WriterAbilities {
  /** False on a server without UIDPLUS: messages that are removed stay, marked \Deleted. */
  readonly canExpunge: boolean;
}

/** Runs the contract against a backend that `open` starts. */
export function mailWriterContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { canExpunge }: WriterAbilities = { canExpunge: true },
): void {
  describe(`MailWriter contract: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    const changeFlags = (folder: string, uid: number, change: FlagChange) =>
      backend.writer.changeFlags({ ...bench.message(folder, uid), change }, signal);
    const moveMessage = (folder: string, uid: number, target: string) =>
      backend.writer.moveMessage({ ...bench.message(folder, uid), target: mailboxName(target) }, signal);
    const copyMessage = (folder: string, uid: number, target: string) =>
      backend.writer.copyMessage({ ...bench.message(folder, uid), target: mailboxName(target) }, signal);
    const deleteMessage = (folder: string, uid: number) =>
      backend.writer.deleteMessage(bench.message(folder, uid), signal);
    const nowhere = () => `${backend.prefix}Nowhere`;

    describe('flags', () => {
      it('are set and cleared, and the others stay', async () => {
        const folder = await bench.folderOf('one', 'two');
        await backend.addFlags(folder, 1, ['\\Answered', '\\Flagged']);

        await changeFlags(folder, 1, { seen: true, flagged: false });

        assert.deepEqual(
          [await bench.flags(folder, 1), await bench.flags(folder, 2)],
          [['\\Answered', '\\Seen'], []],
        );
      });

      it('are shown as the change has left them', async () => {
        const folder = await bench.folderOf('one', 'two');
        const message = bench.message(folder, 1);
        const attributes = new Set(['seen', 'flagged', 'subject'] as const);
        const selection = { attributes, isOwnChange: true };
        const show = async () => {
          const { seen, flagged } = await backend.store.getMessage({ ...message, selection }, signal);
          return [seen, flagged];
        };
        const order = [{ key: 'date', isDescending: true }] as const;
        const query = { window: null, maxRows: 10, order, criterion: null, ...selection };
        await backend.store.listMessages({ ...message, query }, signal);

        await changeFlags(folder, 1, { seen: true, flagged: true });
        const first = await show();
        await changeFlags(folder, 1, { seen: false });

        assert.deepEqual(first, [true, true]);
        assert.deepEqual(await show(), [false, true]);
      });

      it('are the same when they are set twice', async () => {
        const folder = await bench.folderOf('one');

        await changeFlags(folder, 1, { seen: true });
        await changeFlags(folder, 1, { seen: true });

        assert.deepEqual(await bench.flags(folder, 1), ['\\Seen']);
      });

      it('can be keywords, in one change with the others', async () => {
        const folder = await bench.folderOf('one');
        await backend.addFlags(folder, 1, ['$Old', '$Stays']);

        await changeFlags(folder, 1, { seen: true, addedKeywords: ['$New'], removedKeywords: ['$Old'] });

        assert.deepEqual(await bench.flags(folder, 1), ['$New', '$Stays', '\\Seen']);
      });

      it('are not what is no keyword', async () => {
        const folder = await bench.folderOf('one');

        await assert.rejects(
          changeFlags(folder, 1, { seen: true, addedKeywords: ['\\Deleted'] }),
          code('invalid-document'),
        );

        assert.deepEqual(await bench.flags(folder, 1), []);
      });

      it('are set on a message that came after the folder was opened', async () => {
        const folder = await bench.folderOf('one');
        await changeFlags(folder, 1, { seen: true });
        await backend.put(folder, [{ raw: buildMessage({ subject: 'two' }) }]);

        await changeFlags(folder, 2, { seen: true });

        assert.deepEqual(await bench.flags(folder, 2), ['\\Seen']);
      });

      it('show in the next list', async () => {
        const folder = await bench.folderOf('one');
        const seen = async () => {
          const selection = { attributes: new Set(['seen'] as const) };
          return backend.store.getMessage(
            { account: backend.account, mailbox: mailboxName(folder), uid: asUid(1), selection },
            signal,
          );
        };
        const beforehand = await seen();

        await changeFlags(folder, 1, { seen: true });

        assert.deepEqual([beforehand.seen, (await seen()).seen], [false, true]);
        const counts = await backend.store.countMessages(
          { account: backend.account, mailbox: mailboxName(folder) },
          signal,
        );
        assert.equal(counts.unread, 0);
      });

      it('of a message that does not exist are no success', async () => {
        const folder = await bench.folderOf('one');

        await assert.rejects(changeFlags(folder, 7, { seen: true }), code('message-unknown'));
      });

      it('of a folder that does not exist are no success', async () => {
        await assert.rejects(changeFlags(nowhere(), 1, { seen: true }), code('mailbox-unknown'));
      });
    });

    describe('a move', () => {
      it('takes the message to its new folder and tells what it is there', async () => {
        const source = await bench.folderOf('stays', 'goes');
        const target = await bench.folderOf('was there', 'and this', 'and that');
        await backend.addFlags(source, 2, ['\\Flagged']);

        const { uid, uidValidity } = await moveMessage(source, 2, target);

        assert.equal(await bench.subject(target, uid), 'goes');
        assert.equal(uidValidity, await bench.uidValidity(target));
        assert.deepEqual(await bench.uids(source), [1]);
        assert.deepEqual(await bench.uids(target), [1, 2, 3, Number(uid)]);
        assert.deepEqual(await bench.flags(target, uid), ['\\Flagged']);
      });

      it('tells the right uid of a message without Message-ID', async () => {
        const source = await bench.folderWith({
          raw: buildMessage({ subject: 'anonymous', messageId: null }),
        });
        const target = await bench.folderOf('was there');

        const { uid } = await moveMessage(source, 1, target);

        assert.equal(await bench.subject(target, uid), 'anonymous');
      });

      it('to a folder that does not exist leaves the message where it is', async () => {
        const source = await bench.folderOf('one');

        await assert.rejects(moveMessage(source, 1, nowhere()), code('mailbox-unknown'));

        assert.deepEqual(await bench.uids(source), [1]);
      });

      it('of a message that does not exist is no success', async () => {
        const source = await bench.folderOf('one');
        const target = await bench.folderOf('two');

        await assert.rejects(moveMessage(source, 7, target), code('message-unknown'));

        assert.deepEqual([await bench.uids(source), await bench.uids(target)], [[1], [1]]);
      });
    });

    describe('a copy', () => {
      it('has the flags of the message, which stays, and tells what it is', async () => {
        const source = await bench.folderOf('one', 'copied');
        await backend.addFlags(source, 2, ['\\Flagged', '$Work']);
        const target = await bench.folderOf('was there');

        const { uid, uidValidity } = await copyMessage(source, 2, target);

        assert.deepEqual(
          [await bench.subject(target, uid), uidValidity],
          ['copied', await bench.uidValidity(target)],
        );
        assert.deepEqual(await bench.flags(target, uid), ['$Work', '\\Flagged']);
        assert.deepEqual(
          [await bench.uids(source), await bench.flags(source, 2)],
          [
            [1, 2],
            ['$Work', '\\Flagged'],
          ],
        );
      });

      it('into the same folder is another message', async () => {
        const folder = await bench.folderOf('one');

        const { uid } = await copyMessage(folder, 1, folder);

        assert.deepEqual(
          [await bench.uids(folder), await bench.subject(folder, uid)],
          [[1, Number(uid)], 'one'],
        );
      });

      it('to a folder that does not exist is no success', async () => {
        const source = await bench.folderOf('one');

        await assert.rejects(copyMessage(source, 1, nowhere()), code('mailbox-unknown'));
      });

      it('of a message that does not exist is no success', async () => {
        const [source, target] = [await bench.folderOf('one'), await bench.folderOf()];

        await assert.rejects(copyMessage(source, 7, target), code('message-unknown'));

        assert.deepEqual(await bench.uids(target), []);
      });
    });

    describe('a deletion', () => {
      it('removes the message and no other', async () => {
        const folder = await bench.folderOf('one', 'two', 'three');

        await deleteMessage(folder, 2);

        assert.deepEqual(await bench.uids(folder), [1, 3]);
        assert.equal((await backend.flags(folder)).size, canExpunge ? 2 : 3);
      });

      it('takes the message out of the next list', async () => {
        const folder = await bench.folderOf('one', 'two');
        const beforehand = await listedUids(backend, folder);

        await deleteMessage(folder, 1);

        assert.deepEqual([beforehand, await listedUids(backend, folder)], [[1, 2], [2]]);
      });

      it('of a message that does not exist is no success', async () => {
        const folder = await bench.folderOf('one');

        await assert.rejects(deleteMessage(folder, 7), code('message-unknown'));
      });
    });

    describe('what another client has marked as deleted', () => {
      it('stays whatever is done beside it', async () => {
        const folder = await bench.folderOf('deleted', 'marked by another', 'moved', 'copied', 'flagged');
        await backend.put(folder, [{ raw: versionOctets('draft'), flags: ['\\Draft'] }]);
        await backend.addFlags(folder, 2, ['\\Deleted']);
        const target = await bench.folderOf('target', 'marked there');
        await backend.addFlags(target, 2, ['\\Deleted']);

        await deleteMessage(folder, 1);
        await moveMessage(folder, 3, target);
        await copyMessage(folder, 4, target);
        await changeFlags(folder, 5, { flagged: true });
        await backend.writer.replaceMessage(
          { ...bench.message(folder, 6), version: newVersion('new') },
          signal,
        );

        assert.deepEqual(await bench.flags(folder, 2), ['\\Deleted']);
        assert.deepEqual(await bench.flags(target, 2), ['\\Deleted']);
      });
    });

    describe('a reference with the uidValidity', () => {
      it('of the folder is good', async () => {
        const folder = await bench.folderOf('one');
        const message = bench.message(folder, 1, await bench.uidValidity(folder));

        await backend.writer.changeFlags({ ...message, change: { seen: true } }, signal);

        assert.deepEqual(await bench.flags(folder, 1), ['\\Seen']);
      });

      it('of a re-created folder names no message', async () => {
        const folder = await bench.folderWith({ raw: versionOctets('one'), flags: ['\\Draft'] });
        const target = await bench.folderOf();
        const message = bench.message(folder, 1, (await bench.uidValidity(folder)) + 1);
        const { writer } = backend;

        for (const attempt of [
          () => writer.changeFlags({ ...message, change: { seen: true } }, signal),
          () => writer.moveMessage({ ...message, target: mailboxName(target) }, signal),
          () => writer.copyMessage({ ...message, target: mailboxName(target) }, signal),
          () => writer.deleteMessage(message, signal),
          () => writer.replaceMessage({ ...message, version: newVersion('two') }, signal),
        ]) {
          await assert.rejects(attempt(), code('message-gone'));
        }

        assert.deepEqual([await bench.subjects(folder), await bench.subjects(target)], [['one'], []]);
        assert.deepEqual(await bench.flags(folder, 1), ['\\Draft']);
      });
    });
  });
}

async function listedUids(backend: StoreUnderTest, folder: string): Promise<readonly number[]> {
  const { items } = await backend.store.listMessages(
    {
      account: backend.account,
      mailbox: mailboxName(folder),
      query: {
        window: null,
        maxRows: 10,
        order: [{ key: 'uid', isDescending: false }],
        criterion: null,
        attributes: new Set(),
      },
    },
    signal,
  );
  return items.map(({ uid }) => Number(uid));
}
