/** Servers that refuse, that cannot do what they announce, or that say it in their own way: nothing is lost, and the failure says what it was. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Fault } from 'posthorn-sandbox';
import { bufferSource } from '../../src/domain/buffer-source.ts';
import { MailError, type MailErrorCode } from '../../src/domain/mail-error.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { openSandboxBackend, type SandboxBackendOptions, type SandboxUnderTest } from './sandbox-backend.ts';
import { mailboxName } from './store-under-test.ts';
import { newVersion, signal, sourceAfter, versionOctets, Workbench } from './workbench.ts';

type Refusal = Omit<Extract<Fault, { kind: 'refuse' }>, 'kind' | 'at'> & { readonly nth?: number };

let open: SandboxUnderTest | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options: SandboxBackendOptions = {}) {
  const backend = await openSandboxBackend(options);
  open = backend;
  const bench = new Workbench(backend);
  const { account, writer, sandbox } = backend;
  return {
    backend,
    bench,
    refuse: (refusal: Refusal) => sandbox.faults.add({ kind: 'refuse', at: 'command-received', ...refusal }),
    move: (source: string, target: string) =>
      writer.moveMessage(account, bench.place(source, 1), mailboxName(target), signal),
    copy: (source: string, target: string) =>
      writer.copyMessage(account, bench.place(source, 1), mailboxName(target), signal),
    remove: (folder: string) => writer.deleteMessage(account, bench.place(folder, 1), signal),
    append: (folder: string, message: Buffer, messageId: string | null = null) =>
      writer.appendMessage(
        account,
        mailboxName(folder),
        { octets: bufferSource(message), flags: [], keywords: ['$Work'], messageId },
        signal,
      ),
    replace: (folder: string, version: Parameters<typeof writer.replaceMessage>[2]) =>
      writer.replaceMessage(account, bench.place(folder, 1), version, signal),
    draftFolder: () => bench.folderWith({ raw: versionOctets('old'), flags: ['\\Draft'] }),
    /** Holds the command back, lets something happen meanwhile, and lets it go. */
    async during(command: string, happening: () => Promise<void>) {
      sandbox.clearRecording();
      const stop = sandbox.faults.add({ kind: 'delay', at: 'command-received', command, ms: 30 });
      while (!sandbox.recording.some(({ name }) => name.endsWith(command))) await turn();
      await happening();
      stop();
    },
  };
}

describe('A server that announces MOVE', () => {
  for (const refusal of [
    { command: 'MOVE', status: 'BAD' },
    { command: 'MOVE', status: 'NO', code: 'CANNOT' },
  ] as const) {
    it(`and answers ${JSON.stringify(refusal)} copies and removes`, async () => {
      const { bench, refuse, move } = await start();
      const [source, target] = [await bench.folderOf('goes', 'stays'), await bench.folderOf()];
      refuse(refusal);

      const { uid } = await move(source, target);

      assert.equal(await bench.subject(target, uid), 'goes');
      assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['stays'], ['goes']]);
    });
  }

  it('and has no room copies nothing either', async () => {
    const { backend, bench, refuse, move } = await start();
    const [source, target] = [await bench.folderOf('one'), await bench.folderOf()];
    refuse({ command: 'MOVE', status: 'NO', code: 'OVERQUOTA' });

    await assert.rejects(move(source, target), code('quota-exceeded'));

    assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['one'], []]);
    assert.ok(!backend.sandbox.recording.some(({ name }) => name === 'UID COPY'));
  });
});

describe('A copy that fails on the way to be a move', () => {
  const withoutMove = { capabilities: { without: ['MOVE'] } } as const;
  const refusals: readonly (readonly [Omit<Refusal, 'command'>, MailErrorCode])[] = [
    [{ status: 'NO', code: 'OVERQUOTA' }, 'quota-exceeded'],
    [{ status: 'NO', code: 'TRYCREATE' }, 'mailbox-unknown'],
    [{ status: 'NO', code: 'EXPUNGEISSUED' }, 'message-unknown'],
    // imapflow takes these words for success.
    [{ status: 'NO', text: 'Some of the requested messages no longer exist' }, 'protocol-failure'],
    [{ status: 'NO', text: 'No room' }, 'protocol-failure'],
  ];
  for (const [refusal, expected] of refusals) {
    it(`with ${JSON.stringify(refusal)} is "${expected}", and the message stays`, async () => {
      const { bench, refuse, move, copy } = await start(withoutMove);
      const [source, target] = [await bench.folderOf('one'), await bench.folderOf()];
      refuse({ command: 'COPY', ...refusal });

      await assert.rejects(move(source, target), code(expected));
      await assert.rejects(copy(source, target), code(expected));

      assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['one'], []]);
    });
  }

  it('leaves a whole batch where it is', async () => {
    const { backend, bench, refuse } = await start(withoutMove);
    const [source, target] = [await bench.folderOf('one', 'two'), await bench.folderOf()];
    refuse({ command: 'COPY', status: 'NO', code: 'OVERQUOTA' });
    const batch = { mailbox: mailboxName(source), uids: [1, 2].map(asUid) };

    await assert.rejects(
      backend.batchWriter.moveMessages(backend.account, batch, mailboxName(target), signal),
      code('quota-exceeded'),
    );

    assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['one', 'two'], []]);
  });

  it('because messages vanish just then is tried again without them', async () => {
    const { backend, bench, refuse } = await start(withoutMove);
    const [source, target] = [await bench.folderOf('one', 'two'), await bench.folderOf()];
    refuse({ command: 'COPY', status: 'NO', code: 'EXPUNGEISSUED', nth: 1 });
    const batch = { mailbox: mailboxName(source), uids: [1, 2].map(asUid) };

    const moved = await backend.batchWriter.moveMessages(backend.account, batch, mailboxName(target), signal);

    assert.deepEqual([moved.size, await bench.subjects(target)], [2, ['one', 'two']]);
  });
});

describe('A server that announces UIDPLUS and refuses UID EXPUNGE', () => {
  it('leaves what is removed marked as deleted', async () => {
    const { bench, refuse, remove, move, replace, draftFolder } = await start({
      capabilities: { without: ['MOVE'] },
    });
    const [deleted, source, target] = [
      await bench.folderOf('x'),
      await bench.folderOf('y'),
      await bench.folderOf(),
    ];
    const drafts = await draftFolder();
    refuse({ command: 'EXPUNGE', status: 'NO' });

    await remove(deleted);
    await move(source, target);
    const { isOldRemoved } = await replace(drafts, newVersion('new'));

    for (const folder of [deleted, source]) assert.deepEqual(await bench.flags(folder, 1), ['\\Deleted']);
    assert.deepEqual([await bench.subjects(drafts), isOldRemoved], [['new'], true]);
  });
});

describe('A message that the server does not take', () => {
  const refusals: readonly (readonly [string, MailErrorCode])[] = [
    ['TOOBIG', 'message-too-large'],
    ['APPENDLIMIT', 'message-too-large'],
    ['OVERQUOTA', 'quota-exceeded'],
    ['CANNOT', 'access-denied'],
    ['READ-ONLY', 'access-denied'],
    ['NOPERM', 'access-denied'],
    ['TRYCREATE', 'mailbox-unknown'],
    ['LIMIT', 'rate-limited'],
    ['UNAVAILABLE', 'server-unavailable'],
    ['INUSE', 'conflict'],
    ['SERVERBUG', 'protocol-failure'],
    ['CORRUPTION', 'protocol-failure'],
  ];
  for (const [responseCode, expected] of refusals) {
    it(`with ${responseCode} is "${expected}", and the draft that it was to replace stays`, async () => {
      const { bench, refuse, append, replace, draftFolder } = await start();
      const folder = await draftFolder();
      refuse({ command: 'APPEND', status: 'NO', code: responseCode });

      await assert.rejects(append(folder, buildMessage()), code(expected));
      await assert.rejects(replace(folder, newVersion('new')), code(expected));

      assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['old'], ['\\Draft']]);
    });
  }

  it('because of its size is not even sent when the limit is known', async () => {
    const { backend, bench, append } = await start({ appendLimit: 1_000 });
    const folder = await bench.folderOf();

    await assert.rejects(append(folder, Buffer.alloc(1_001, 'x')), code('message-too-large'));
    await append(folder, Buffer.alloc(1_000, 'x'));

    assert.equal(backend.sandbox.recording.filter(({ name }) => name === 'APPEND').length, 1);
  });

  it('because of its size is not sent to a server that says so when asked', async () => {
    const { bench, append } = await start({
      appendLimit: 5_000,
      capabilities: { without: ['APPENDLIMIT'] },
    });
    const folder = await bench.folderOf();

    await assert.rejects(append(folder, Buffer.alloc(5_001, 'x')), code('message-too-large'));
  });
});

describe('A mailbox that keeps no keywords', () => {
  const withoutKeywords = { keepsKeywords: false } as const;

  it('refuses to set one, and changes nothing then', async () => {
    const { backend, bench, replace, draftFolder } = await start(withoutKeywords);
    const folder = await draftFolder();
    const change = { seen: true, addedKeywords: ['$Work'] };
    const { writer, batchWriter, account } = backend;
    const batch = { mailbox: mailboxName(folder), uids: [asUid(1)] };

    for (const attempt of [
      () => writer.changeFlags(account, bench.place(folder, 1), change, signal),
      () => batchWriter.changeFlags(account, batch, change, signal),
      () => replace(folder, { ...newVersion('new'), flags: change }),
    ]) {
      await assert.rejects(attempt(), code('capability-missing'));
    }

    assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['old'], ['\\Draft']]);
  });

  it('has none to clear, and takes new messages without theirs', async () => {
    const { backend, bench, append } = await start(withoutKeywords);
    const folder = await bench.folderOf('one');
    const change = { seen: true, removedKeywords: ['$Work'] };

    await backend.writer.changeFlags(backend.account, bench.place(folder, 1), change, signal);
    const { uid } = await append(folder, buildMessage());

    assert.deepEqual([await bench.flags(folder, 1), await bench.flags(folder, uid)], [['\\Seen'], []]);
    const appended = backend.sandbox.recording.find(({ name }) => name === 'APPEND');
    assert.ok(!appended?.line.includes('$Work'));
  });
});

describe('A connection that is lost', () => {
  for (const messageOctets of [300, 10_000]) {
    const message = Buffer.concat([
      buildMessage({ subject: 'new', messageId: '<new@x>' }),
      Buffer.alloc(messageOctets, 'x'),
    ]);

    it(`after a message of ${message.length} octets was stored is no failure`, async () => {
      const { backend, bench, append } = await start();
      const folder = await bench.folderOf('one');
      backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

      const { uid, uidValidity } = await append(folder, message, 'new@x');

      assert.deepEqual([Number(uid), uidValidity], [2, await bench.uidValidity(folder)]);
      assert.deepEqual(await bench.subjects(folder), ['one', 'new']);
    });

    it(`before a message of ${message.length} octets was stored is one, whatever else has its Message-ID`, async () => {
      const { backend, bench, append } = await start();
      const folder = await bench.folderOf();
      await append(folder, message, 'new@x');
      backend.sandbox.faults.add({ kind: 'drop', at: 'within-literal', command: 'APPEND' });

      await assert.rejects(append(folder, message, 'new@x'), code('server-unavailable'));

      assert.deepEqual(await bench.uids(folder), [1]);
    });
  }

  it('after a message without Message-ID was stored is a failure, for nobody can tell', async () => {
    const { backend, bench, append } = await start();
    const folder = await bench.folderOf();
    backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

    await assert.rejects(append(folder, buildMessage({ messageId: null })), code('server-unavailable'));
  });

  it('is the failure also when the server does not come back', async () => {
    const { backend, bench, append } = await start();
    const folder = await bench.folderOf();
    const { faults } = backend.sandbox;
    faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });
    faults.add({ kind: 'drop', at: 'command-received', command: 'SELECT', nth: 2 });
    faults.add({ kind: 'drop', at: 'before-greeting' });

    await assert.rejects(append(folder, buildMessage(), 'x@x'), MailError);
  });

  it('after a new version was stored is no failure, and the old one is removed', async () => {
    const { backend, bench, replace, draftFolder } = await start();
    const folder = await draftFolder();
    backend.sandbox.faults.add({ kind: 'drop', at: 'before-answer', command: 'APPEND' });

    const { uid, isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual(
      [await bench.subjects(folder), await bench.uids(folder), isOldRemoved],
      [['new'], [uid], true],
    );
  });

  it('before a new version was stored is not mended by the version of another writer', async () => {
    const { backend, bench, replace, draftFolder } = await start();
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

  it('after the new version was verified is no failure', async () => {
    const { backend, bench, replace, draftFolder } = await start();
    const folder = await draftFolder();
    backend.sandbox.faults.add({ kind: 'drop', at: 'command-received', command: 'STORE' });

    const { isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual([await bench.subjects(folder), isOldRemoved], [['old', 'new'], false]);
  });
});

describe('The old version of a draft', () => {
  it('is replaced although another client changes its flags meanwhile', async () => {
    const { backend, bench, replace, draftFolder, during } = await start();
    const folder = await draftFolder();

    const replacing = replace(folder, newVersion('new'));
    await during('STORE', () => backend.addFlags(folder, 1, ['\\Seen']));

    assert.deepEqual([(await replacing).isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  for (const [title, refusal] of [
    ['says NO to a condition that does not hold', { status: 'NO', code: 'MODIFIED' }],
    ['knows no condition', { status: 'BAD' }],
  ] as const) {
    it(`is replaced on a server that ${title}`, async () => {
      const { bench, refuse, replace, draftFolder } = await start();
      const folder = await draftFolder();
      refuse({ command: 'STORE', nth: 1, ...refusal });

      const { isOldRemoved } = await replace(folder, newVersion('new'));

      assert.deepEqual([isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
    });
  }

  it('is replaced on a server that announces CONDSTORE and does not know it', async () => {
    const { bench, refuse, replace, draftFolder } = await start();
    const folder = await draftFolder();
    refuse({ command: 'SELECT', nth: 1, status: 'BAD' });

    const { isOldRemoved } = await replace(folder, newVersion('new'));

    assert.deepEqual([isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  it('that vanishes while it is marked, on a server that expunges at once, is replaced', async () => {
    const { backend, bench, replace, draftFolder, during } = await start();
    const folder = await draftFolder();

    const replacing = replace(folder, newVersion('new'));
    await during('STORE', () => backend.expunge(folder, 1));

    assert.deepEqual([(await replacing).isOldRemoved, await bench.subjects(folder)], [true, ['new']]);
  });

  describe('that vanishes while it is marked beside a version of another writer', () => {
    const rival = { raw: versionOctets('theirs'), flags: ['\\Draft'] };

    it('is lost to that', async () => {
      const { backend, bench, replace, draftFolder, during } = await start();
      const folder = await draftFolder();
      const { versionField, octets } = newVersion('mine');
      const later = sourceAfter(() => backend.put(folder, [rival]), octets);

      const failed = assert.rejects(
        replace(folder, { versionField, octets: later }),
        code('outdated-version'),
      );
      await during('STORE', () => backend.expunge(folder, 1));

      await failed;
      assert.deepEqual(await bench.subjects(folder), ['theirs']);
    });

    it('is lost to that, but the new version stays where the other may be about to go', async () => {
      const { backend, bench, replace, draftFolder, during } = await start();
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
