/** What every mail writer promises, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bufferSource } from '../../src/domain/buffer-source.ts';
import { DEFAULT_PREVIEW } from '../../src/domain/message-query.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';

const signal = AbortSignal.timeout(120_000);

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
    let count = 0;
    before(async () => {
      backend = await open();
    });
    after(() => backend.close());

    /** A new folder with these messages; its name. */
    const folderOf = async (...subjects: string[]) => {
      count += 1;
      const folder = `${backend.prefix}Folder ${count}`;
      await backend.put(
        folder,
        subjects.map((subject) => ({ raw: buildMessage({ subject }) })),
      );
      return folder;
    };
    const place = (folder: string, uid: number) => ({ mailbox: mailboxName(folder), uid: asUid(uid) });
    const subjectOf = async (folder: string, uid: number) => {
      const selection = { attributes: new Set(['subject'] as const), preview: DEFAULT_PREVIEW };
      const item = await backend.store.getMessage(
        backend.account,
        mailboxName(folder),
        asUid(uid),
        selection,
        signal,
      );
      return item.subject;
    };
    /** The uids that are there and not marked \Deleted. */
    const uidsOf = async (folder: string) =>
      [...(await backend.flags(folder))]
        .filter(([, flags]) => !flags.includes('\\Deleted'))
        .map(([uid]) => uid)
        .sort();
    const { changeFlags, moveMessage, deleteMessage } = {
      changeFlags: (
        folder: string,
        uid: number,
        change: Parameters<StoreUnderTest['writer']['changeFlags']>[2],
      ) => backend.writer.changeFlags(backend.account, place(folder, uid), change, signal),
      moveMessage: (folder: string, uid: number, target: string) =>
        backend.writer.moveMessage(backend.account, place(folder, uid), mailboxName(target), signal),
      deleteMessage: (folder: string, uid: number) =>
        backend.writer.deleteMessage(backend.account, place(folder, uid), signal),
    };

    describe('flags', () => {
      it('are set and cleared, and the others stay', async () => {
        const folder = await folderOf('one', 'two');
        await backend.addFlags(folder, 1, ['\\Answered', '\\Flagged']);

        await changeFlags(folder, 1, { seen: true, flagged: false });

        const flags = await backend.flags(folder);
        assert.deepEqual([flags.get(1)?.toSorted(), flags.get(2)], [['\\Answered', '\\Seen'], []]);
      });

      it('are the same when they are set twice', async () => {
        const folder = await folderOf('one');

        await changeFlags(folder, 1, { seen: true });
        await changeFlags(folder, 1, { seen: true });

        assert.deepEqual((await backend.flags(folder)).get(1), ['\\Seen']);
      });

      it('are set on a message that came after the folder was opened', async () => {
        const folder = await folderOf('one');
        await changeFlags(folder, 1, { seen: true });
        await backend.put(folder, [{ raw: buildMessage({ subject: 'two' }) }]);

        await changeFlags(folder, 2, { seen: true });

        assert.deepEqual((await backend.flags(folder)).get(2), ['\\Seen']);
      });

      it('show in the next list', async () => {
        const folder = await folderOf('one');
        const seen = async () => {
          const selection = { attributes: new Set(['seen'] as const), preview: DEFAULT_PREVIEW };
          return backend.store.getMessage(backend.account, mailboxName(folder), asUid(1), selection, signal);
        };
        const beforehand = await seen();

        await changeFlags(folder, 1, { seen: true });

        assert.deepEqual([beforehand.seen, (await seen()).seen], [false, true]);
        const counts = await backend.store.countMessages(backend.account, mailboxName(folder), signal);
        assert.equal(counts.unread, 0);
      });

      it('of a message that does not exist are no success', async () => {
        const folder = await folderOf('one');

        await assert.rejects(changeFlags(folder, 7, { seen: true }), code('message-unknown'));
      });

      it('of a folder that does not exist are no success', async () => {
        await assert.rejects(
          changeFlags(`${backend.prefix}Nowhere`, 1, { seen: true }),
          code('mailbox-unknown'),
        );
      });
    });

    describe('a move', () => {
      it('takes the message to its new folder and tells its new uid', async () => {
        const source = await folderOf('stays', 'goes');
        const target = await folderOf('was there', 'and this', 'and that');
        await backend.addFlags(source, 2, ['\\Flagged']);

        const { uid } = await moveMessage(source, 2, target);

        assert.equal(await subjectOf(target, uid), 'goes');
        assert.deepEqual([await uidsOf(source), (await uidsOf(target)).length], [[1], 4]);
        assert.deepEqual((await backend.flags(target)).get(uid), ['\\Flagged']);
      });

      it('tells the right uid of a message without Message-ID', async () => {
        const source = await folderOf();
        await backend.put(source, [{ raw: buildMessage({ subject: 'anonymous', messageId: null }) }]);
        const target = await folderOf('was there');

        const { uid } = await moveMessage(source, 1, target);

        assert.equal(await subjectOf(target, uid), 'anonymous');
      });

      it('to a folder that does not exist leaves the message where it is', async () => {
        const source = await folderOf('one');

        await assert.rejects(moveMessage(source, 1, `${backend.prefix}Nowhere`), code('mailbox-unknown'));

        assert.deepEqual(await uidsOf(source), [1]);
      });

      it('of a message that does not exist is no success', async () => {
        const source = await folderOf('one');
        const target = await folderOf('two');

        await assert.rejects(moveMessage(source, 7, target), code('message-unknown'));

        assert.deepEqual([await uidsOf(source), await uidsOf(target)], [[1], [1]]);
      });
    });

    describe('a deletion', () => {
      it('removes the message and no other', async () => {
        const folder = await folderOf('one', 'two', 'three');

        await deleteMessage(folder, 2);

        assert.deepEqual(await uidsOf(folder), [1, 3]);
        assert.equal((await backend.flags(folder)).size, canExpunge ? 2 : 3);
      });

      it('takes the message out of the next list', async () => {
        const folder = await folderOf('one', 'two');
        const listed = async () => {
          const page = await backend.store.listMessages(
            backend.account,
            mailboxName(folder),
            {
              window: null,
              maxRows: 10,
              order: [{ key: 'uid', isDescending: false }],
              criterion: null,
              attributes: new Set(),
              preview: DEFAULT_PREVIEW,
            },
            signal,
          );
          return page.items.map(({ uid }) => Number(uid));
        };
        const beforehand = await listed();

        await deleteMessage(folder, 1);

        assert.deepEqual([beforehand, await listed()], [[1, 2], [2]]);
      });

      it('leaves alone what another client has marked as deleted', async () => {
        const folder = await folderOf('one', 'marked by another', 'three');
        await backend.addFlags(folder, 2, ['\\Deleted']);
        const target = await folderOf('target');

        await deleteMessage(folder, 1);
        await moveMessage(folder, 3, target);

        assert.deepEqual((await backend.flags(folder)).get(2), ['\\Deleted']);
      });

      it('of a message that does not exist is no success', async () => {
        const folder = await folderOf('one');

        await assert.rejects(deleteMessage(folder, 7), code('message-unknown'));
      });
    });

    describe('a new message', () => {
      const append = (folder: string, octets: Buffer) =>
        backend.writer.appendMessage(
          backend.account,
          mailboxName(folder),
          { octets: bufferSource(octets), flags: ['draft', 'seen'], messageId: null },
          signal,
        );

      it('is stored with its flags, and its uid is told', async () => {
        const folder = await folderOf('was there');

        const { uid } = await append(folder, buildMessage({ subject: 'new' }));

        assert.equal(await subjectOf(folder, uid), 'new');
        assert.deepEqual((await backend.flags(folder)).get(uid)?.toSorted(), ['\\Draft', '\\Seen']);
      });

      it('is stored octet by octet', async () => {
        const folder = await folderOf();
        const octets = buildMessage({ subject: 'Grüße', text: '.\r\n..\r\n\r\n{5}\r\n', charset: 'utf-8' });

        const { uid } = await append(folder, octets);

        const selection = { attributes: new Set(['size'] as const), preview: DEFAULT_PREVIEW };
        const item = await backend.store.getMessage(
          backend.account,
          mailboxName(folder),
          uid,
          selection,
          signal,
        );
        assert.equal(item.size, octets.length);
      });

      it('in a folder that does not exist is no success', async () => {
        await assert.rejects(append(`${backend.prefix}Nowhere`, buildMessage()), code('mailbox-unknown'));
      });
    });

    describe('a replacement', () => {
      const versionOctets = (subject: string, id = 'draft-1') =>
        buildMessage({ subject, messageId: '<same@x>', headers: [['X-Version-Of', id]] });
      const version = (subject: string, id = 'draft-1') => ({
        octets: bufferSource(versionOctets(subject, id)),
        versionField: { name: 'X-Version-Of', value: id },
      });
      /** A folder with a draft as its first message. */
      const draftFolder = async () => {
        const folder = await folderOf();
        await backend.put(folder, [{ raw: versionOctets('old'), flags: ['\\Draft', '\\Flagged', '$Work'] }]);
        await backend.put(folder, [{ raw: buildMessage({ subject: 'other' }) }]);
        return folder;
      };

      it('takes the place of the old version and keeps its flags', async () => {
        const folder = await draftFolder();

        const { uid, isOldRemoved } = await backend.writer.replaceMessage(
          backend.account,
          place(folder, 1),
          version('new'),
          signal,
        );

        assert.equal(isOldRemoved, true);
        assert.equal(await subjectOf(folder, uid), 'new');
        assert.deepEqual(await uidsOf(folder), [2, Number(uid)]);
        assert.deepEqual((await backend.flags(folder)).get(uid)?.toSorted(), [
          '$Work',
          '\\Draft',
          '\\Flagged',
        ]);
      });

      it('removes versions that an earlier failure has left behind, and no other draft', async () => {
        const folder = await draftFolder();
        await backend.put(folder, [
          { raw: versionOctets('twin'), flags: ['\\Draft'] },
          { raw: versionOctets('other draft', 'draft-2'), flags: ['\\Draft'] },
          { raw: versionOctets('sent and kept') },
        ]);

        const { uid } = await backend.writer.replaceMessage(
          backend.account,
          place(folder, 1),
          version('new'),
          signal,
        );

        assert.deepEqual(await uidsOf(folder), [2, 4, 5, Number(uid)]);
      });

      it('of a message that does not exist stores nothing', async () => {
        const folder = await draftFolder();

        await assert.rejects(
          backend.writer.replaceMessage(backend.account, place(folder, 9), version('new'), signal),
          code('message-unknown'),
        );

        assert.deepEqual(await uidsOf(folder), [1, 2]);
      });
    });
  });
}
