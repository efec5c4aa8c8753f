/** What becomes of a message when its connection is lost, and of a draft that others change while it is replaced. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { startFaulty } from './faulty-server.ts';
import { newVersion, sourceAfter, versionOctets } from './workbench.ts';

describe('A connection that is lost', () => {
  for (const messageOctets of [300, 10_000]) {
    const message = Buffer.concat([
      buildMessage({ subject: 'new', messageId: '<new@x>' }),
      Buffer.alloc(messageOctets, 'x'),
    ]);

    it(`after a message of ${message.length} octets was stored is no failure`, async (t) => {
      const { backend, bench, append } = await startFaulty(t);
      const folder = await bench.folderOf('one');
      backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

      const { uid, uidValidity } = await append(folder, message, 'new@x');

      assert.deepEqual([Number(uid), uidValidity], [2, await bench.uidValidity(folder)]);
      assert.deepEqual(await bench.subjects(folder), ['one', 'new']);
    });

    it(`before a message of ${message.length} octets was stored is one, whatever else has its Message-ID`, async (t) => {
      const { backend, bench, append } = await startFaulty(t);
      const folder = await bench.folderOf();
      await append(folder, message, 'new@x');
      backend.sandbox.faults.add({ kind: 'drop', at: 'within-literal', command: 'APPEND' });

      await assert.rejects(append(folder, message, 'new@x'), code('server-unavailable'));

      assert.deepEqual(await bench.uids(folder), [1]);
    });
  }

  it('after a message without Message-ID was stored is a failure, for nobody can tell', async (t) => {
    const { backend, bench, append } = await startFaulty(t);
    const folder = await bench.folderOf();
    backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

    await assert.rejects(append(folder, buildMessage({ messageId: null })), code('server-unavailable'));
  });

  it('is the failure also when the server does not come back', async (t) => {
    const { backend, bench, append } = await startFaulty(t);
    const folder = await bench.folderOf();
    const { faults } = backend.sandbox;
    faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });
    faults.add({ kind: 'drop', at: 'command-received', command: 'SELECT', nth: 2 });
    faults.add({ kind: 'drop', at: 'before-greeting' });

    await assert.rejects(append(folder, buildMessage(), 'x@x'), MailError);
  });

  it('after a new version was stored is no failure, and the old one is removed', async (t) => {
    const { backend, bench, replace, draftFolder } = await startFaulty(t);
    const folder = await draftFolder();
    backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

    const { uid, isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual(
      [await bench.subjects(folder), await bench.uids(folder), isOldRemoved],
      [['new'], [uid], true],
    );
  });

  it('before a new version was stored is not mended by the version of another writer', async (t) => {
    const { backend, bench, replace, draftFolder } = await startFaulty(t);
    const folder = await draftFolder();
    const version = newVersion('mine!!');
    const rival = async () => backend.put(folder, [{ raw: versionOctets('theirs'), flags: ['\\Draft'] }]);
    backend.sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'APPEND' });

    await assert.rejects(
      replace(folder, { ...version, octets: sourceAfter(rival, version.octets) }),
      code('server-unavailable'),
    );

    assert.deepEqual(await bench.subjects(folder), ['old', 'theirs']);
  });

  it('after the new version was verified is no failure', async (t) => {
    const { backend, bench, replace, draftFolder } = await startFaulty(t);
    const folder = await draftFolder();
    backend.sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'STORE' });

    const { isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual([await bench.subjects(folder), isOldRemoved], [['old', 'new'], false]);
  });
});

describe('A version that was reported as saved', () => {
  it('stays where a later writer of the same draft wins the old one', async (t) => {
    const { bench, refuse, replace, draftFolder } = await startFaulty(t);
    const folder = await draftFolder();
    // Its claim and the plain mark: this server does not let the first writer remove anything.
    for (const nth of [1, 2]) refuse({ command: 'STORE', nth, status: 'NO' });
    const saved: boolean[] = [];
    const { octets, ...fields } = newVersion('later');
    const later = sourceAfter(async () => {
      saved.push((await replace(folder, newVersion('first'))).isOldRemoved);
    }, octets);

    const { isOldRemoved } = await replace(folder, { ...fields, octets: later });

    assert.deepEqual([saved, isOldRemoved], [[false], true]);
    assert.deepEqual(await bench.subjects(folder), ['first', 'later']);
  });
});

describe('The old version of a draft', () => {
  it('is replaced although another client changes its flags meanwhile', async (t) => {
    const { backend, bench, replace, draftFolder, during } = await startFaulty(t);
    const folder = await draftFolder();

    const replacing = replace(folder, newVersion('new'));
    await during('STORE', () => backend.addFlags(folder, 1, ['\\Seen']));

    assert.deepEqual([(await replacing).isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  for (const [title, refusal] of [
    ['says NO to a condition that does not hold', { status: 'NO', code: 'MODIFIED' }],
    ['knows no condition', { status: 'BAD' }],
  ] as const) {
    it(`is replaced on a server that ${title}`, async (t) => {
      const { bench, refuse, replace, draftFolder } = await startFaulty(t);
      const folder = await draftFolder();
      refuse({ command: 'STORE', nth: 1, ...refusal });

      const { isOldRemoved } = await replace(folder, newVersion('new'));

      assert.deepEqual([isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
    });
  }

  it('is replaced on a server that announces CONDSTORE and does not know it', async (t) => {
    const { bench, refuse, replace, draftFolder } = await startFaulty(t);
    const folder = await draftFolder();
    refuse({ command: 'SELECT', nth: 1, status: 'BAD' });

    const { isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual([isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  it('that vanishes while it is marked, on a server that expunges at once, is replaced', async (t) => {
    const { backend, bench, replace, draftFolder, during } = await startFaulty(t);
    const folder = await draftFolder();

    const replacing = replace(folder, newVersion('new'));
    await during('STORE', () => backend.expunge(folder, 1));

    assert.deepEqual([(await replacing).isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  describe('that vanishes while it is marked beside a version of another writer', () => {
    const rival = { raw: versionOctets('theirs'), flags: ['\\Draft'] };

    it('is lost to that', async (t) => {
      const { backend, bench, replace, draftFolder, during } = await startFaulty(t);
      const folder = await draftFolder();
      const { octets, ...fields } = newVersion('mine');
      const later = sourceAfter(() => backend.put(folder, [rival]), octets);

      const failed = assert.rejects(replace(folder, { ...fields, octets: later }), code('outdated-version'));
      await during('STORE', () => backend.expunge(folder, 1));

      await failed;
      assert.deepEqual(await bench.subjects(folder), ['theirs']);
    });

    it('is lost to that, but the new version stays where the other may be about to go', async (t) => {
      const { backend, bench, replace, draftFolder, during } = await startFaulty(t);
      const folder = await draftFolder();

      const failed = assert.rejects(replace(folder, newVersion('mine')), code('outdated-version'));
      await during('STORE', async () => {
        await backend.put(folder, [rival]);
        await backend.expunge(folder, 1);
      });

      await failed;
      assert.deepEqual(await bench.subjects(folder), ['mine', 'theirs']);
    });
  });
});
