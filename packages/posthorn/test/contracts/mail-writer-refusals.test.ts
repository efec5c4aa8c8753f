/** Servers that refuse, that cannot do what they announce, or that say it in their own way: nothing is lost, and the failure says what it was. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MailErrorCode } from '../../src/domain/errors/mail-error.ts';
import { asUid, code } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type Refusal, startFaulty } from './faulty-server.ts';
import { mailboxName } from './store-under-test.ts';
import { newVersion, signal } from './workbench.ts';

describe('A server that announces MOVE', () => {
  for (const refusal of [
    { command: 'MOVE', status: 'BAD' },
    { command: 'MOVE', status: 'NO', code: 'CANNOT' },
  ] as const) {
    it(`and answers ${JSON.stringify(refusal)} copies and removes`, async (t) => {
      const { bench, refuse, move } = await startFaulty(t);
      const [source, target] = [await bench.folderOf('goes', 'stays'), await bench.folderOf()];
      refuse(refusal);

      const { uid } = await move(source, target);

      assert.equal(await bench.subject(target, uid), 'goes');
      assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['stays'], ['goes']]);
    });
  }

  it('and has no room copies nothing either', async (t) => {
    const { backend, bench, refuse, move } = await startFaulty(t);
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
    // Some clients take these words for success.
    [{ status: 'NO', text: 'Some of the requested messages no longer exist' }, 'protocol-failure'],
    [{ status: 'NO', text: 'No room' }, 'protocol-failure'],
  ];
  for (const [refusal, expected] of refusals) {
    it(`with ${JSON.stringify(refusal)} is "${expected}", and the message stays`, async (t) => {
      const { bench, refuse, move, copy } = await startFaulty(t, withoutMove);
      const [source, target] = [await bench.folderOf('one'), await bench.folderOf()];
      refuse({ command: 'COPY', ...refusal });

      await assert.rejects(move(source, target), code(expected));
      await assert.rejects(copy(source, target), code(expected));

      assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['one'], []]);
    });
  }

  it('leaves a whole batch where it is', async (t) => {
    const { backend, bench, refuse } = await startFaulty(t, withoutMove);
    const [source, target] = [await bench.folderOf('one', 'two'), await bench.folderOf()];
    refuse({ command: 'COPY', status: 'NO', code: 'OVERQUOTA' });
    const batch = { ...bench.mailbox(source), uids: [1, 2].map(asUid) };

    await assert.rejects(
      backend.batchWriter.moveMessages({ ...batch, target: mailboxName(target) }, signal),
      code('quota-exceeded'),
    );

    assert.deepEqual([await bench.subjects(source), await bench.subjects(target)], [['one', 'two'], []]);
  });

  it('because messages vanish just then is tried again without them', async (t) => {
    const { backend, bench, refuse } = await startFaulty(t, withoutMove);
    const [source, target] = [await bench.folderOf('one', 'two'), await bench.folderOf()];
    refuse({ command: 'COPY', status: 'NO', code: 'EXPUNGEISSUED', nth: 1 });
    const batch = { ...bench.mailbox(source), uids: [1, 2].map(asUid) };

    const moved = await backend.batchWriter.moveMessages({ ...batch, target: mailboxName(target) }, signal);

    assert.deepEqual([moved.size, await bench.subjects(target)], [2, ['one', 'two']]);
  });
});

describe('A server that announces UIDPLUS and refuses UID EXPUNGE', () => {
  it('leaves what is removed marked as deleted', async (t) => {
    const { bench, refuse, remove, move, replace, draftFolder } = await startFaulty(t, {
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
    it(`with ${responseCode} is "${expected}", and the draft that it was to replace stays`, async (t) => {
      const { bench, refuse, append, replace, draftFolder } = await startFaulty(t);
      const folder = await draftFolder();
      refuse({ command: 'APPEND', status: 'NO', code: responseCode });

      await assert.rejects(append(folder, buildMessage()), code(expected));
      await assert.rejects(replace(folder, newVersion('new')), code(expected));

      assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['old'], ['\\Draft']]);
    });
  }

  it('because of its size is not even sent when the limit is known', async (t) => {
    const { backend, bench, append } = await startFaulty(t, { appendLimit: 1_000 });
    const folder = await bench.folderOf();

    await assert.rejects(append(folder, Buffer.alloc(1_001, 'x')), code('message-too-large'));
    await append(folder, Buffer.alloc(1_000, 'x'));

    assert.equal(backend.sandbox.recording.filter(({ name }) => name === 'APPEND').length, 1);
  });

  it('because of its size is not sent to a server that says so when asked', async (t) => {
    const { bench, append } = await startFaulty(t, {
      appendLimit: 5_000,
      capabilities: { without: ['APPENDLIMIT'] },
    });
    const folder = await bench.folderOf();

    await assert.rejects(append(folder, Buffer.alloc(5_001, 'x')), code('message-too-large'));
  });
});

describe('A mailbox that keeps no keywords', () => {
  const withoutKeywords = { keepsKeywords: false } as const;

  it('refuses to set one, and changes nothing then', async (t) => {
    const { backend, bench, replace, draftFolder } = await startFaulty(t, withoutKeywords);
    const folder = await draftFolder();
    const change = { seen: true, addedKeywords: ['$Work'] };
    const { writer, batchWriter } = backend;
    const batch = { ...bench.mailbox(folder), uids: [asUid(1)] };

    for (const attempt of [
      () => writer.changeFlags({ ...bench.message(folder, 1), change }, signal),
      () => batchWriter.changeFlags({ ...batch, change }, signal),
      () => replace(folder, { ...newVersion('new'), flags: change }),
    ]) {
      await assert.rejects(attempt(), code('capability-missing'));
    }

    assert.deepEqual([await bench.subjects(folder), await bench.flags(folder, 1)], [['old'], ['\\Draft']]);
  });

  it('has none to clear, and takes new messages without theirs', async (t) => {
    const { backend, bench, append } = await startFaulty(t, withoutKeywords);
    const folder = await bench.folderOf('one');
    const change = { seen: true, removedKeywords: ['$Work'] };

    await backend.writer.changeFlags({ ...bench.message(folder, 1), change }, signal);
    const { uid } = await append(folder, buildMessage());

    assert.deepEqual([await bench.flags(folder, 1), await bench.flags(folder, uid)], [['\\Seen'], []]);
    const appended = backend.sandbox.recording.find(({ name }) => name === 'APPEND');
    assert.ok(!appended?.line.includes('$Work'));
  });
});
