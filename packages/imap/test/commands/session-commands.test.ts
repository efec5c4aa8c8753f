import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { capability } from '../../src/commands/capability.ts';
import { close } from '../../src/commands/close.ts';
import { enable } from '../../src/commands/enable.ts';
import { id } from '../../src/commands/id.ts';
import { namespace } from '../../src/commands/namespace.ts';
import { unselect } from '../../src/commands/unselect.ts';
import { CommandRefused } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import { ScriptedRunner } from '../support/scripted-runner.ts';

const { signal } = new AbortController();
const INBOX = { rawName: 'INBOX', isReadOnly: false, exists: 3, uidValidity: 1 };

describe('capability', () => {
  it('gives the capabilities in upper case', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 CAPABILITY\n', server: '* CAPABILITY IMAP4rev1 idle\nA1 OK done\n' },
    ]);

    assert.deepEqual(await capability(runner, signal), ['IMAP4REV1', 'IDLE']);
  });

  it('does not take silence for an answer', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 CAPABILITY\n', server: 'A1 OK done\n' }]);

    await assert.rejects(capability(runner, signal), ProtocolViolation);
  });
});

describe('enable', () => {
  it('gives what the server has switched on', async () => {
    const runner = new ScriptedRunner([
      { client: 'A1 ENABLE QRESYNC UTF8=ACCEPT\n', server: '* ENABLED CONDSTORE qresync\nA1 OK done\n' },
    ]);

    assert.deepEqual(await enable(runner, ['QRESYNC', 'UTF8=ACCEPT'], signal), ['CONDSTORE', 'QRESYNC']);
  });

  it('gives nothing where the server knows none of them', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 ENABLE QRESYNC\n', server: '* ENABLED\nA1 OK done\n' }]);

    assert.deepEqual(await enable(runner, ['QRESYNC'], signal), []);
  });
});

describe('id', () => {
  it('tells the fields and reads those of the server', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 ID ("name" "Post\\"horn" "version" NIL "os" {5}\nÖS/2)\n',
        server: '* ID ("Name" "Dovecot" "support-url" NIL)\nA1 OK done\n',
      },
    ]);

    const fields = await id(runner, { name: 'Post"horn', version: null, os: 'ÖS/2' }, signal);

    assert.deepEqual(
      fields,
      new Map([
        ['name', 'Dovecot'],
        ['support-url', null],
      ]),
    );
  });

  it('tells nothing for null', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 ID NIL\n', server: '* ID NIL\nA1 OK done\n' }]);

    assert.equal(await id(runner, null, signal), null);
  });

  it('refuses what RFC 2971 does not allow', async () => {
    const tooMany = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${index}`, null]));

    await assert.rejects(id(new ScriptedRunner([]), tooMany, signal), TypeError);
    await assert.rejects(id(new ScriptedRunner([]), { ['n'.repeat(31)]: 'x' }, signal), TypeError);
    await assert.rejects(id(new ScriptedRunner([]), { name: 'x'.repeat(1025) }, signal), TypeError);
  });
});

describe('namespace', () => {
  it('gives the namespaces', async () => {
    const runner = new ScriptedRunner([
      {
        client: 'A1 NAMESPACE\n',
        server: '* NAMESPACE (("" "/")) (("~" "/")) NIL\nA1 OK done\n',
      },
    ]);

    assert.deepEqual(await namespace(runner, signal), {
      kind: 'namespace',
      personal: [{ prefix: '', delimiter: '/' }],
      otherUsers: [{ prefix: '~', delimiter: '/' }],
      shared: [],
    });
  });

  it('gives null where the server tells none', async () => {
    const runner = new ScriptedRunner([{ client: 'A1 NAMESPACE\n', server: 'A1 OK done\n' }]);

    assert.equal(await namespace(runner, signal), null);
  });
});

describe('unselect and close', () => {
  for (const [name, leave] of [
    ['UNSELECT', unselect],
    ['CLOSE', close],
  ] as const) {
    it(`leaves the mailbox by ${name}`, async () => {
      const runner = new ScriptedRunner([{ client: `A1 ${name}\n`, server: 'A1 OK done\n' }]);
      runner.selected = { ...INBOX };

      await leave(runner, signal);

      assert.equal(runner.selected, null);
    });

    it(`stays in the mailbox when ${name} is refused`, async () => {
      const runner = new ScriptedRunner([{ client: `A1 ${name}\n`, server: 'A1 NO no\n' }]);
      runner.selected = { ...INBOX };

      await assert.rejects(leave(runner, signal), CommandRefused);

      assert.deepEqual(runner.selected, INBOX);
    });
  }
});
