/** The examples of `docs/replacing-services.md`, each as an installation that runs. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, scryptSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { verifyDkim } from './dkim-verification.ts';
import { serveExample } from './example-installation.ts';
import type { PosthornProcess } from './posthorn-process.ts';
import type { V0Answer, V0List } from './v0-answer.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const ENTRY = { host: '127.0.0.1', isTls: false };

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** Requests with one login to `MailAccounts` of version 0. */
function clientOf(server: PosthornProcess, user: string, password: string) {
  return async <Body = V0List>(method: string, path: string, attributes?: object): Promise<Answer<Body>> => {
    const response = await fetch(`${server.address}/rest-api-email/v0/MailAccounts${path}`, {
      method,
      headers: {
        authorization: `Basic ${btoa(`${user}:${password}`)}`,
        ...(attributes && { 'content-type': 'application/json' }),
      },
      ...(attributes && { body: JSON.stringify({ data: { attributes } }) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

describe('docs/replacing-services.md', () => {
  for (const name of ['users-from-a-file', 'signed-mail', 'mail-from-files']) {
    it(`shows app/config/bindings.js of ${name} as it is`, async () => {
      const page = await readFile(join(REPOSITORY, 'docs/replacing-services.md'), 'utf8');
      const file = join(REPOSITORY, 'examples/replaced-services', name, 'app/config/bindings.js');

      assert.ok(page.includes(`\`\`\`js\n${await readFile(file, 'utf8')}\`\`\`\n`));
    });
  }
});

describe('the example of own users', () => {
  const MAILBOX = { name: 'jane.doe@example.org', password: 'the mailbox knows another one' };
  let sandbox: Sandbox;
  let server: PosthornProcess;
  before(async () => {
    sandbox = await startSandbox({ users: [MAILBOX], smtp: true });
    sandbox.user(MAILBOX.name).deliver('From: ann@example.org\nSubject: Hello Jane\n\nHi');
    const user = {
      salt: 'salt',
      hash: scryptSync('open sesame', 'salt', 32).toString('hex'),
      address: MAILBOX.name,
      imap: { ...ENTRY, port: sandbox.imapPort, user: MAILBOX.name, password: MAILBOX.password },
      smtp: { host: '127.0.0.1', port: sandbox.smtpPort, security: 'none' },
    };
    server = await serveExample({
      name: 'users-from-a-file',
      files: { 'app/users.json': JSON.stringify({ jane: user }) },
    });
  });
  after(async () => {
    await server.stop();
    await sandbox.close();
  });

  it('gives a user her mail account for a password that the mail server does not know', async () => {
    const ask = clientOf(server, 'jane', 'open sesame');

    const accounts = await ask('GET', '');
    const items = await ask('GET', '/mail/MailFolders/INBOX/MessageItems?start=0&limit=5');

    assert.deepEqual(
      [accounts.body.data.map(({ id, name }) => [id, name]), items.body.data.map(({ subject }) => subject)],
      [[['mail', MAILBOX.name]], ['Hello Jane']],
    );
    assert.ok(!JSON.stringify(accounts.body).includes(MAILBOX.password));
  });

  it('signs her in', async () => {
    const { status } = await fetch(`${server.address}/rest-imapuser/auth`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'jane', password: 'open sesame' }),
    });

    assert.equal(status, 200);
  });

  for (const [what, user, password] of [
    ['a wrong password', 'jane', 'guess'],
    ['the password of the mailbox', 'jane', MAILBOX.password],
    ['an unknown user', 'constructor', 'open sesame'],
  ] as const) {
    it(`refuses ${what}`, async () => {
      assert.equal((await clientOf(server, user, password)('GET', '')).status, 401);
    });
  }
});

describe('the example of mail in files', () => {
  let server: PosthornProcess;
  before(async () => {
    server = await serveExample({ name: 'mail-from-files' });
  });
  after(() => server.stop());

  const inbox = '/archive/MailFolders/INBOX/MessageItems';
  const ask = <Body = V0List>(method: string, path: string, attributes?: object) =>
    clientOf(server, 'anybody', 'open sesame')<Body>(method, path, attributes);

  it('lets nobody in without the password', async () => {
    const { status } = await clientOf(server, 'anybody', 'guess')('GET', '/archive/MailFolders');

    assert.equal(status, 401);
  });

  it('lists folders and messages', async () => {
    const folders = await ask('GET', '/archive/MailFolders');
    const items = await ask('GET', `${inbox}?start=0&limit=10`);

    assert.deepEqual(folders.body.data.map(({ name }) => name).toSorted(), ['Archive', 'INBOX']);
    assert.deepEqual(
      items.body.data.map(({ id, subject, hasAttachments }) => [id, subject, hasAttachments]),
      [
        ['2', 'Re: Opening day', true],
        ['1', 'Opening day', false],
      ],
    );
  });

  it('reads bodies, whose HTML is sanitised as always', async () => {
    const { body } = await ask<V0Answer>('GET', `${inbox}/2/MessageBody`);

    assert.equal(body.data.textHtml.trim(), '<p>The <b>list</b> is attached.</p>');
  });

  it('serves attachments', async () => {
    const { body } = await ask('GET', `${inbox}/2/Attachments`);
    const content = await fetch(
      `${server.address}/rest-api-email/v0/MailAccounts${inbox}/2/Attachments/${body.data[0]?.id}`,
      { headers: { authorization: `Basic ${btoa('anybody:open sesame')}` } },
    );

    assert.deepEqual([body.data[0]?.text, await content.text()], ['list.csv', 'name,place\nAnn,1\n']);
  });

  it('sorts, searches and pages in version 1', async () => {
    const list = async (query: string) => {
      const url = `${server.address}/rest-api-email/v1/MailAccounts${inbox}?${query}`;
      const response = await fetch(url, {
        headers: { authorization: `Basic ${btoa('anybody:open sesame')}` },
      });
      const { data } = (await response.json()) as { data: { attributes: { subject: string } }[] };
      return data.map(({ attributes }) => attributes.subject);
    };

    assert.deepEqual(await list('sort=date'), ['Opening day', 'Re: Opening day']);
    assert.deepEqual(await list('filter[from]=BEN'), ['Re: Opening day']);
    assert.deepEqual(await list('sort=date&page[offset]=1&page[limit]=1'), ['Re: Opening day']);
  });

  it('knows unknown messages and folders', async () => {
    assert.equal((await ask('GET', `${inbox}/9`)).status, 404);
    assert.equal((await ask('GET', '/archive/MailFolders/Nowhere/MessageItems?start=0&limit=1')).status, 404);
  });

  it('refuses to change anything', async () => {
    const { status } = await ask('PATCH', `${inbox}/1/MessageItem`, { flagged: true });

    assert.equal(status, 403);
  });
});

describe('the example of signed mail', () => {
  const JANE = { name: 'jane@example.org', password: 'secret' };
  const drafts = '/example/MailFolders/Drafts/MessageItems';
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE], smtp: true });
  });
  after(() => sandbox.close());

  const serve = (key: string) =>
    serveExample({
      name: 'signed-mail',
      files: {
        'app/dkim-private.pem': key,
        '.env': 'AUTH_PROVIDER=single-imap-user\n',
        'app/config/imapserver.json': JSON.stringify([
          {
            ...{ id: 'example', match: '/@example\\.org$/', root: [] },
            ...{ inbox_address: '127.0.0.1', inbox_port: sandbox.imapPort, inbox_ssl: false },
            ...{ outbox_address: '127.0.0.1', outbox_port: sandbox.smtpPort, outbox_secure: 'none' },
          },
        ]),
      },
    });

  it('signs what is sent, and the signature holds where it arrives', async () => {
    const server = await serve(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const ask = clientOf(server, JANE.name, JANE.password);
    const created = await ask<V0Answer>('POST', drafts, { textHtml: `<p>${'Grüße. '.repeat(30)}</p>` });
    const address = (name: string) => ({ name, address: `${name}@example.org` });
    const draft = await ask<V0Answer>('PATCH', `${drafts}/${created.body.data.id}/MessageDraft`, {
      ...{ from: address('jane'), to: [address('ann')], subject: 'Grüße an alle' },
    });

    const sent = await ask('POST', `${drafts}/${draft.body.data.id}`);

    await server.stop();
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    const message = Buffer.from(sandbox.acceptedMail.at(-1)?.raw ?? '').toString('latin1');
    const { signedFields, ...verdict } = verifyDkim(message, publicKey);
    assert.deepEqual(verdict, {
      ...{ domain: 'example.org', selector: 'posthorn' },
      ...{ isBodyIntact: true, isSignatureValid: true },
    });
    assert.deepEqual(
      ['from', 'to', 'subject', 'date', 'message-id'].filter((name) => !signedFields.includes(name)),
      [],
    );
    assert.ok(!verifyDkim(message.replace(/^Subject: /m, 'Subject: Re: '), publicKey).isSignatureValid);
    assert.ok(!verifyDkim(message.replace(/\r\n\r\n/, '\r\n\r\nx'), publicKey).isBodyIntact);
  });

  it('does not start with a key that cannot sign', async () => {
    await assert.rejects(serve('no key'), /app\/config\/bindings\.js: expected a file that can be loaded/);
  });
});
