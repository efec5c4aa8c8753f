/** What every writer of batches promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';
import { signal, Workbench } from './workbench.ts';

/** What differs between backends on purpose. */
export interface BatchAbilities {
  /** False on a server without UIDPLUS: messages that are removed stay, and moved ones have no known identity. */
  readonly hasUidPlus: boolean;
}

/** Runs the contract against a backend that `open` starts. */
export function mailBatchWriterContract(
  name: string,
  open: () => Promise<StoreUnderTest>,
  { hasUidPlus }: BatchAbilities = { hasUidPlus: true },
): void {
  describe(`MailBatchWriter contract: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    const batch = (folder: string, uids: readonly number[], uidValidity?: number) => ({
      ...bench.mailbox(folder),
      uids: uids.map(asUid),
      uidValidity,
    });

    it('changes flags and keywords of the messages that are there, and tells which', async () => {
      const folder = await bench.folderOf('one', 'two', 'three', 'four');
      await backend.addFlags(folder, 3, ['\\Flagged', '$Old']);
      const change = { seen: true, flagged: false, addedKeywords: ['$New'], removedKeywords: ['$Old'] };

      const changed = await backend.batchWriter.changeFlags({ ...batch(folder, [9, 3, 1]), change }, signal);

      assert.deepEqual(numbers(changed), [1, 3]);
      assert.deepEqual(
        [await bench.flags(folder, 1), await bench.flags(folder, 2), await bench.flags(folder, 3)],
        [['$New', '\\Seen'], [], ['$New', '\\Seen']],
      );
    });

    it('sees messages that came after the folder was opened', async () => {
      const folder = await bench.folderOf('one');
      const change = (uids: readonly number[]) =>
        backend.batchWriter.changeFlags({ ...batch(folder, uids), change: { seen: true } }, signal);
      await change([1]);
      await backend.put(folder, [{ raw: buildMessage({ subject: 'two' }) }]);

      assert.deepEqual(numbers(await change([1, 2])), [1, 2]);
    });

    it('moves messages and tells what each of them is in its new folder', async () => {
      const source = await bench.folderOf('one', 'two', 'three', 'four');
      const target = await bench.folderOf('was there');

      const moved = await backend.batchWriter.moveMessages(
        { ...batch(source, [4, 2, 7, 1]), target: mailboxName(target) },
        signal,
      );

      assert.deepEqual(numbers(moved.keys()), [1, 2, 4]);
      assert.deepEqual(await bench.subjects(source), ['three']);
      assert.deepEqual(await bench.subjects(target), ['was there', 'one', 'two', 'four']);
      const uidValidity = await bench.uidValidity(target);
      assert.deepEqual(
        [...moved.values()],
        hasUidPlus ? [2, 3, 4].map((uid) => ({ uid, uidValidity })) : [null, null, null],
      );
    });

    it('deletes messages and tells which were there', async () => {
      const folder = await bench.folderOf('one', 'two', 'three');

      const deleted = await backend.batchWriter.deleteMessages(batch(folder, [1, 3, 5]), signal);

      assert.deepEqual(numbers(deleted), [1, 3]);
      assert.deepEqual(await bench.subjects(folder), ['two']);
      assert.equal((await backend.flags(folder)).size, hasUidPlus ? 1 : 3);
    });

    it('leaves alone what another client has marked as deleted', async () => {
      const folder = await bench.folderOf('deleted', 'marked by another', 'moved', 'flagged');
      const target = await bench.folderOf();
      await backend.addFlags(folder, 2, ['\\Deleted']);
      const { batchWriter } = backend;

      await batchWriter.deleteMessages(batch(folder, [1]), signal);
      await batchWriter.moveMessages({ ...batch(folder, [3]), target: mailboxName(target) }, signal);
      await batchWriter.changeFlags({ ...batch(folder, [4]), change: { flagged: true } }, signal);

      assert.deepEqual(await bench.flags(folder, 2), ['\\Deleted']);
    });

    it('does nothing for no messages', async () => {
      const folder = await bench.folderOf('one');
      const { batchWriter } = backend;

      assert.equal((await batchWriter.deleteMessages(batch(folder, []), signal)).size, 0);
      assert.equal(
        (await batchWriter.moveMessages({ ...batch(folder, [9]), target: mailboxName(folder) }, signal)).size,
        0,
      );
      assert.deepEqual(await bench.subjects(folder), ['one']);
    });

    it('moves nothing to a folder that does not exist', async () => {
      const folder = await bench.folderOf('one', 'two');
      const nowhere = mailboxName(`${backend.prefix}Nowhere`);

      await assert.rejects(
        backend.batchWriter.moveMessages({ ...batch(folder, [1, 2]), target: nowhere }, signal),
        code('mailbox-unknown'),
      );

      assert.deepEqual(await bench.subjects(folder), ['one', 'two']);
    });

    it('takes no keyword that is none', async () => {
      const folder = await bench.folderOf('one');

      await assert.rejects(
        backend.batchWriter.changeFlags(
          { ...batch(folder, [1]), change: { addedKeywords: ['(x)'] } },
          signal,
        ),
        code('invalid-document'),
      );
    });

    it('touches no message of a re-created folder', async () => {
      const folder = await bench.folderOf('one');
      const target = await bench.folderOf();
      const outdated = batch(folder, [1], (await bench.uidValidity(folder)) + 1);
      const { batchWriter } = backend;

      for (const attempt of [
        () => batchWriter.changeFlags({ ...outdated, change: { seen: true } }, signal),
        () => batchWriter.moveMessages({ ...outdated, target: mailboxName(target) }, signal),
        () => batchWriter.deleteMessages(outdated, signal),
      ]) {
        await assert.rejects(attempt(), code('message-gone'));
      }

      assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['one'], []]);
    });
  });
}

/** The same for a batch that takes seconds to prepare. */
export function largeBatchContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailBatchWriter contract, large batches: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    it('takes more messages than one command can name', async () => {
      const raw = Buffer.from('Subject: x\r\n\r\n');
      const folder = await bench.folderWith(...Array.from({ length: 4_000 }, () => ({ raw })));
      const target = await bench.folderOf();
      // Every second one: no ranges make the command short.
      const uids = Array.from({ length: 2_000 }, (_, index) => 2 * index + 1);
      const batch = { ...bench.mailbox(folder), uids: uids.map(asUid) };
      const { batchWriter } = backend;

      const changed = await batchWriter.changeFlags({ ...batch, change: { seen: true } }, signal);
      const moved = await batchWriter.moveMessages({ ...batch, target: mailboxName(target) }, signal);

      assert.deepEqual([numbers(changed), numbers(moved.keys())], [uids, uids]);
      const inTarget = await backend.flags(target);
      assert.equal([...inTarget.values()].filter((flags) => flags.includes('\\Seen')).length, 2_000);
      const left = await bench.uids(folder);
      assert.deepEqual([left.length, left[0], left.at(-1)], [2_000, 2, 4_000]);
    });
  });
}

function numbers(uids: Iterable<number>): readonly number[] {
  return [...uids].map(Number);
}
