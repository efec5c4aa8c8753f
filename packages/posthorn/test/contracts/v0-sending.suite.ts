/** Version 0 sends drafts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MailServers, openV0Server, type V0Server } from './v0-server.ts';

const FOLDERS = 'MailAccounts/gmail/MailFolders';
const DRAFTS = `${FOLDERS}/Drafts/MessageItems`;
const FAILED = 'Sending the message failed.';

/** `open` starts mail servers with the mailboxes Drafts and Sent. */
export function v0SendingSuite(name: string, open: () => Promise<MailServers>): void {
  describe(`v0 sending over ${name}`, () => {
    let v0: V0Server;
    before(async () => {
      v0 = openV0Server(await open());
    });
    after(() => v0.close());

    const write = async (method: 'POST' | 'PATCH', path: string, attributes: object) =>
      (await v0.send({ method, path: `${DRAFTS}${path}`, payload: { data: { attributes } } })).body.data;
    const compose = async (header: object = {}): Promise<string> => {
      const { id } = await write('POST', '', { textHtml: '<p>Hi</p>' });
      const attributes = {
        from: { address: 'jane@example.org', name: 'Jane' },
        to: [{ address: 'ann@example.com', name: 'Ann' }],
        subject: 'Sent',
        ...header,
      };
      return (await write('PATCH', `/${id}/MessageDraft`, attributes)).id;
    };
    const send = (id: string) => v0.send({ method: 'POST', path: `${DRAFTS}/${id}?_dc=1` });
    const stored = async (id: string) =>
      (await v0.look('Drafts')).find((message) => message.uid === Number(id));
    const messageIdOf = (raw: string | undefined) => /^Message-ID: (.*)\r$/m.exec(raw ?? '')?.[1];

    it('hands over what is stored, but for Bcc and marks of our own, and leaves the draft where it is', async () => {
      const bcc = [{ address: 'hidden@example.com', name: '' }];
      const id = await compose({ cc: [{ address: 'carl@example.com', name: 'Carl' }], bcc });
      const countBefore = v0.sink.acceptedMail.length;

      const { status, body } = await send(id);

      assert.deepEqual([status, body], [200, { success: true }]);
      const [mail, ...others] = v0.sink.acceptedMail.slice(countBefore);
      const raw = mail?.raw.toString();
      assert.deepEqual(others, []);
      assert.equal(mail?.reversePath, 'jane@example.org');
      assert.deepEqual(mail?.forwardPaths, ['ann@example.com', 'carl@example.com', 'hidden@example.com']);
      assert.doesNotMatch(raw ?? '', /^(Bcc|X-Posthorn|X-Cn)/im);
      const draft = await stored(id);
      assert.match(draft?.raw ?? '', /^Bcc: hidden@example\.com\r$/m);
      assert.deepEqual(draft?.flags, ['\\Draft', '\\Seen']);
      assert.equal(messageIdOf(raw), messageIdOf(draft?.raw));
      assert.ok(messageIdOf(raw));
    });

    it('sends the same message once, however often it is asked', async () => {
      const id = await compose();
      const countBefore = v0.sink.acceptedMail.length;

      const answers = await Promise.all([send(id), send(id)]);
      const again = await send(id);

      assert.deepEqual(
        [...answers, again].map(({ status }) => status),
        [200, 200, 200],
      );
      assert.equal(v0.sink.acceptedMail.length, countBefore + 1);
    });

    for (const [title, payload] of [
      ['an object', {}],
      ['any JSON', { data: { attributes: { subject: 'other' } } }],
      ['an empty text labelled JSON', ''],
    ] as const) {
      it(`does not mind ${title} as the body`, async () => {
        const path = `${DRAFTS}/${await compose()}`;

        const { status } = await v0.send({ method: 'POST', path, payload });

        assert.equal(status, 200);
      });
    }

    it('marks the answered message', async () => {
      const original = await v0.deliver('INBOX', { subject: 'Question' });
      const info = JSON.stringify(['gmail', 'INBOX', String(original)]);
      const id = await compose({ xCnDraftInfo: Buffer.from(info).toString('base64') });

      await send(id);

      const answered = (await v0.look('INBOX')).find(({ uid }) => uid === original);
      assert.deepEqual(answered?.flags, ['\\Answered']);
    });

    it('does not fail for an answered message that is gone', async () => {
      const info = JSON.stringify(['gmail', 'INBOX', '4711']);
      const id = await compose({ xCnDraftInfo: Buffer.from(info).toString('base64') });

      assert.equal((await send(id)).status, 200);
    });

    it('refuses a message that is no draft', async () => {
      const id = String(await v0.deliver('Drafts', { subject: 'Received' }));

      const { status, body } = await send(id);

      assert.deepEqual(
        [status, body.success, body.msg, body.detail],
        [409, false, FAILED, 'The message is not a draft.'],
      );
    });

    it('refuses a draft without recipients', async () => {
      const { status, body } = await send(await compose({ to: [] }));

      assert.deepEqual([status, body.msg, body.code], [400, FAILED, 'invalid-document']);
    });

    it('refuses a message that is not there', async () => {
      const { status, body } = await send('4711');

      assert.deepEqual([status, body.msg, body.code], [404, FAILED, 'message-unknown']);
    });

    it('tells why nobody took the message, which can then be changed and sent', async (t) => {
      const id = await compose();
      const fault = { kind: 'smtp-reject-recipient', recipient: 'ann@example.com', replyCode: 550 } as const;
      const lift = v0.sink.faults.add(fault);
      t.after(lift);

      const { status, body } = await send(id);

      assert.deepEqual([status, body.success, body.msg, body.code], [422, false, FAILED, 'message-rejected']);
      assert.match(body.detail, /refused all recipients/);
      lift();
      const changed = await write('PATCH', `/${id}/MessageDraft`, { subject: 'Once more' });
      assert.equal((await send(changed.id)).status, 200);
    });

    it('says that nobody knows when the connection is lost at the end, and does not send it again by itself', async (t) => {
      const id = await compose();
      t.after(v0.sink.faults.add({ kind: 'smtp-drop', at: 'smtp-before-data-reply', nth: 1 }));

      const first = await send(id);
      const countAfter = v0.sink.acceptedMail.length;
      const second = await send(id);

      assert.deepEqual(
        [first.status, first.body.msg, first.body.code],
        [502, FAILED, 'submission-uncertain'],
      );
      assert.deepEqual([second.status, second.body.code], [502, 'submission-uncertain']);
      assert.match(second.body.detail, /Look for the message/);
      assert.equal(v0.sink.acceptedMail.length, countAfter);
    });

    it('cannot change a message that was sent', async () => {
      const id = await compose();
      await send(id);

      const { status, body } = await v0.send({
        method: 'PATCH',
        path: `${DRAFTS}/${id}/MessageBody`,
        payload: { data: { attributes: { textHtml: 'x' } } },
      });

      assert.deepEqual([status, body.code], [409, 'conflict']);
    });

    describe('What a form of another site can send', () => {
      const WRITES = [
        ['POST', (id: string) => `${DRAFTS}?${id}`],
        ['POST', (id: string) => `${DRAFTS}/${id}`],
        ['PATCH', (id: string) => `${DRAFTS}/${id}/MessageItem`],
        ['PATCH', (id: string) => `${DRAFTS}/${id}/MessageDraft`],
        ['PATCH', (id: string) => `${DRAFTS}/${id}/MessageBody`],
        ['DELETE', (id: string) => `${DRAFTS}/${id}`],
        ['DELETE', (id: string) => `${DRAFTS}/${id}/Attachments/2-0000000000000000`],
      ] as const;
      const TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];

      let id: string;
      before(async () => {
        id = await compose();
      });

      for (const [method, pathOf] of WRITES) {
        for (const contentType of TYPES) {
          for (const payload of ['', '{"data":{"attributes":{"seen":true}}}']) {
            it(`is 415: ${method} ${pathOf('{id}')}, ${contentType}, ${payload.length} octets`, async () => {
              const mailBefore = [v0.sink.acceptedMail.length, (await v0.look('Drafts')).length];

              const headers = { 'content-type': contentType };
              const { status } = await v0.send({ method, path: pathOf(id), headers, payload });

              const mailAfter = [v0.sink.acceptedMail.length, (await v0.look('Drafts')).length];
              assert.deepEqual([status, mailAfter], [415, mailBefore]);
            });
          }
        }
      }

      for (const contentType of ['text/plain', 'application/x-www-form-urlencoded', 'application/json']) {
        it(`is 415 as ${contentType} where files are taken`, async () => {
          const { status } = await v0.send({
            method: 'POST',
            path: `${DRAFTS}/${id}/Attachments`,
            headers: { 'content-type': contentType },
            payload: '{}',
          });

          assert.equal(status, 415);
        });
      }
    });
  });
}
