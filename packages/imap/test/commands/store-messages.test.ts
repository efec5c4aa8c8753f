import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { append } from '../../src/commands/append.ts';
import { appendMany } from '../../src/commands/append-many.ts';
import { replace } from '../../src/commands/replace.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { NumberSet } from '../../src/wire/number-set.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();
const MESSAGE = Buffer.from('Subject: x\n\nHi');

describe('append', () => {
  it('sends the message as a UTF8 literal once UTF8=ACCEPT is enabled', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 APPEND "INBOX" () UTF8 (~{14}\nSubject: x\n\nHi)\n', server: 'A1 OK done\n' },
    ]);
    runner.enabled.add('UTF8=ACCEPT');

    const appended = await append(
      runner,
      { mailbox: 'INBOX', message: MESSAGE, flags: [], hasUtf8Fields: true },
      signal,
    );

    assert.equal(appended, null);
    assert.equal(runner.remainingSteps, 0);
  });

  it('sends a plain literal where UTF8=ACCEPT is not enabled', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 APPEND "INBOX" () {14}\nSubject: x\n\nHi\n', server: 'A1 OK done\n' },
    ]);

    await append(runner, { mailbox: 'INBOX', message: MESSAGE, flags: [], hasUtf8Fields: true }, signal);

    assert.equal(runner.remainingSteps, 0);
  });

  it('gives a message more time the larger it is', async () => {
    const message = { length: 16_000_000, read: async function* () {} };
    const runner = new ScriptedRunner([
      { client: 'A1 APPEND "INBOX" () {16000000}\n\n', server: 'A1 OK done\n' },
    ]);

    await append(runner, { mailbox: 'INBOX', message, flags: [] }, signal);

    assert.equal(runner.commands[0]?.budget?.deadlineMs, 1_030_000);
  });
});

describe('appendMany', () => {
  it('stores all messages with one command', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 APPEND "Sent" (\\Seen) {3}\none () "17-Jul-1996 02:44:25 -0700" {3}\ntwo\n',
        server: 'A1 OK [APPENDUID 38505 3955:3956] done\n',
      },
    ]);

    const appended = await appendMany(
      runner,
      {
        mailbox: 'Sent',
        messages: [
          { message: Buffer.from('one'), flags: ['\\Seen'] },
          { message: Buffer.from('two'), flags: [], internalDate: '17-Jul-1996 02:44:25 -0700' },
        ],
      },
      signal,
    );

    assert.deepEqual(appended, {
      name: 'APPENDUID',
      uidValidity: 38505,
      uids: new NumberSet(Uint32Array.of(3955, 3956)),
    });
  });

  it('refuses to store nothing', async () => {
    await assert.rejects(
      appendMany(new ScriptedRunner([]), { mailbox: 'Sent', messages: [] }, signal),
      TypeError,
    );
  });
});

describe('replace', () => {
  it('gives the uid of the new message, which comes before the old one goes', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 UID REPLACE 4 "Drafts" (\\Draft \\Seen) {3}\nnew\n',
        server: '* OK [APPENDUID 1 9] Replacement done\n* 5 EXISTS\n* 4 EXPUNGE\nA1 OK done\n',
      },
    ]);

    const appended = await replace(
      runner,
      {
        replaced: 4,
        isUid: true,
        mailbox: 'Drafts',
        message: Buffer.from('new'),
        flags: ['\\Draft', '\\Seen'],
      },
      signal,
    );

    assert.deepEqual(appended?.uids.toNumbers(1), Uint32Array.of(9));
    assert.deepEqual(
      runner.heard.map(({ kind }) => kind),
      ['exists', 'expunge'],
    );
  });

  it('takes the uid from the tagged OK too', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 REPLACE 1 "Drafts" () {1}\nx\n', server: 'A1 OK [APPENDUID 1 9] done\n' },
    ]);

    const appended = await replace(
      runner,
      { replaced: 1, isUid: false, mailbox: 'Drafts', message: Buffer.from('x'), flags: [] },
      signal,
    );

    assert.equal(appended?.uidValidity, 1);
  });

  it('is refused where the mailbox is full', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 REPLACE 1 "Drafts" () {1}\nx\n', server: 'A1 NO [OVERQUOTA] full\n' },
    ]);

    await assert.rejects(
      replace(
        runner,
        { replaced: 1, isUid: false, mailbox: 'Drafts', message: Buffer.from('x'), flags: [] },
        signal,
      ),
      CommandRefused,
    );
  });
});
