/** What every mail writer promises of new messages and of new versions, whatever is behind it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FlagChange } from '../../src/application/ports/mail/mail-writer.ts';
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../src/domain/messages/keyword.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';
import { newVersion, signal, sourceAfter, versionOctets, Workbench } from './workbench.ts';

/** Runs the contract against a backend that `open` starts. */
export function mailWriterStoringContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`MailWriter contract, storing: ${name}`, () => {
    let backend: StoreUnderTest;
    let bench: Workbench;
    before(async () => {
      backend = await open();
      bench = new Workbench(backend);
    });
    after(() => backend.close());

    describe('a new message', () => {
      const append = (folder: string, octets: Buffer, messageId: string | null = null) =>
        backend.writer.appendMessage(
          {
            account: backend.account,
            mailbox: mailboxName(folder),
            message: {
              octets: bufferSource(octets),
              flags: ['draft', 'seen'],
              keywords: ['$Work'],
              messageId,
            },
          },
          signal,
        );

      it('is stored with its flags and keywords, and it is told what it is', async () => {
        const folder = await bench.folderOf('was there');

        const { uid, uidValidity } = await append(folder, buildMessage({ subject: 'new' }));

        assert.equal(await bench.subject(folder, uid), 'new');
        assert.equal(uidValidity, await bench.uidValidity(folder));
        assert.deepEqual(await bench.flags(folder, uid), ['$Work', '\\Draft', '\\Seen']);
      });

      it('is told apart from others of the same Message-ID', async () => {
        const folder = await bench.folderOf();
        const octets = (subject: string) => buildMessage({ subject, messageId: '<same@x>' });

        const first = await append(folder, octets('first'), 'same@x');
        const second = await append(folder, octets('second'), 'same@x');

        assert.deepEqual(
          [await bench.subject(folder, first.uid), await bench.subject(folder, second.uid)],
          ['first', 'second'],
        );
      });

      for (const octets of [200, 4096, 4097, 3_000_000]) {
        it(`of about ${octets} octets is stored octet by octet`, async () => {
          const folder = await bench.folderOf();
          const start = buildMessage({ subject: 'Grüße', text: '.\r\n..\r\n\r\n{5}\r\n', charset: 'utf-8' });
          const message = Buffer.concat([
            start,
            Buffer.alloc(Math.max(0, octets - start.length), 'x {3}\r\n)'),
          ]);

          const { uid } = await append(folder, message);

          assert.ok((await backend.contents(folder)).get(uid)?.equals(message));
        });
      }

      it('has the date that it was received at', async () => {
        const folder = await bench.folderOf();
        const internalDate = { epochMs: Date.UTC(1999, 11, 31, 23, 30), offsetMinutes: -90 };
        const message = {
          octets: bufferSource(buildMessage()),
          flags: [],
          messageId: null,
          internalDate,
        };

        const { uid } = await backend.writer.appendMessage(
          { account: backend.account, mailbox: mailboxName(folder), message },
          signal,
        );

        const selection = { attributes: new Set(['internalDate'] as const) };
        const stored = await backend.store.getMessage({ ...bench.message(folder, uid), selection }, signal);
        assert.equal(stored.internalDate?.epochMs, internalDate.epochMs);
      });

      it('in a folder that does not exist is no success', async () => {
        await assert.rejects(append(`${backend.prefix}Nowhere`, buildMessage()), code('mailbox-unknown'));
      });

      it('has no keyword that is none', async () => {
        const folder = await bench.folderOf();
        const message = {
          octets: bufferSource(buildMessage()),
          flags: [],
          keywords: ['a b'],
          messageId: null,
        };

        await assert.rejects(
          backend.writer.appendMessage(
            { account: backend.account, mailbox: mailboxName(folder), message },
            signal,
          ),
          code('invalid-document'),
        );

        assert.deepEqual(await bench.uids(folder), []);
      });
    });

    describe('a replacement', () => {
      /** A folder with a draft as its first message. */
      const draftFolder = (...flags: string[]) =>
        bench.folderWith(
          { raw: versionOctets('old'), flags: ['\\Draft', ...flags] },
          { raw: buildMessage({ subject: 'other' }) },
        );
      const replace = (folder: string, uid: number, subject: string, flags: FlagChange = {}) =>
        backend.writer.replaceMessage(
          {
            ...bench.message(folder, uid),
            version: { ...newVersion(subject), flags },
          },
          signal,
        );

      it('takes the place of the old version and keeps its flags', async () => {
        const folder = await draftFolder('\\Flagged', '$Work');

        const { uid, uidValidity, isOldRemoved } = await replace(folder, 1, 'new');

        assert.deepEqual([isOldRemoved, uidValidity], [true, await bench.uidValidity(folder)]);
        assert.deepEqual(await bench.subjects(folder), ['other', 'new']);
        assert.deepEqual(await bench.flags(folder, uid), ['$Work', '\\Draft', '\\Flagged']);
      });

      it('changes the flags that it names', async () => {
        const folder = await draftFolder('\\Flagged', '$Work', '$Old');

        const { uid } = await replace(folder, 1, 'new', {
          seen: true,
          flagged: false,
          addedKeywords: ['$New'],
          removedKeywords: ['$old'],
        });

        assert.deepEqual(await bench.flags(folder, uid), ['$New', '$Work', '\\Draft', '\\Seen']);
      });

      it('was never submitted', async () => {
        const folder = await draftFolder(SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD);

        const { uid } = await replace(folder, 1, 'new');

        assert.deepEqual(await bench.flags(folder, uid), ['\\Draft']);
      });

      it('can be replaced itself', async () => {
        const folder = await draftFolder();

        const { uid } = await replace(folder, 1, 'second');
        const { isOldRemoved } = await replace(folder, uid, 'third');

        assert.deepEqual([await bench.subjects(folder), isOldRemoved], [['other', 'third'], true]);
      });

      const replaceWithEarlier = async (folder: string, uid: number, earlier: number) => {
        const version = { ...newVersion('new'), earlierUid: asUid(earlier) };
        const message = bench.message(folder, uid, await bench.uidValidity(folder));
        await backend.writer.replaceMessage({ ...message, version }, signal);
      };

      it('removes the version before the old one, which an earlier failure has left behind', async () => {
        const folder = await draftFolder();
        await backend.put(folder, [{ raw: versionOctets('newer'), flags: ['\\Draft'] }]);

        await replaceWithEarlier(folder, 3, 1);

        assert.deepEqual(await bench.subjects(folder), ['other', 'new']);
      });

      for (const flags of [[], ['\\Draft', SUBMIT_PENDING_KEYWORD], ['\\Draft', SUBMITTED_KEYWORD]]) {
        it(`does not remove it where it has the flags ${flags.join(' ')}`, async () => {
          const folder = await bench.folderWith(
            { raw: versionOctets('kept'), flags },
            { raw: versionOctets('newer'), flags: ['\\Draft'] },
          );

          await replaceWithEarlier(folder, 2, 1);

          assert.deepEqual(await bench.subjects(folder), ['kept', 'new']);
        });
      }

      it('removes no copy, of the old version or of the new one', async () => {
        const folder = await draftFolder();
        await backend.put(folder, [
          { raw: versionOctets('old'), flags: ['\\Draft'] },
          { raw: versionOctets('new'), flags: ['\\Draft'] },
        ]);

        await replace(folder, 1, 'new');

        assert.deepEqual(await bench.subjects(folder), ['other', 'old', 'new', 'new']);
      });

      it('of a message that does not exist stores nothing', async () => {
        const folder = await draftFolder();

        await assert.rejects(replace(folder, 9, 'new'), code('message-unknown'));

        assert.deepEqual(await bench.subjects(folder), ['old', 'other']);
      });

      it('of a version that was replaced already stores nothing', async () => {
        const folder = await draftFolder();
        await replace(folder, 1, 'saved by another');

        await assert.rejects(replace(folder, 1, 'late'), code('outdated-version'));

        assert.deepEqual(await bench.subjects(folder), ['other', 'saved by another']);
      });

      for (const [happening, remove] of [
        ['removed', (folder: string) => backend.expunge(folder, 1)],
        ['marked as deleted', (folder: string) => backend.addFlags(folder, 1, ['\\Deleted'])],
      ] as const) {
        it(`of a version that is ${happening} meanwhile stores nothing`, async () => {
          const folder = await draftFolder();
          await backend.put(folder, [{ raw: versionOctets('saved by another'), flags: ['\\Draft'] }]);
          const version = newVersion('late');
          const octets = sourceAfter(() => remove(folder), version.octets);

          await assert.rejects(
            backend.writer.replaceMessage(
              { ...bench.message(folder, 1), version: { ...version, octets } },
              signal,
            ),
            code('outdated-version'),
          );

          assert.deepEqual(await bench.subjects(folder), ['other', 'saved by another']);
        });
      }

      it('is no success in a flag that is no keyword', async () => {
        const folder = await draftFolder();

        await assert.rejects(replace(folder, 1, 'new', { addedKeywords: ['a b'] }), code('invalid-document'));

        assert.deepEqual(await bench.subjects(folder), ['old', 'other']);
      });

      it('keeps the old version when the new one cannot be read to its end', async () => {
        const folder = await draftFolder();
        const version = newVersion('new');
        const octets = {
          length: 100_000,
          async *read() {
            yield Buffer.alloc(50_000, 'x');
            throw new Error('the disk is gone');
          },
        };

        await assert.rejects(
          backend.writer.replaceMessage(
            { ...bench.message(folder, 1), version: { ...version, octets } },
            signal,
          ),
          /the disk is gone/,
        );

        assert.deepEqual(await bench.subjects(folder), ['old', 'other']);
      });
    });
  });
}
