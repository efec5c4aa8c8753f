/** Connected accounts without an inbox: they send at an address of their own, and have no other mail. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
  V1,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const SEND = '/MailAccounts/only/MessageItems/send';
const MESSAGE = { to: [{ address: 'ann@example.com' }], subject: 'Hello', textPlain: 'Hi' };
const mail = (attributes: object = MESSAGE, more: object = {}) => ({
  data: { type: 'MessageItem', attributes, ...more },
});

describe('A connected account that only sends', () => {
  let sandbox: Sandbox;
  let server: ConnectedServer;
  before(async () => {
    sandbox = await startSandbox({ users: [JANE], smtp: true });
    server = await startConnectedServer({ servers: [sandbox] });
    const { inbox_port: _port, inbox_ssl: _ssl, ...rest } = accountAt(sandbox, JANE);
    const connect = (id: string, attributes: object) =>
      server.ask({ method: 'POST', url: '/MailAccounts', document: accountDocument(attributes, id) });
    const made = await connect('only', { ...rest, inbox_address: null });
    assert.deepEqual([made.status, made.body.data.attributes.inbox_address], [201, null]);
    assert.equal((await connect('both', accountAt(sandbox, JANE))).status, 201);
  });
  after(async () => {
    await server?.close();
    await sandbox?.close();
  });

  const send = (document: object, more: object = {}) =>
    server.ask({ method: 'POST', url: SEND, document, ...more });
  const sent = () => sandbox.acceptedMail.map(({ raw }) => raw.toString());

  it('composes a message and sends it, once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'one' };
    const answers = [await send(mail(), { headers }), await send(mail(), { headers })];

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.data, body.meta]),
      Array(2).fill([200, null, { accepted: ['ann@example.com'], rejected: [], warnings: [] }]),
    );
    assert.equal(sent().length, 1);
    assert.match(sent()[0] ?? '', /^From: "?Jane"? <jane@example\.org>\r$/m);
    assert.match(sent()[0] ?? '', /^Subject: Hello\r$/m);
  });

  it('sends files of a form', async () => {
    const key = await server.makeKey();
    const form = new FormData();
    form.set('document', JSON.stringify(mail({ ...MESSAGE, subject: 'File' })));
    form.set('file', new Blob(['content of the file']), 'note.txt');
    const body = new Response(form);
    const answer = await server.posthorn.server.inject({
      ...{ method: 'POST', url: `${V1}${SEND}`, payload: Buffer.from(await body.arrayBuffer()) },
      headers: { authorization: `Bearer ${key}`, 'content-type': body.headers.get('content-type') ?? '' },
    });

    assert.equal(answer.statusCode, 200, answer.body);
    const [message = ''] = sent().filter((each) => /^Subject: File\r$/m.test(each));
    assert.match(message, /note\.txt/);
    assert.ok(message.includes(Buffer.from('content of the file').toString('base64')));
  });

  it('refuses what it cannot send with the pointer, and sends nothing', async () => {
    const before = sent().length;
    const relationship = (name: string, type: string) =>
      mail(MESSAGE, { relationships: { [name]: { data: { type, id: 'only.INBOX.1.1' } } } });
    const answers = [
      await send(mail({ subject: 'x' })),
      await send(mail({ ...MESSAGE, unheardOf: 1 })),
      await send(relationship('repliesTo', 'MessageItem')),
      await send(relationship('MailFolder', 'MailFolder')),
      await send(mail(), { headers: { 'content-type': 'text/plain' } }),
    ];

    assert.deepEqual(
      answers.map(({ status, error }) => [status, error.at(-1)]),
      [
        [422, '/data/attributes'],
        [422, '/data/attributes/unheardOf'],
        [422, '/data/relationships/repliesTo'],
        [422, '/data/relationships/MailFolder'],
        [415, 'Content-Type'],
      ],
      JSON.stringify(answers.map(({ body }) => body)),
    );
    assert.equal(sent().length, before);
  });

  it('has no other mail, and the address is not for accounts with an inbox', async () => {
    const answers = [
      await server.ask({ url: '/MailAccounts/only/MailFolders' }),
      await server.ask({ method: 'POST', url: SEND.replace('only', 'both'), document: mail() }),
      await server.ask({ method: 'POST', url: SEND.replace('only', 'unknown'), document: mail() }),
      await send(mail(), { key: await server.makeKey({ scopes: ['mail.read', 'mail.write'] }) }),
      await send(mail(), { key: await server.makeKey({ scopes: ['mail.send'], accounts: ['both'] }) }),
      await send(mail(), { key: await server.makeKey({ scopes: ['mail.send', 'agent'] }) }),
    ];

    assert.deepEqual(
      answers.map(({ error }) => error.slice(0, 2)),
      [
        [422, 'capability-missing'],
        [422, 'capability-missing'],
        [404, 'mail-account-unknown'],
        [403, 'scope-missing'],
        [404, 'mail-account-unknown'],
        [403, 'scope-missing'],
      ],
    );
  });

  it('has the state that its sending server gives it', async () => {
    const attributesOf = (password: string) => {
      const { inbox_port: _port, inbox_ssl: _ssl, ...rest } = accountAt(sandbox, { ...JANE, password });
      return { ...rest, inbox_address: null };
    };
    const connect = (id: string, password: string) =>
      server.ask({
        ...{ method: 'POST', url: '/MailAccounts?verify=false' },
        document: accountDocument(attributesOf(password), id),
      });
    const sendFrom = (id: string) =>
      server.ask({ method: 'POST', url: SEND.replace('only', id), document: mail() });
    const stateOf = async (id: string) =>
      (await server.ask({ url: `/MailAccounts/${id}` })).body.data.attributes.state;
    await connect('right', JANE.password);
    await connect('wrong', 'another');
    const before = await stateOf('right');
    const statuses = [
      await sendFrom('right'),
      await sendFrom('wrong'),
      await sendFrom('wrong'),
      await sendFrom('wrong'),
    ];
    sandbox.faults.add({ kind: 'smtp-refuse-data', replyCode: 554, text: 'no' });
    const rejected = await send(mail());

    assert.deepEqual(
      statuses.map(({ status }) => status),
      [200, 503, 409, 409],
      JSON.stringify(statuses.map(({ body }) => body)),
    );
    assert.deepEqual(
      [before, await stateOf('right'), await stateOf('wrong')],
      ['connecting', 'ok', 'reauthentication-needed'],
    );
    assert.deepEqual([rejected.error[1], await stateOf('only')], ['message-rejected', 'ok']);
  });
});
