/** Every resource has an address of its type and its id, whatever its folder is called. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { v1Mail } from './v1-mail.ts';
import { openV1Api, PLAIN, startV1Server, V1, type V1Server } from './v1-server.ts';

const ODD = 'Work/Project Ä 1.2~3%20_&?';
const raw = [
  'From: ann@example.com',
  'Subject: Odd',
  'Message-ID: <odd@example.com>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'text',
  '--b',
  'Content-Type: text/plain',
  'Content-Disposition: attachment; filename=a.txt',
  '',
  'file',
  '--b--',
  '',
].join('\r\n');

let server: V1Server;
before(async () => {
  server = await startV1Server({
    canSend: true,
    mailboxes: [
      ...v1Mail,
      { name: ODD, messages: [{ raw, flags: [] }] },
      { name: 'Drafts', specialUse: '\\Drafts', messages: [] },
    ],
  });
});
after(() => server?.close());

const FOLDER_ID = 'gmail.Work~2FProject~20~C3~84~201~2E2~7E3~2520_~26~3F';
const idOf = async (): Promise<string> =>
  (await server.get(`${V1}/MailFolders/${FOLDER_ID}/MessageItems`)).json().data[0].id;
const selfOf = async (path: string): Promise<readonly unknown[]> => {
  const answer = await server.get(`${V1}${path}`);
  const { data } = answer.json();
  return [answer.statusCode, data?.id, data?.links.self.replace(`http://mail.test${V1}`, '')];
};

describe('The flat address of a resource', () => {
  it('is its type and its id, and the link that it has to itself', async () => {
    const id = await idOf();

    assert.match(id, /^gmail\.Work~2FProject~20~C3~84~201~2E2~7E3~2520_~26~3F\.[0-9]+\.1$/);
    const addresses = [
      ['/MailAccounts/gmail', 'gmail'],
      [`/MailFolders/${FOLDER_ID}`, FOLDER_ID],
      [`/MessageItems/${id}`, id],
      [`/MessageBodies/${id}`, id],
      [`/Attachments/${id}.2`, `${id}.2`],
    ] as const;
    assert.deepEqual(
      await Promise.all(addresses.map(([path]) => selfOf(path))),
      addresses.map(([path, resourceId]) => [200, resourceId, path]),
    );
  });

  it('goes on to what the resource has', async () => {
    const id = await idOf();
    const paths = [
      `/MessageItems/${id}/MessageBody`,
      `/MessageItems/${id}/Attachments`,
      `/MessageItems/${id}/thread`,
      `/MessageItems/${id}/relationships/MailFolder`,
      `/Attachments/${id}.2/content`,
      `/MailFolders/${FOLDER_ID}/MessageItems`,
    ];
    const answers = await Promise.all(paths.map((path) => server.get(`${V1}${path}`)));

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      paths.map(() => 200),
    );
  });

  it('creates, changes and deletes', async () => {
    const created = await server.send({
      method: 'POST',
      url: `${V1}/MailFolders/gmail.Drafts/MessageItems`,
      document: { data: { type: 'MessageItem', attributes: { subject: 'One' } } },
    });
    const draft = created.json().data;
    const changed = await server.send({
      method: 'PATCH',
      url: draft.links.self,
      document: { data: { type: 'MessageItem', id: draft.id, attributes: { subject: 'Two' } } },
    });
    const deleted = await server.send({
      method: 'DELETE',
      url: `${changed.json().data.links.self}?skipTrash=true`,
    });

    assert.equal(created.headers.location, draft.links.self);
    assert.deepEqual([changed.statusCode, changed.json().data.attributes.subject], [200, 'Two']);
    assert.equal(deleted.statusCode, 204);
    assert.equal((await server.get(changed.json().data.links.self)).statusCode, 404);
  });

  it('of what is no id, and of an account that the login does not have, is 404', async () => {
    const failureOf = async (path: string) => {
      const answer = await server.get(`${V1}${path}`);
      return [answer.statusCode, answer.json().errors[0].code, answer.headers['content-type']];
    };

    assert.deepEqual(await failureOf('/MessageItems/gmail.INBOX'), [404, 'message-unknown', PLAIN]);
    assert.deepEqual(await failureOf('/MessageBodies/x'), [404, 'message-unknown', PLAIN]);
    assert.deepEqual(await failureOf('/MailFolders/gmail.inbox'), [404, 'mailbox-unknown', PLAIN]);
    assert.deepEqual(await failureOf('/Attachments/gmail.INBOX.1.1'), [404, 'attachment-unknown', PLAIN]);
    assert.deepEqual(await failureOf('/MessageItems/gmail.INBOX.1.1'), [410, 'message-gone', PLAIN]);
    assert.deepEqual(await failureOf('/MessageItems/other.INBOX.1.1'), [404, 'mail-account-unknown', PLAIN]);
  });

  it('does not exist in version 0', async () => {
    const answer = await server.get(`/rest-api-email/v0/MessageItems/${await idOf()}`);

    assert.equal(answer.statusCode, 404);
  });

  it('of an account may have characters that are not plain', async () => {
    const api = openV1Api({ imapPort: server.sandbox.imapPort, accountId: 'jane@example.org' });
    const [account] = (await api.get(`${V1}/MailAccounts`)).json().data;
    const byId = await api.get(account.links.self);
    const byName = await api.get(`${V1}/MailAccounts/jane@example.org/MailFolders/INBOX`);
    await api.close();

    assert.equal(account.links.self, `http://mail.test${V1}/MailAccounts/jane~40example~2Eorg`);
    assert.deepEqual([byId.statusCode, byId.json().data.id], [200, 'jane~40example~2Eorg']);
    assert.deepEqual([byName.statusCode, byName.json().data.id], [200, 'jane~40example~2Eorg.INBOX']);
  });
});
