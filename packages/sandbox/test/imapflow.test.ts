/** The sandbox as imapflow, the client library of the IMAP adapter, sees it. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ImapFlow, type ImapFlowOptions } from 'imapflow';
import type { SandboxOptions } from '../src/options.ts';
import { mail, NESTED_MAIL } from './support/mail-samples.ts';
import { NOW, openSandbox } from './support/open-sandbox.ts';
import { TLS_CREDENTIALS } from './support/tls-credentials.ts';

async function connect(
  t: TestContext,
  options: Partial<SandboxOptions> = {},
  client: Partial<ImapFlowOptions> = {},
) {
  const sandbox = await openSandbox(t, options);
  const flow = new ImapFlow({
    host: '127.0.0.1',
    port: sandbox.imapPort,
    secure: false,
    auth: { user: 'ann', pass: 'secret' },
    logger: false,
    ...client,
  });
  flow.on('error', () => undefined);
  t.after(() => flow.close());
  await flow.connect();
  return { sandbox, ann: sandbox.user('ann'), flow };
}

const WITHOUT_EXTENSIONS = {
  without: [
    'SASL-IR',
    'LITERAL+',
    'ID',
    'ENABLE',
    'NAMESPACE',
    'SPECIAL-USE',
    'LIST-EXTENDED',
    'CONDSTORE',
    'ESEARCH',
    'SORT',
    'UIDPLUS',
    'MOVE',
    'IDLE',
    'UNSELECT',
    'CHILDREN',
    'AUTH=PLAIN',
  ],
} as const;

describe('imapflow', () => {
  for (const mechanism of ['XOAUTH2', 'OAUTHBEARER'] as const) {
    it(`logs in with a token by ${mechanism} and learns why it is refused`, async (t) => {
      const options = {
        users: [{ name: 'ann', tokens: { good: 'good', old: 'expired' } }],
        capabilities: { without: ['AUTH=PLAIN'], with: [`AUTH=${mechanism}`, 'LOGINDISABLED'] },
      } as const;
      const { flow } = await connect(t, options, { auth: { user: 'ann', accessToken: 'good' } });
      assert.equal(flow.authenticated, true);
      await assert.rejects(
        connect(t, options, { auth: { user: 'ann', accessToken: 'old' } }),
        ({ authenticationFailed, oauthError }) =>
          authenticationFailed && /401|invalid/.test(oauthError.status),
      );
    });
  }

  it('lists mailboxes with special uses, subscriptions and status', async (t) => {
    const { ann, flow } = await connect(t);
    ann.deliver(mail());
    const list = await flow.list({ statusQuery: { messages: true, unseen: true } });
    assert.deepEqual(
      list.map(({ path, specialUse, subscribed, status }) => [
        path,
        specialUse,
        subscribed,
        status?.messages,
      ]),
      [
        ['INBOX', '\\Inbox', true, 1],
        ['Sent', '\\Sent', true, 0],
        ['Drafts', '\\Drafts', true, 0],
        ['Archive', '\\Archive', true, 0],
        ['Junk', '\\Junk', true, 0],
        ['Trash', '\\Trash', true, 0],
      ],
    );
  });

  it('lists the same without any extension', async (t) => {
    const { ann, flow } = await connect(t, { capabilities: WITHOUT_EXTENSIONS });
    ann.deliver(mail());
    const list = await flow.list({ statusQuery: { messages: true } });
    assert.deepEqual(
      list.map(({ path, subscribed, status }) => [path, subscribed, status?.messages]).sort(),
      [
        ['Archive', true, 0],
        ['Drafts', true, 0],
        ['INBOX', true, 1],
        ['Junk', true, 0],
        ['Sent', true, 0],
        ['Trash', true, 0],
      ],
    );
  });

  it('fetches envelopes, structures and parts', async (t) => {
    const { ann, flow } = await connect(t);
    ann.deliver(NESTED_MAIL);
    await flow.mailboxOpen('INBOX', { readOnly: true });
    const message = await flow.fetchOne('1', {
      envelope: true,
      bodyStructure: true,
      bodyParts: ['2.1', '4'],
    });
    assert.ok(message);
    assert.equal(message.envelope?.subject, 'Nested');
    assert.deepEqual(
      message.bodyStructure?.childNodes?.map(({ part, type }) => [part, type]),
      [
        ['1', 'text/plain'],
        ['2', 'multipart/alternative'],
        ['3', 'message/rfc822'],
        ['4', 'application/pdf'],
      ],
    );
    assert.deepEqual(
      [...(message.bodyParts ?? [])].map(([part, bytes]) => [part, bytes?.toString()]),
      [
        ['2.1', 'plain'],
        ['4', 'AAAA'],
      ],
    );
  });

  it('downloads a decoded attachment', async (t) => {
    const { ann, flow } = await connect(t);
    ann.deliver(NESTED_MAIL);
    await flow.mailboxOpen('INBOX');
    const { meta, content } = await flow.download('1', '4');
    const chunks = await content?.toArray();
    assert.equal(meta?.filename, 'a b.pdf');
    assert.deepEqual(Buffer.concat(chunks ?? []), Buffer.alloc(3));
  });

  for (const [what, options] of [
    ['with all extensions', {}],
    ['without any extension', { capabilities: WITHOUT_EXTENSIONS }],
  ] as const) {
    it(`appends, flags, searches, moves and deletes ${what}`, async (t) => {
      const { ann, flow } = await connect(t, options);
      await flow.mailboxOpen('INBOX');
      await flow.append('INBOX', mail({ Subject: 'Grüße' }), ['\\Seen', '$Work'], NOW);
      await flow.append('INBOX', mail({ Subject: 'Other' }), [], NOW);
      await flow.messageFlagsAdd('1', ['\\Flagged'], { uid: true });
      assert.deepEqual(await flow.search({ subject: 'grüße', flagged: true }, { uid: true }), [1]);
      await flow.messageMove('1', 'Archive', { uid: true });
      await flow.messageDelete('2', { uid: true });
      assert.deepEqual(ann.messages(), []);
      assert.deepEqual(ann.messages('Archive')[0]?.flags, ['$Work', '\\Flagged', '\\Seen']);
    });
  }

  it('creates, renames and deletes mailboxes outside ASCII', async (t) => {
    const { ann, flow } = await connect(t);
    await flow.mailboxCreate('Entwürfe & mehr');
    await flow.mailboxRename('Entwürfe & mehr', 'Später');
    assert.ok(ann.mailboxes().some(({ name }) => name === 'Später'));
    await flow.mailboxDelete('Später');
    assert.equal(ann.mailboxes().length, 6);
  });

  it('is told of new mail during IDLE', async (t) => {
    const { ann, flow } = await connect(t);
    await flow.mailboxOpen('INBOX');
    const told = new Promise((resolve) => flow.once('exists', resolve));
    void flow.idle();
    ann.deliver(mail());
    assert.deepEqual(await told, { path: 'INBOX', count: 1, prevCount: 0 });
  });

  it('upgrades to TLS before it logs in', async (t) => {
    const { flow } = await connect(
      t,
      { tls: TLS_CREDENTIALS, requireTls: true },
      { doSTARTTLS: true, tls: { ca: TLS_CREDENTIALS.cert } },
    );
    assert.equal(flow.secureConnection, true);
    assert.ok(await flow.noop().then(() => flow.authenticated));
  });

  it('works in a namespace below INBOX', async (t) => {
    const { ann, flow } = await connect(t, { layout: { prefix: 'INBOX.', delimiter: '.' } });
    await flow.mailboxCreate('INBOX.Work.2026');
    assert.ok(ann.mailboxes().some(({ name }) => name === 'INBOX.Work.2026'));
    assert.equal((await flow.list()).find(({ path }) => path === 'INBOX.Sent')?.specialUse, '\\Sent');
  });
});
