import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { list } from '../../src/commands/list.ts';
import { status } from '../../src/commands/status.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const signal = new AbortController().signal;
/** With what NOTIFY reports beside the answer. */
const STATUSES =
  '* STATUS A (UIDNEXT 3 MESSAGES 2)\n* STATUS A (MESSAGES 2 UIDNEXT 3 UIDVALIDITY 7 UNSEEN 1 MAILBOXID (F7))\n* STATUS A (UIDNEXT 4 MESSAGES 3)\n';
const MERGED = { messages: 3, uidNext: 4, uidValidity: 7, unseen: 1, mailboxId: 'F7' };

describe('STATUS', () => {
  it('has the items that reports beside its answer lack, and the latest counts', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 STATUS "A" (MESSAGES MAILBOXID)\n', server: `${STATUSES}A1 OK done\n` },
    ]);

    const counts = await status(runner, { mailbox: 'A', items: ['MESSAGES', 'MAILBOXID'] }, signal);

    assert.ok(counts);
    const { kind: _kind, mailbox: _mailbox, ...items } = counts;
    assert.deepEqual(items, MERGED);
  });

  it('is one for each mailbox of a LIST', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 LIST "" "*" RETURN (STATUS (MESSAGES MAILBOXID))\n',
        server: `* LIST () "/" A\n${STATUSES}A1 OK done\n`,
      },
    ]);

    const { statuses } = await list(runner, { pattern: '*', statusItems: ['MESSAGES', 'MAILBOXID'] }, signal);

    assert.deepEqual(
      statuses.map(({ kind: _kind, mailbox, ...items }) => [mailbox.raw, items]),
      [['A', MERGED]],
    );
  });
});
