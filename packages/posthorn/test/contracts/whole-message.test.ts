/** The IMAP mail store reads whole messages from Dovecot and the sandbox, and from servers that lie about them. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { asUid, code } from '../support/domain-values.ts';
import { startScriptedServer } from '../support/scripted-imap-server.ts';
import { CAPABILITIES } from './capability-variants.ts';
import { openDovecotBackend } from './dovecot-backend.ts';
import { openSandboxBackend } from './sandbox-backend.ts';
import { createTestMailStore, mailboxName, testAccount } from './store-under-test.ts';
import { wholeMessageContract } from './whole-message.contract.ts';
import { signal } from './workbench.ts';

for (const layout of ['flat', 'inbox-prefix'] as const) {
  wholeMessageContract(`Dovecot, ${layout}`, () => openDovecotBackend(layout));
}
wholeMessageContract('sandbox', () => openSandboxBackend());
wholeMessageContract('sandbox without any extension', () =>
  openSandboxBackend({ capabilities: { without: CAPABILITIES } }),
);

/** Reads message 1 of a server that tells this size and gives these octets. */
async function readFrom(
  t: TestContext,
  { size, octets }: { readonly size: number; readonly octets: Buffer },
) {
  const server = await startScriptedServer({
    answer: ({ line }) => {
      if (line.startsWith('SELECT')) return '* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n';
      if (line.includes('RFC822.SIZE')) return `* 1 FETCH (UID 1 FLAGS () RFC822.SIZE ${size})\r\n`;
      if (!line.includes('BODY.PEEK[]')) return '';
      const head = `* 1 FETCH (UID 1 BODY[] {${octets.length}}\r\n`;
      return Buffer.concat([Buffer.from(head), octets, Buffer.from(')\r\n')]);
    },
  });
  const store = createTestMailStore();
  t.after(async () => {
    await store.close();
    await server.close();
  });
  const account = testAccount(server, { name: 'alice', password: 'secret' });
  return store.readMessage({ account, mailbox: mailboxName('INBOX'), uid: asUid(1) }, signal);
}

describe('A message of which the server tells the wrong size', () => {
  const octets = Buffer.alloc(1_300_000, 'Subject: x\r\n\r\n');

  for (const size of [0, 10, 1_299_999, 1_300_001, 60_000_000]) {
    it(`of ${size} octets is neither cut nor padded`, async (t) => {
      assert.ok((await readFrom(t, { size, octets })).octets.equals(octets));
    });
  }

  it('beyond what may stand in memory is too large', async (t) => {
    await assert.rejects(readFrom(t, { size: 64 * 1024 * 1024 + 1, octets }), code('message-too-large'));
  });

  it('and that is larger than it says is too large', async (t) => {
    const larger = Buffer.alloc(64 * 1024 * 1024 + 1, 'x');

    await assert.rejects(readFrom(t, { size: 10, octets: larger }), code('message-too-large'));
  });
});
