/** IMAP4rev2 over a real socket: what differs once it is enabled (RFC 9051 appendix E). */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ALL_CAPABILITIES } from '../../../src/imap/session/capabilities.ts';
import type { SandboxOptions } from '../../../src/options.ts';
import { mail } from '../../support/mail-samples.ts';
import { openSandbox, openSession } from '../../support/open-sandbox.ts';

/** No extension beside IMAP4rev2; INBOX with two messages and UIDVALIDITY 77. */
async function open(t: TestContext, options: Partial<SandboxOptions> = {}) {
  const kept: readonly string[] = ['IMAP4rev2', 'ENABLE', 'LITERAL+'];
  const without = ALL_CAPABILITIES.filter((name) => !kept.includes(name));
  const sandbox = await openSandbox(t, { capabilities: { without, with: ['IMAP4rev2'] }, ...options });
  const ann = sandbox.user('ann');
  ann.deliver(mail(), { flags: ['\\Seen'] });
  ann.deliver(mail(), { flags: ['\\Deleted'] });
  ann.setUidValidity('INBOX', 77);
  const client = await openSession(t, sandbox);
  return { ann, client };
}

describe('ENABLE IMAP4rev2', () => {
  it('is announced beside IMAP4rev1', async (t) => {
    const { client } = await open(t);
    assert.deepEqual((await client.run('CAPABILITY')).untagged, [
      '* CAPABILITY IMAP4rev1 IMAP4rev2 LITERAL+ ENABLE',
    ]);
    assert.deepEqual((await client.run('ENABLE IMAP4rev2')).untagged, ['* ENABLED IMAP4rev2']);
  });

  it('makes SELECT tell LIST, and neither RECENT nor UNSEEN', async (t) => {
    const { client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    assert.deepEqual((await client.run('SELECT inbox')).untagged, [
      '* FLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft)',
      '* OK [PERMANENTFLAGS (\\Answered \\Flagged \\Deleted \\Seen \\Draft \\*)] Flags permitted',
      '* 2 EXISTS',
      '* OK [UIDVALIDITY 77] UIDs valid',
      '* OK [UIDNEXT 3] Predicted next UID',
      '* LIST (\\Subscribed \\HasNoChildren) "/" INBOX',
    ]);
    assert.deepEqual((await client.run('FETCH 1 FLAGS')).untagged, ['* 1 FETCH (FLAGS (\\Seen))']);
  });

  it('tells arrivals without RECENT', async (t) => {
    const { ann, client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    await client.run('SELECT INBOX');
    ann.deliver(mail());
    assert.deepEqual((await client.run('NOOP')).untagged, ['* 3 EXISTS']);
  });

  it('makes SEARCH answer ESEARCH', async (t) => {
    const { client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('SEARCH SEEN')).untagged, ['* ESEARCH (TAG "a") ALL 1']);
    assert.deepEqual((await client.run('UID SEARCH FLAGGED')).untagged, ['* ESEARCH (TAG "a") UID']);
    assert.deepEqual((await client.run('SEARCH RETURN (SAVE COUNT) ALL')).untagged, [
      '* ESEARCH (TAG "a") COUNT 2',
    ]);
    assert.deepEqual((await client.run('FETCH $ UID')).untagged, ['* 1 FETCH (UID 1)', '* 2 FETCH (UID 2)']);
  });

  it('has the extensions in it', async (t) => {
    const { client } = await open(t);
    const tagged = async (command: string) => (await client.run(command)).answer.slice(0, 3);
    const commands = [
      'NAMESPACE',
      'LIST (SUBSCRIBED) "" % RETURN (CHILDREN SPECIAL-USE STATUS (MESSAGES SIZE))',
      'SELECT INBOX',
      'UID MOVE 1 Trash',
      'UID EXPUNGE 2',
      'UNSELECT',
    ];
    const before: string[] = [];
    for (const command of commands) before.push(await tagged(command));
    assert.deepEqual(before, ['BAD', 'BAD', 'OK ', 'BAD', 'BAD', 'BAD']);

    await client.run('ENABLE IMAP4rev2');
    const after: string[] = [];
    for (const command of commands) after.push(await tagged(command));
    assert.deepEqual(after, ['OK ', 'OK ', 'OK ', 'OK ', 'OK ', 'OK ']);
  });

  it('has the FETCH side of BINARY in it, not that of APPEND', async (t) => {
    const { client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('FETCH 1 BINARY.SIZE[1]')).untagged, ['* 1 FETCH (BINARY.SIZE[1] 8)']);
    assert.equal((await client.run('APPEND INBOX ~{1+}\r\na')).answer, 'BAD Expected a literal');
  });

  it('counts deleted messages in STATUS, and knows no RECENT there', async (t) => {
    const { client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    assert.deepEqual((await client.run('STATUS INBOX (DELETED UNSEEN)')).untagged, [
      '* STATUS INBOX (DELETED 1 UNSEEN 1)',
    ]);
    assert.equal((await client.run('STATUS INBOX (RECENT)')).answer, 'BAD Unknown status item');
  });

  it('changes mailbox names to UTF-8', async (t) => {
    const { client } = await open(t);
    await client.run('ENABLE IMAP4rev2');
    await client.run('CREATE "\xc3\xa4&"');
    assert.deepEqual((await client.run('LIST "" "\xc3\xa4*"')).untagged, [
      '* LIST (\\HasNoChildren) "/" "\xc3\xa4&"',
    ]);
  });

  it('does nothing where it is off', async (t) => {
    const { client } = await open(t, { capabilities: {} });
    assert.deepEqual((await client.run('ENABLE IMAP4rev2')).untagged, ['* ENABLED']);
    await client.run('SELECT INBOX');
    assert.deepEqual((await client.run('SEARCH SEEN')).untagged, ['* SEARCH 1']);
  });
});
