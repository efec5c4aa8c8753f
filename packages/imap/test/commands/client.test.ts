import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createImapClient, type ImapClient } from '../../src/commands/client.ts';
import * as imap from '../../src/index.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();
/** Exported functions that are no command: they make runners and connections, or values of commands and responses. */
const OTHERS = [
  ...['connect', 'createImapClient', 'afterSelect', 'withProgress', 'appendLimit', 'sectionKey'],
  ...['isNotificationOverflow', 'toAstring', 'toAtom', 'encodeMailboxName', 'decodeMailboxName'],
];
const STATUS = {
  client: 'A1 STATUS "INBOX" (MESSAGES)\n',
  server: '* STATUS INBOX (MESSAGES 3)\nA1 OK done\n',
};

describe('createImapClient', () => {
  it('has a method for each function that sends a command', () => {
    const functions = Object.entries(imap)
      .filter(([, value]) => typeof value === 'function' && !/^class\b/.test(String(value)))
      .map(([name]) => name)
      .filter((name) => !OTHERS.includes(name));

    const client = createImapClient(new ScriptedRunner([]));

    assert.deepEqual(Object.keys(client).sort(), functions.sort());
  });

  it('sends the command of the function, with its request and its signal', async () => {
    const client = createImapClient(new ScriptedRunner([STATUS]));

    const counts = await client.status({ mailbox: 'INBOX', items: ['MESSAGES'] }, signal);

    assert.equal(counts?.messages, 3);
  });

  it('sends commands without a request', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 NOOP\n', server: 'A1 OK done\n' }]);

    const { noop } = createImapClient(runner);
    await noop(signal);

    assert.equal(runner.commands.length, 1);
  });

  it('sends the commands of another runner', async () => {
    const runner = new ScriptedRunner([STATUS]);

    const client = createImapClient(imap.afterSelect(runner));
    await client.status({ mailbox: 'INBOX', items: ['MESSAGES'] }, signal);

    assert.equal(runner.commands[0]?.isAfterSelect, true);
  });

  it('refuses the request of another command, and a call without a signal, when it is compiled', () => {
    const calls = (client: ImapClient) => [
      // @ts-expect-error: the request of CREATE
      () => client.status('INBOX', signal),
      // @ts-expect-error: no signal
      () => client.noop(),
    ];

    assert.equal(calls.length, 1);
  });
});
