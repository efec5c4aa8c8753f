/** Version 0 adds files to drafts and removes them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MailServers, openV0Server, type V0Server } from './v0-server.ts';

const DRAFTS = 'MailAccounts/gmail/MailFolders/Drafts/MessageItems';
const KEYS = { mailAccountId: 'gmail', mailFolderId: 'Drafts' };

type Part = readonly [name: string, value: string | Blob, fileName?: string];

function formOf(parts: readonly Part[]): FormData {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName);
  }
  return form;
}

/** `open` starts mail servers with the mailboxes Drafts and Sent. */
export function v0AttachmentsSuite(name: string, open: () => Promise<MailServers>): void {
  describe(`v0 attachments over ${name}`, () => {
    let v0: V0Server;
    before(async () => {
      v0 = openV0Server(await open());
    });
    after(() => v0.close());

    const create = async (): Promise<string> => {
      const payload = { data: { attributes: { textHtml: '<p>Hi</p>' } } };
      return (await v0.send({ method: 'POST', path: DRAFTS, payload })).body.data.id;
    };
    const upload = (id: string, ...parts: readonly Part[]) =>
      v0.send({ method: 'POST', path: `${DRAFTS}/${id}/Attachments`, payload: formOf(parts) });
    const list = async (id: string) =>
      (await v0.send({ method: 'GET', path: `${DRAFTS}/${id}/Attachments` })).body.data;
    const remove = (id: string, attachmentId: string) =>
      v0.send({
        method: 'DELETE',
        path: `${DRAFTS}/${id}/Attachments/${attachmentId}`,
        payload: { localId: 'x' },
      });
    const stored = async (id: string) =>
      (await v0.look('Drafts')).find((message) => message.uid === Number(id));

    describe('POST Attachments', () => {
      it('adds a file and answers with it like the list, under the new id of the message', async () => {
        const id = await create();

        const { status, body } = await upload(
          id,
          ['files[0][text]', 'Gr\u00fc\u00dfe, "alle".txt'],
          ['files[0][type]', 'text/plain'],
          ['files[0][id]', 'undefined'],
          ['files[0][blob]', new Blob(['hello'], { type: 'text/html' }), 'blob'],
        );

        const [{ id: attachmentId, parentMessageItemId, ...members }] = body.data;
        assert.equal(status, 200);
        assert.deepEqual(members, {
          ...KEYS,
          text: 'Gr\u00fc\u00dfe, "alle".txt',
          type: 'text/plain',
          size: 5,
          downloadUrl: 'data:application/octet-stream;base64,aGVsbG8=',
          previewImgSrc: '',
        });
        assert.notEqual(parentMessageItemId, id);
        assert.deepEqual(body.data, await list(parentMessageItemId));
        assert.equal(await stored(id), undefined);
        assert.match(attachmentId, /./);
      });

      it('takes the parts in any order, and name and type from the part', async () => {
        const { body } = await upload(
          await create(),
          ['files[0][blob]', new Blob(['GIF89a'], { type: 'image/gif' }), 'dots.gif'],
          ['files[0][type]', 'undefined'],
          ['files[0][text]', ''],
        );

        const [{ text, type, previewImgSrc }] = body.data;
        assert.deepEqual(
          [text, type, previewImgSrc],
          ['dots.gif', 'image/gif', 'data:image/gif;base64,R0lGODlh'],
        );
      });

      it('adds several files behind those that are there, and answers with the new ones', async () => {
        const first = (await upload(await create(), ['files[0][blob]', new Blob(['a']), 'same.txt'])).body
          .data[0];

        const { data } = (
          await upload(
            first.parentMessageItemId,
            ['files[1][blob]', new Blob(['a']), 'same.txt'],
            ['files[0][blob]', new Blob(['<p>'], { type: 'text/html' }), 'page.html'],
            [
              'files[2][blob]',
              new Blob(['Subject: x\r\n\r\nHi\r\n'], { type: 'message/rfc822' }),
              'mail.eml',
            ],
          )
        ).body;

        assert.deepEqual(
          data.map(({ text, size }: { text: string; size: number }) => [text, size]),
          [
            ['page.html', 3],
            ['same.txt', 1],
            ['mail.eml', 18],
          ],
        );
        const all = await list(data[0].parentMessageItemId);
        assert.deepEqual(
          all.map(({ text }: { text: string }) => text),
          ['same.txt', 'page.html', 'same.txt', 'mail.eml'],
        );
        assert.deepEqual(all.slice(1), data);
      });

      it('stores every octet', async () => {
        const octets = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));

        const [added] = (await upload(await create(), ['files[0][blob]', new Blob([octets]), 'x.bin'])).body
          .data;

        assert.equal(added.size, octets.length);
        assert.ok(Buffer.from(added.downloadUrl.split(',')[1], 'base64').equals(octets));
        const [listed] = await list(added.parentMessageItemId);
        assert.ok(Buffer.from(listed.downloadUrl.split(',')[1], 'base64').equals(octets));
      });

      it('refuses a file without content that is in no message that was opened', async () => {
        const id = await create();

        const { status, body } = await upload(
          id,
          ['files[0][text]', 'plan.pdf'],
          ['files[0][type]', 'application/pdf'],
          ['files[0][file]', 'null'],
        );

        assert.deepEqual(
          [status, body.success, body.detail],
          [
            400,
            false,
            'The content of "plan.pdf" is missing: files[0][blob] must be the file, or the file must be in the message that was opened to forward it.',
          ],
        );
        assert.ok(await stored(id));
      });

      it('refuses a form without files', async () => {
        const { status, body } = await upload(await create(), ['name', 'value']);

        assert.deepEqual([status, body.code], [400, 'invalid-document']);
      });

      it('refuses a file of more than 25 MB, and leaves the draft alone', async () => {
        const id = await create();

        const { status, body } = await upload(id, [
          'files[0][blob]',
          new Blob([Buffer.alloc(25_000_001)]),
          'x',
        ]);

        assert.deepEqual([status, body.code], [413, 'payload-too-large']);
        assert.ok(await stored(id));
      });

      it('refuses a message that is no draft', async () => {
        const id = String(await v0.deliver('Drafts', { subject: 'Received' }));

        const { status } = await upload(id, ['files[0][blob]', new Blob(['x']), 'x']);

        assert.equal(status, 409);
      });

      it('finds a folder whose name is encoded as one segment', async () => {
        await v0.createMailbox('Work/Project A');
        const path = 'MailAccounts/gmail/MailFolders/Work%2FProject%20A/MessageItems';
        const { data } = (await v0.send({ method: 'POST', path, payload: {} })).body;
        const form = formOf([['files[0][blob]', new Blob(['x']), 'x']]);

        const { status, body } = await v0.send({
          method: 'POST',
          path: `${path}/${data.id}/Attachments`,
          payload: form,
        });

        assert.deepEqual([status, body.data[0].mailFolderId], [200, 'Work/Project A']);
      });
    });

    describe('DELETE Attachments', () => {
      const withFiles = async (...names: readonly string[]) =>
        (
          await upload(
            await create(),
            ...names.map((text, index): Part => [`files[${index}][blob]`, new Blob(['same']), text]),
          )
        ).body.data;

      it('removes the file and answers with the key of the message', async () => {
        const [first, second] = await withFiles('a.txt', 'b.txt');

        const { status, body } = await remove(first.parentMessageItemId, first.id);

        assert.equal(status, 200);
        assert.deepEqual(body, { success: true, data: { id: body.data.id, ...KEYS } });
        assert.notEqual(body.data.id, first.parentMessageItemId);
        const left = await list(body.data.id);
        assert.deepEqual(
          left.map(({ text }: { text: string }) => text),
          [second.text],
        );
      });

      it('removes one of two that are the same, and then the other', async () => {
        const [first, second] = await withFiles('twin.txt', 'twin.txt');
        assert.notEqual(first.id, second.id);

        const { body } = await remove(first.parentMessageItemId, first.id);

        assert.equal((await list(body.data.id)).length, 1);
        const { body: last } = await remove(body.data.id, second.id);
        assert.deepEqual(await list(last.data.id), []);
        assert.equal(
          (await v0.send({ method: 'GET', path: `${DRAFTS}/${last.data.id}/MessageBody` })).body.data
            .textHtml,
          '<p>Hi</p>',
        );
      });

      for (const attachmentId of [
        '1-0000000000000000',
        'd41d8cd98f00b204e9800998ecf8427e',
        '2',
        '__proto__',
      ]) {
        it(`knows no file ${attachmentId}, and leaves the draft alone`, async () => {
          const [file] = await withFiles('a.txt');

          const { status, body } = await remove(file.parentMessageItemId, attachmentId);

          assert.deepEqual([status, body.code], [404, 'attachment-unknown']);
          assert.ok(await stored(file.parentMessageItemId));
        });
      }

      it('refuses a message that is no draft', async () => {
        const sample = { attachments: [{ filename: 'a.txt', content: 'x' }] };
        const id = String(await v0.deliver('Drafts', sample));

        const { status } = await remove(id, (await list(id))[0].id);

        assert.equal(status, 409);
        assert.equal((await list(id)).length, 1);
      });
    });
  });
}
