/** Version 0 answers the sequences of requests by which a released conjoon client writes mail. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MessageKey, ReleasedClient } from './released-client.ts';
import { type MailServers, openV0Server, USER, type V0Request, type V0Server } from './v0-server.ts';

const JANE = { name: 'J\u00e4ne "The, Reader" O\'Neil', address: 'jane@example.org' };
const ANN = { name: 'M\u00fcller, Ann', address: 'ann@example.com', id: 'EmailAddress-1' };

/** What the client does with the login of the user, who sees one account, `gmail`. */
const SINGLE_USER = {
  title: 'single-imap-user',
  account: 'gmail',
  settingsOf: () => ({ AUTH_PROVIDER: 'single-imap-user' }),
  headersOf: () => () => ({}),
};
/** The client names the servers in each request, those for sending where it sends or uploads. */
const LOCAL_ACCOUNT = {
  title: 'local-mail-account',
  account: 'cn_localmailaccount-1',
  settingsOf: ({ imapPort, smtpPort }: MailServers) => ({
    AUTH_PROVIDER: 'local-mail-account',
    APP_MAIL_HOSTS_ALLOW: `127.0.0.1:${imapPort},127.0.0.1:${smtpPort}`,
    APP_ALLOW_CLEARTEXT: 'true',
  }),
  headersOf: (servers: MailServers) => (request: V0Request) => ({
    'x-cnmail-data': connectionData(servers, request),
  }),
};

/** `open` starts mail servers with the mailboxes Drafts and Sent. */
export function v0SequencesSuite(name: string, open: () => Promise<MailServers>): void {
  for (const { title, account, settingsOf, headersOf } of [SINGLE_USER, LOCAL_ACCOUNT]) {
    describe(`A released client writes mail over ${name}, ${title}`, () => {
      const drafts = { mailAccountId: account, mailFolderId: 'Drafts' };
      let v0: V0Server;
      let client: ReleasedClient;
      before(async () => {
        const servers = await open();
        v0 = openV0Server(servers, settingsOf(servers));
        client = new ReleasedClient(v0, headersOf(servers));
      });
      after(() => v0.close());

      const stored = async ({ id, mailFolderId }: MessageKey) =>
        (await v0.look(mailFolderId)).find(({ uid }) => uid === Number(id));
      const saveNew = async (changes: object = {}): Promise<MessageKey> =>
        client.saveNew(await client.createBody(drafts, '<p>Hello</p>'), {
          subject: 'Gr\u00fc\u00dfe',
          date: '1683036854',
          from: JSON.stringify(JANE),
          replyTo: JSON.stringify(JANE),
          to: JSON.stringify([ANN]),
          cc: '[]',
          bcc: '[]',
          ...{ seen: true, flagged: false, draft: true, answered: false, recent: false },
          ...{ references: null, inReplyTo: null, xCnDraftInfo: null },
          ...changes,
        });

      it('a new message is saved, gets files and loses one, is edited, sent, and moved to Sent by the client', async () => {
        let key = await saveNew();
        const [{ parentMessageItemId: first, ...kept }] = [
          await client.upload(key, { name: 'Pl\u00e4ne, "alle".txt', type: 'text/plain', content: 'kept' }),
        ];
        key = { ...key, id: first };
        const picture = await client.upload(key, { name: 'x.png', type: 'image/png', content: 'PNG' });
        key = { ...key, id: picture.parentMessageItemId };
        key = await client.removeAttachment(key, picture.id);
        key = await client.saveBody(key, '<p>Edited</p>');
        key = await client.save(key, { date: '1683036900', flagged: true, seen: true, subject: 'Sent' });

        await client.submit(key);
        const sent = await client.moveToSent(key, 'Sent');

        assert.equal(await stored(key), undefined);
        assert.equal((await v0.look('Drafts')).length, 0);
        const mail = v0.sink.acceptedMail.at(-1);
        assert.deepEqual(mail?.forwardPaths, [ANN.address]);
        assert.deepEqual((await stored(sent))?.flags, ['\\Flagged', '\\Seen']);
        const item = await client.read(sent);
        assert.deepEqual(
          [item.subject, item.from, item.replyTo, item.to, item.date, item.draft, item.flagged],
          [
            'Sent',
            JANE,
            JANE,
            [{ name: ANN.name, address: ANN.address }],
            '2023-05-02 14:15:00 +0000',
            false,
            true,
          ],
        );
        assert.deepEqual((await client.read(sent, '/MessageBody')).textHtml, '<p>Edited</p>');
        const files = await client.read(sent, '/Attachments');
        assert.deepEqual(
          files.map(({ text, size }: { text: string; size: number }) => [text, size]),
          [[kept.text, 4]],
        );
      });

      it('a draft is opened, edited with files first, saved, and sent later', async () => {
        const uid = await v0.deliver('Drafts', { subject: 'Old', html: '<p>Old</p>' }, ['\\Draft']);
        let key: MessageKey = { ...drafts, id: String(uid) };
        const draft = await client.read(key);
        await client.read(key, '/MessageBody');
        await client.read(key, '/Attachments');
        const file = await client.upload(key, { name: 'a.txt', type: 'text/plain', content: 'a' });
        key = { ...key, id: file.parentMessageItemId };
        key = await client.saveBody(key, '<p>New</p>');
        key = await client.save(key, {
          from: JSON.stringify(JANE),
          to: JSON.stringify(draft.to),
          seen: true,
          flagged: false,
        });
        const { messageId } = await client.read(key);

        await client.submit(key);

        const raw = v0.sink.acceptedMail.at(-1)?.raw.toString() ?? '';
        assert.equal(messageId, draft.messageId);
        assert.ok(raw.includes(`Message-ID: ${messageId}`));
        assert.match(raw, /^Subject: Old\r$/m);
      });

      it('a reply carries the references, and its original is marked as answered', async () => {
        const uid = await v0.deliver('INBOX', {
          subject: 'Question',
          messageId: '<a1@example.com>',
          headers: [['References', '<x@y>']],
        });
        const original: MessageKey = { mailAccountId: account, mailFolderId: 'INBOX', id: String(uid) };
        const { messageId, references } = await client.read(original);
        const info = JSON.stringify([account, 'INBOX', original.id]);

        const key = await saveNew({
          inReplyTo: messageId,
          references: `${references} ${messageId}`,
          xCnDraftInfo: Buffer.from(info).toString('base64'),
        });
        await client.submit(key);
        await client.moveToSent(key, 'Sent');

        const raw = v0.sink.acceptedMail.at(-1)?.raw.toString() ?? '';
        assert.match(raw, /^In-Reply-To: <a1@example\.com>\r$/m);
        assert.match(raw, /^References: <x@y> <a1@example\.com>\r$/m);
        assert.equal((await client.read(original)).answered, true);
      });

      it('a saved draft is thrown away', async () => {
        const key = await saveNew();

        const trashed = await client.moveToSent(key, 'Trash');
        await v0.send({
          method: 'DELETE',
          path: `MailAccounts/${account}/MailFolders/Trash/MessageItems/${trashed.id}?_dc=1&attributes=*,previewText`,
          headers: headersOf(v0)({ method: 'DELETE', path: '' }),
          payload: { data: { type: 'MessageItem', attributes: {} } },
        });

        assert.deepEqual([await stored(key), await stored(trashed)], [undefined, undefined]);
      });
    });
  }
}

function connectionData({ imapPort, smtpPort }: MailServers, { method, path }: V0Request): string {
  const inbox = {
    inbox_address: '127.0.0.1',
    inbox_port: imapPort,
    inbox_ssl: false,
    from: { name: 'Jane', address: USER.name },
    replyTo: { name: 'Jane', address: USER.name },
  };
  const outbox = {
    outbox_address: '127.0.0.1',
    outbox_port: smtpPort,
    outbox_secure: '',
    outbox_user: USER.name,
    outbox_password: USER.password,
  };
  const isSending = method === 'POST' && /\/MessageItems\/./.test(path);
  return Buffer.from(JSON.stringify({ ...inbox, ...(isSending && outbox) })).toString('base64');
}
