/** Flags, moves and deletions as the released client asks for them, over a mail server in memory. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, type SandboxUser, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../../src/config/load-settings.ts';
import type { MailAccountId } from '../../../../src/domain/accounts/mail-account.ts';
import { buildMessage } from '../../../support/message-samples.ts';

const USER = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;
const FOLDERS = '/rest-api-email/v0/MailAccounts/gmail/MailFolders';

describe('v0', () => {
  let sandbox: Sandbox;
  let user: SandboxUser;
  let posthorn: Posthorn;
  before(async () => {
    sandbox = await startSandbox({ users: [USER] });
    user = sandbox.user(USER.name);
    posthorn = createPosthorn({
      settings: readSettings({ AUTH_PROVIDER: 'single-imap-user', LOG_LEVEL: 'silent', PORT: '0' }),
      mailServers: [
        {
          id: 'gmail' as MailAccountId,
          inbox: { type: 'IMAP', host: '127.0.0.1', port: sandbox.imapPort, isTls: false },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    });
  });
  after(async () => {
    await posthorn.close();
    await sandbox.close();
  });

  const send = async (method: 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const response = await posthorn.server.inject({
      method,
      url: `${FOLDERS}/${path}`,
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json; charset=UTF-8' },
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const change = (path: string, attributes: object) =>
    send('PATCH', `${path}/MessageItem?_dc=1&attributes=*,previewText`, {
      data: { mailFolderId: 'INBOX', mailAccountId: 'gmail', id: '1', type: 'MessageItem', attributes },
    });
  const deliver = (subject: string) => user.deliver(buildMessage({ subject }));
  const flagsOf = (uid: number) => user.messages('INBOX').find((message) => message.uid === uid)?.flags;

  describe('PATCH MessageItem', () => {
    it('sets flags and answers with the keys and the flags', async () => {
      const uid = deliver('flagged');

      const { status, body } = await change(`INBOX/MessageItems/${uid}`, { seen: true, flagged: true });

      assert.equal(status, 200);
      assert.deepEqual(body, {
        success: true,
        data: { id: String(uid), mailAccountId: 'gmail', mailFolderId: 'INBOX', seen: true, flagged: true },
      });
      assert.deepEqual(flagsOf(uid), ['\\Flagged', '\\Seen']);
    });

    it('moves, with the flags set first, and answers with the moved message', async () => {
      user.deliver(buildMessage({ subject: 'newer by date', date: new Date('2030-01-01') }), {
        mailbox: 'Sent',
      });
      const uid = deliver('moving');

      const { status, body } = await change(`INBOX/MessageItems/${uid}`, {
        draft: false,
        seen: true,
        mailFolderId: 'Sent',
      });

      const moved = user.messages('Sent').find(({ raw }) => raw.includes('Subject: moving'));
      assert.equal(status, 200);
      assert.deepEqual(
        [body.data.id, body.data.mailFolderId, body.data.subject, body.data.seen],
        [String(moved?.uid), 'Sent', 'moving', true],
      );
      assert.equal(flagsOf(uid), undefined);
    });

    it('to the folder where the message is changes nothing', async () => {
      const uid = deliver('staying');

      const { status, body } = await change(`INBOX/MessageItems/${uid}`, {
        seen: true,
        mailFolderId: 'INBOX',
      });

      assert.deepEqual(
        [status, body.success, body.msg],
        [400, false, 'Cannot move message since it already belongs to this folder.'],
      );
      assert.deepEqual(flagsOf(uid), []);
    });

    for (const [title, payload, parameter] of [
      ['nothing to do', { data: { attributes: { subject: 'x' } } }, undefined],
      ['no attributes', { data: {} }, 'data.attributes'],
      ['no data', {}, 'data.attributes'],
      ['a flag that is no boolean', { data: { attributes: { seen: 'yes' } } }, 'data.attributes.seen'],
      [
        'a folder that is no string',
        { data: { attributes: { mailFolderId: 7 } } },
        'data.attributes.mailFolderId',
      ],
    ] as const) {
      it(`with ${title} is refused`, async () => {
        const uid = deliver('refused');

        const { status, body } = await send('PATCH', `INBOX/MessageItems/${uid}/MessageItem`, payload);

        assert.deepEqual([status, body.success, body.parameter], [400, false, parameter]);
      });
    }

    it('with broken JSON is refused', async () => {
      const response = await posthorn.server.inject({
        method: 'PATCH',
        url: `${FOLDERS}/INBOX/MessageItems/1/MessageItem`,
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        payload: '{"data":',
      });

      assert.deepEqual([response.statusCode, response.json().success], [400, false]);
    });

    it('cannot set \\Deleted or make up flags', async () => {
      const uid = deliver('safe');

      await change(`INBOX/MessageItems/${uid}`, {
        seen: true,
        deleted: true,
        '\\Deleted': true,
        answered: true,
      });

      assert.deepEqual(flagsOf(uid), ['\\Seen']);
    });

    it('that cannot move tells so in the words that clients know, and why beside them', async () => {
      const uid = deliver('staying too');

      const { status, body } = await change(`INBOX/MessageItems/${uid}`, { mailFolderId: 'Nowhere' });

      assert.deepEqual(
        [status, body.success, body.msg, body.code],
        [404, false, 'Could not move the message.', 'mailbox-unknown'],
      );
    });

    it('to a folder or of a message that does not exist is 404', async () => {
      const uid = deliver('here');

      assert.equal((await change(`INBOX/MessageItems/${uid}`, { mailFolderId: 'Nowhere' })).status, 404);
      assert.equal((await change('INBOX/MessageItems/4711', { seen: true })).status, 404);
      assert.equal((await change('INBOX/MessageItems/1:*', { seen: true })).status, 404);
    });
  });

  describe('DELETE', () => {
    it('removes the message, whatever body comes along', async () => {
      const uid = deliver('going');

      const { status, body } = await send('DELETE', `INBOX/MessageItems/${uid}?attributes=*,previewText`, {
        data: { type: 'MessageItem', attributes: {} },
      });

      assert.deepEqual([status, body, flagsOf(uid)], [200, { success: true }, undefined]);
    });

    it('works without a body although a content type is named', async () => {
      const uid = deliver('going too');

      const { status } = await send('DELETE', `INBOX/MessageItems/${uid}`);

      assert.deepEqual([status, flagsOf(uid)], [200, undefined]);
    });

    for (const id of ['1:*', '*', '1,2', '0', '4294967296', '01', '4711']) {
      it(`of ${id} touches nothing`, async () => {
        deliver('untouched');
        const before = user.messages('INBOX').length;

        const { status } = await send('DELETE', `INBOX/MessageItems/${id}`);

        assert.deepEqual([status, user.messages('INBOX').length], [404, before]);
      });
    }
  });
});
