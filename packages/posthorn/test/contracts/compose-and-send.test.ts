/** One mail from its first word to its last hop: Posthorn before a real Dovecot and a real Postfix. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { type Postfix, postfixIsMissing, startPostfix } from '../support/postfix.ts';

const JSON_API = 'application/vnd.api+json';
const FOLDERS = '/rest-api-email/v1/MailAccounts/work/MailFolders';
const NAME = `Müller, "Ann" O'Neil`;

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the test looks into, whatever it is
  readonly body: any;
}

describe('a mail', { skip: postfixIsMissing }, () => {
  let dovecot: Dovecot;
  let postfix: Postfix;
  let posthorn: Posthorn;
  before(async () => {
    postfix = await startPostfix();
    dovecot = await startDovecot({ users: [postfix.user] });
    posthorn = createPosthorn({
      settings: readSettings({ LOG_LEVEL: 'silent', PORT: '0', AUTH_PROVIDER: 'single-imap-user' }),
      mailServers: [
        {
          id: 'work' as MailAccountId,
          inbox: { type: 'IMAP', host: '127.0.0.1', port: dovecot.port, isTls: false },
          outbox: { host: 'localhost', port: postfix.port, security: 'starttls' },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [postfix.caPem],
    });
  });
  after(async () => {
    await (posthorn as Posthorn | undefined)?.close();
    await (dovecot as Dovecot | undefined)?.stop();
    await (postfix as Postfix | undefined)?.stop();
  });

  async function send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    { payload, headers }: { payload?: object | Buffer; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { user } = postfix;
    const isDocument = payload !== undefined && !Buffer.isBuffer(payload);
    const answer = await posthorn.server.inject({
      method,
      url: path.startsWith('/') ? path : `${FOLDERS}/${path}`,
      headers: {
        authorization: `Basic ${btoa(`${user.name}:${user.password}`)}`,
        ...(isDocument && { 'content-type': JSON_API }),
        ...headers,
      },
      ...(payload !== undefined && { payload: isDocument ? JSON.stringify(payload) : payload }),
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }
  const document = (attributes: object, id?: string) => ({
    payload: { data: { type: 'MessageItem', ...(id && { id }), attributes } },
  });
  const pathOf = (id: string) => `Drafts/MessageItems/${id.split('.').slice(-2).join('.')}`;
  const upload = async (id: string, name: string, content: Buffer): Promise<string> => {
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    };
    const { status, body } = await send('POST', `${pathOf(id)}/Attachments`, { payload: content, headers });
    assert.equal(status, 201, JSON.stringify(body));
    return body.meta.MessageItem.id;
  };
  const subjectsIn = async (folder: string) =>
    (await send('GET', `${folder}/MessageItems`)).body.data.map(
      (item: { attributes: { subject: string } }) => item.attributes.subject,
    );

  it('is composed, changed twice, loses a file, goes out once, and is filed under the Message-ID that it had from the start', async () => {
    const created = await send(
      'POST',
      'Drafts/MessageItems',
      document({
        subject: 'Grüße, erste Fassung',
        to: [{ name: NAME, address: 'ann@example.com' }],
        bcc: [{ name: 'Cy', address: 'cy@example.com' }],
        textHtml: '<p>First &amp; foremost</p>',
      }),
    );
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { messageId } = created.body.data.attributes;

    let id = await upload(created.body.data.id, 'größe, "alt".txt', Buffer.from('one'));
    id = await upload(id, 'two.bin', Buffer.from([0, 255, 13, 10, 46, 13, 10]));
    const second = await send('PATCH', pathOf(id), document({ subject: 'Grüße' }, id));
    assert.equal(second.status, 200, JSON.stringify(second.body));
    id = second.body.data.id;
    const third = await send(
      'PATCH',
      pathOf(id),
      document({ textHtml: '<p>Grüße,<br>J. <b>Müller</b></p>' }, id),
    );
    assert.equal(third.status, 200, JSON.stringify(third.body));
    id = third.body.data.id;
    const files = (await send('GET', `${pathOf(id)}/Attachments`)).body.data;
    const first = files.find(({ attributes }: { attributes: { name: string } }) =>
      attributes.name.startsWith('gr'),
    );
    const removed = await send(
      'DELETE',
      `${pathOf(id)}/Attachments/${first.id.split('.').slice(4).join('.')}`,
    );
    assert.equal(removed.status, 200, JSON.stringify(removed.body));
    id = removed.body.meta.MessageItem.id;

    const sent = await send('POST', `${pathOf(id)}/send`);

    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    assert.deepEqual(sent.body.meta.accepted, ['ann@example.com', 'cy@example.com']);
    assert.equal(sent.body.data.attributes.messageId, messageId);
    assert.deepEqual([await subjectsIn('Drafts'), await subjectsIn('Sent')], [[], ['Grüße']]);

    const received = await postfix.received();
    assert.equal(received.length, 2);
    const raw = received[0]?.toString('latin1') ?? '';
    assert.equal(raw.match(/^Message-ID: .*$/gim)?.length, 1);
    assert.doesNotMatch(raw, /^(?:Bcc|X-Posthorn)/im);
    const mail = await PostalMime.parse(received[0] ?? '');
    assert.equal(mail.messageId, `<${messageId}>`);
    assert.equal(mail.subject, 'Grüße');
    assert.deepEqual(mail.to, [{ name: NAME, address: 'ann@example.com' }]);
    assert.deepEqual(
      [mail.html?.trim(), mail.text?.trim()],
      ['<p>Grüße,<br>J. <b>Müller</b></p>', 'Grüße,\nJ. Müller'],
    );
    assert.match(raw, /multipart\/mixed;[\s\S]*multipart\/alternative;[\s\S]*text\/plain[\s\S]*text\/html/i);
    assert.deepEqual(
      mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)]),
      [['two.bin', Buffer.from([0, 255, 13, 10, 46, 13, 10])]],
    );

    const [filed] = (await send('GET', 'Sent/MessageItems?relfield:fields[MessageItem]=%2Bbcc,%2Bcc')).body
      .data;
    assert.deepEqual(filed.attributes.bcc, [{ name: 'Cy', address: 'cy@example.com' }]);
    assert.deepEqual([filed.attributes.draft, filed.attributes.seen], [false, true]);
  });
});
