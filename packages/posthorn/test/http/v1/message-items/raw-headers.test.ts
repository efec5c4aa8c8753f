/** Header fields as old programs write them: octets without encoding, and users without a domain. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import iconv from 'iconv-lite';
import { v1Mail } from '../v1-mail.ts';
import { MESSAGES, startV1Server, USER, V1, type V1Server } from '../v1-server.ts';

const DRAFTS = `${V1}/MailAccounts/gmail/MailFolders/Drafts/MessageItems`;

const mailIn = (charset: string, subject: string) =>
  Buffer.concat([
    Buffer.from('From: root (Cron Daemon)\r\nTo: user2\r\nSubject: '),
    iconv.encode(subject, charset),
    Buffer.from(`\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nx`),
  ]);

describe('A header with octets that are not encoded', () => {
  let server: V1Server;
  before(async () => {
    server = await startV1Server({
      mailboxes: [...v1Mail, { name: 'Drafts', specialUse: '\\Drafts' as const }],
      canSend: true,
    });
  });
  after(() => server.close());

  const deliver = (mail: Buffer) => server.sandbox.user(USER.name).deliver(mail);
  const read = async (uid: number, fields: string) =>
    (await server.get(`${MESSAGES}/${uid}?fields[MessageItem]=${fields}`)).json().data.attributes;

  it('is read in the charset of the message, which is asked for then', async () => {
    const cyrillic = deliver(mailIn('windows-1251', 'Привет из Москвы'));
    const chinese = deliver(mailIn('GB18030', '你好，世界'));
    server.commands();

    assert.equal((await read(cyrillic, 'subject')).subject, 'Привет из Москвы');
    assert.equal(server.commands().filter((line) => line.includes('CONTENT-TYPE')).length, 1);
    assert.equal((await read(chinese, 'subject')).subject, '你好，世界');
  });

  it('is UTF-8 where it can be, without a further question', async () => {
    const uid = deliver(mailIn('utf-8', 'Привет'));
    server.commands();

    assert.equal((await read(uid, 'subject')).subject, 'Привет');
    assert.equal(server.commands().join().includes('CONTENT-TYPE'), false);
  });

  it('shows users without a domain, to whom no answer can be sent', async () => {
    const uid = deliver(mailIn('utf-8', 'Job'));
    const { from, to } = await read(uid, 'from,to');
    const { id } = (await server.get(`${MESSAGES}/${uid}`)).json().data;
    const relationships = { repliesTo: { data: { type: 'MessageItem', id } } };
    const draft = await server.send({
      method: 'POST',
      url: DRAFTS,
      document: { data: { type: 'MessageItem', attributes: { textPlain: 'x' }, relationships } },
    });
    assert.equal(draft.statusCode, 201, draft.body);
    const sent = await server.send({ method: 'POST', url: `${draft.json().data.links.self}/send` });
    const named = await server.send({
      method: 'POST',
      url: DRAFTS,
      document: { data: { type: 'MessageItem', attributes: { to: [from] } } },
    });

    assert.deepEqual(from, { address: 'root', name: 'Cron Daemon' });
    assert.deepEqual(to, [{ address: 'user2', name: 'user2' }]);
    assert.deepEqual(draft.json().data.attributes.to, []);
    assert.deepEqual([sent.statusCode, sent.json().errors[0].detail], [422, 'The message has no recipient.']);
    assert.deepEqual(
      [named.statusCode, named.json().errors[0].source],
      [422, { pointer: '/data/attributes/to/0/address' }],
    );
  });
});
