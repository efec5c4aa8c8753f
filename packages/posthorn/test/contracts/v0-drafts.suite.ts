/** Version 0 writes drafts: their texts, their header fields, their flags. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MailServers, openV0Server, type V0Server } from './v0-server.ts';

const DRAFTS = 'MailAccounts/gmail/MailFolders/Drafts/MessageItems';
const KEYS = { mailAccountId: 'gmail', mailFolderId: 'Drafts' };

/** `open` starts mail servers with the mailboxes Drafts and Sent. */
export function v0DraftsSuite(name: string, open: () => Promise<MailServers>): void {
  describe(`v0 drafts over ${name}`, () => {
    let v0: V0Server;
    before(async () => {
      v0 = openV0Server(await open());
    });
    after(() => v0.close());

    const write = (method: 'POST' | 'PATCH', path: string, attributes?: unknown) =>
      v0.send({ method, path: `${DRAFTS}${path}`, payload: { data: { attributes } } });
    const create = async (attributes: object = { textHtml: '<p>Hi</p>' }): Promise<string> =>
      (await write('POST', '', attributes)).body.data.id;
    const get = async (path: string) => (await v0.send({ method: 'GET', path: `${DRAFTS}${path}` })).body;
    const stored = async (id: string) =>
      (await v0.look('Drafts')).find((message) => message.uid === Number(id));

    describe('POST MessageItems', () => {
      it('stores a seen draft and answers like GET MessageBody, plain text made from HTML', async () => {
        const { status, body } = await write('POST', '', {
          textPlain: '',
          textHtml: '<p>Caf\u00e9 &amp; cake</p>',
        });

        assert.equal(status, 200);
        assert.deepEqual(body, {
          success: true,
          data: {
            id: body.data.id,
            ...KEYS,
            textHtml: '<p>Caf\u00e9 &amp; cake</p>',
            textPlain: 'Caf\u00e9 & cake',
          },
        });
        assert.deepEqual(await get(`/${body.data.id}/MessageBody`), body);
        assert.deepEqual((await stored(body.data.id))?.flags, ['\\Draft', '\\Seen']);
      });

      it('needs no HTML, and escapes what is text', async () => {
        const { data } = (await write('POST', '', { textPlain: 'a < b\n& c' })).body;

        assert.deepEqual([data.textPlain, data.textHtml], ['a < b\n& c', '']);
      });

      for (const [title, payload] of [
        ['without attributes', { data: { type: 'MessageBody' } }],
        ['without data', {}],
        ['without a body', undefined],
      ] as const) {
        it(`stores an empty draft for a request ${title}`, async () => {
          const { status, body } = await v0.send({
            method: 'POST',
            path: DRAFTS,
            ...(payload && { payload }),
          });

          assert.equal(status, 200);
          assert.deepEqual([body.data.textPlain, body.data.textHtml], ['', '']);
        });
      }

      it('takes megabytes of HTML', async () => {
        const textHtml = `<p>${'word '.repeat(500_000)}</p>`;

        const { status, body } = await write('POST', '', { textHtml });

        assert.deepEqual([status, body.success], [200, true]);
      });

      it('refuses more than it reads', async () => {
        const { status, body } = await write('POST', '', { textHtml: 'x'.repeat(5_000_000) });

        assert.deepEqual([status, body.code], [413, 'payload-too-large']);
      });

      it('tells that the folder is unknown beside the text that clients know', async () => {
        const { status, body } = await v0.send({
          method: 'POST',
          path: 'MailAccounts/gmail/MailFolders/Nowhere/MessageItems',
          payload: { data: { attributes: { textHtml: 'x' } } },
        });

        assert.deepEqual(
          [status, body.success, body.msg, body.code],
          [404, false, 'Creating the MessageBody failed.', 'mailbox-unknown'],
        );
      });
    });

    describe('PATCH MessageBody', () => {
      it('changes the texts, and nothing else of the draft', async () => {
        const id = String(
          await v0.deliver(
            'Drafts',
            {
              subject: 'Kept',
              html: '<p>old</p>',
              attachments: [{ filename: 'kept.bin', content: 'octets' }],
            },
            ['\\Draft', '\\Flagged'],
          ),
        );

        const { status, body } = await write('PATCH', `/${id}/MessageBody`, { textHtml: '<p>new</p>' });

        const { id: newId, ...texts } = body.data;
        assert.equal(status, 200);
        assert.notEqual(newId, id);
        assert.deepEqual(texts, { ...KEYS, textHtml: '<p>new</p>', textPlain: 'new' });
        assert.equal(await stored(id), undefined);
        const now = await stored(newId);
        assert.deepEqual(now?.flags, ['\\Draft', '\\Flagged']);
        assert.match(now?.raw ?? '', /^Subject: Kept\r$/m);
        assert.equal((await get(`/${newId}/Attachments`)).data[0].text, 'kept.bin');
      });

      it('refuses a message that is no draft, and leaves it alone', async () => {
        const id = String(await v0.deliver('Drafts', { subject: 'Received' }));

        const { status, body } = await write('PATCH', `/${id}/MessageBody`, { textHtml: 'x' });

        assert.deepEqual(
          [status, body.success, body.msg, body.detail],
          [409, false, 'Updating the MessageBodyDraft failed.', 'The message is not a draft.'],
        );
        assert.match((await stored(id))?.raw ?? '', /Subject: Received/);
      });

      it('refuses a change of a version that is not the newest', async () => {
        const id = await create();
        const { body: newer } = await write('PATCH', `/${id}/MessageBody`, { textHtml: 'first' });

        const { status, body } = await write('PATCH', `/${id}/MessageBody`, { textHtml: 'second' });

        assert.deepEqual([status, body.code], [412, 'outdated-version']);
        assert.match((await stored(newer.data.id))?.raw ?? '', /first/);
      });

      it('refuses texts that are no strings, and names them', async () => {
        const id = await create();

        const { status, body } = await write('PATCH', `/${id}/MessageBody`, { textHtml: 7 });

        assert.deepEqual(
          [status, body.code, body.parameter],
          [400, 'invalid-document', 'data.attributes.textHtml'],
        );
      });
    });

    describe('PATCH MessageDraft', () => {
      const ANN = { address: 'ann@example.com', name: 'M\u00fcller, "Ann" O\'Neil' };
      const JANE = { address: 'jane@example.org', name: 'Jane' };

      it('answers with the members of the request as they are stored, and the keys', async () => {
        const id = await create();

        const { status, body } = await write('PATCH', `/${id}/MessageDraft?origin=create`, {
          subject: 'Gr\u00fc\u00dfe',
          date: '1683036854',
          from: JSON.stringify(JANE),
          replyTo: JSON.stringify(JANE),
          to: JSON.stringify([
            { ...ANN, id: 'EmailAddress-1' },
            { address: 'bob@example.com' },
            { name: 'nobody' },
          ]),
          cc: '[]',
          bcc: [{ address: 'hidden@example.com', name: '"Quoted, Name"' }],
          references: '<x@y> <a1@example.com>',
          inReplyTo: '<a1@example.com>',
          xCnDraftInfo: null,
          seen: false,
          flagged: true,
          draft: true,
          answered: true,
          recent: false,
          unknown: { a: 1 },
        });

        const { id: newId, messageId, ...members } = body.data;
        assert.equal(status, 200);
        assert.notEqual(newId, id);
        assert.match(messageId, /^<[^<>\s]+>$/);
        assert.deepEqual(members, {
          ...KEYS,
          from: JANE,
          replyTo: JANE,
          to: [ANN, { address: 'bob@example.com', name: 'bob@example.com' }],
          cc: [],
          bcc: [{ address: 'hidden@example.com', name: 'Quoted, Name' }],
          subject: 'Gr\u00fc\u00dfe',
          date: '2023-05-02 14:14:14 +0000',
          references: '<x@y> <a1@example.com>',
          seen: false,
          flagged: true,
          draft: true,
          answered: false,
          recent: members.recent,
        });
        const now = await stored(newId);
        assert.deepEqual(now?.flags, ['\\Draft', '\\Flagged']);
        assert.match(now?.raw ?? '', /^In-Reply-To: <a1@example.com>\r$/m);
      });

      it('keeps the Message-ID, and everything that is not named', async () => {
        const first = (
          await write('PATCH', `/${await create()}/MessageDraft`, {
            subject: 'Kept',
            to: [ANN],
            replyTo: JANE,
            date: 1_683_036_854,
            flagged: true,
          })
        ).body.data;

        const second = (await write('PATCH', `/${first.id}/MessageDraft`, { cc: [JANE] })).body.data;

        assert.deepEqual(second, { id: second.id, ...KEYS, messageId: first.messageId, cc: [JANE] });
        const { data } = await get(`/${second.id}`);
        assert.deepEqual(
          [data.subject, data.to, data.replyTo, data.date, data.flagged],
          ['Kept', [ANN], JANE, '2023-05-02 14:14:14 +0000', true],
        );
        assert.equal((await get(`/${second.id}/MessageBody`)).data.textHtml, '<p>Hi</p>');
      });

      it('removes what is null or empty, but no Reply-To', async () => {
        const first = (
          await write('PATCH', `/${await create()}/MessageDraft`, {
            ...{ from: JANE, replyTo: ANN, to: [ANN], cc: [ANN], bcc: [ANN], subject: 'x' },
            ...{ references: '<a@b>', inReplyTo: '<a@b>' },
          })
        ).body.data;

        const second = (
          await write('PATCH', `/${first.id}/MessageDraft`, {
            ...{ from: null, replyTo: null, to: '[]', cc: 'no JSON', bcc: null, subject: null },
            ...{ references: null, inReplyTo: '', date: null, seen: null, flagged: null },
          })
        ).body.data;

        const raw = (await stored(second.id))?.raw ?? '';
        assert.doesNotMatch(raw, /^(From|To|Cc|Bcc|Subject|References|In-Reply-To):/m);
        assert.match(raw, /^Reply-To: .*ann@example\.com>\r$/m);
      });

      it('dates a draft that has no date', async () => {
        const before = Date.now();
        const id = String(await v0.deliver('Drafts', { date: null }, ['\\Draft']));

        const { data } = (await write('PATCH', `/${id}/MessageDraft`, { subject: 'x' })).body;

        const date = /^Date: (.*)\r$/m.exec((await stored(data.id))?.raw ?? '')?.[1] ?? '';
        assert.ok(Math.abs(Date.parse(date) - before) < 60_000);
      });

      for (const [member, value] of [
        ['subject', 7],
        ['date', 'tomorrow'],
        ['from', 7],
        ['to', true],
        ['seen', 'yes'],
      ] as const) {
        it(`refuses ${member} of the wrong type by name, and changes nothing`, async () => {
          const id = await create();

          const { status, body } = await write('PATCH', `/${id}/MessageDraft`, { [member]: value });

          assert.deepEqual(
            [status, body.success, body.msg, body.parameter],
            [400, false, 'Updating the MessageDraft failed.', `data.attributes.${member}`],
          );
          assert.ok(await stored(id));
        });
      }

      for (const [title, attributes] of [
        ['an address that is none', { to: [{ address: 'a@b\r\nBcc: c@d' }] }],
        ['a control character in a name', { from: { ...JANE, name: 'J\u0000ane' } }],
        ['a control character in an id', { references: '<a\u0001@b>' }],
        ['a date beyond all calendars', { date: 1e15 }],
      ] as const) {
        it(`refuses ${title}, and changes nothing`, async () => {
          const id = await create();

          const { status, body } = await write('PATCH', `/${id}/MessageDraft`, attributes);

          assert.deepEqual([status, body.code], [400, 'invalid-document']);
          assert.ok(await stored(id));
        });
      }

      for (const payload of [
        '{"data":{"attributes":{"subject":"x","__proto__":{"seen":true}}}}',
        '{"data":{"attributes":{"constructor":{"prototype":{"seen":true}}}}}',
        '{"data":{"attributes":{"subject":"x"',
        '[]',
        'null',
      ]) {
        it(`refuses the body ${payload}`, async () => {
          const id = await create();

          const path = `${DRAFTS}/${id}/MessageDraft`;
          const { status, body } = await v0.send({ method: 'PATCH', path, payload });

          assert.deepEqual([status, body.success], [400, false]);
          assert.ok(await stored(id));
        });
      }

      it('writes line breaks of a subject as spaces', async () => {
        const { body } = await write('PATCH', `/${await create()}/MessageDraft`, {
          subject: 'a\r\nBcc: c@d',
        });

        assert.equal(body.data.subject, 'a Bcc: c@d');
        assert.doesNotMatch((await stored(body.data.id))?.raw ?? '', /^Bcc:/m);
      });

      it('refuses a message that was received', async () => {
        const id = String(await v0.deliver('Drafts', { subject: 'Received' }));

        const { status, body } = await write('PATCH', `/${id}/MessageDraft`, { seen: true });

        assert.deepEqual([status, body.code], [409, 'conflict']);
      });
    });
  });
}
