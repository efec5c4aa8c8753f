/** Files of drafts over version 1: attached in three ways, and taken off. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MESSAGES, PLAIN } from '../v1-server.ts';
import {
  createDraft,
  formOf,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  textsOf,
  type WritingApi,
} from './writing-api.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export function uploadsSuite(name: string, start: StartWritingApi): void {
  describe(`Files of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    interface Upload {
      readonly headers?: Readonly<Record<string, string>>;
      readonly payload?: Buffer | string;
      readonly document?: unknown;
    }
    const attach = ({ links }: ShownResource, upload: Upload, query = '') =>
      server.send({ method: 'POST', url: `${links.self}/Attachments${query}`, ...upload });
    const namesOf = async (message: string) =>
      (await server.get(`${message}/Attachments`))
        .json()
        .data.map(({ attributes }: ShownResource) => attributes.name);
    const contentOf = async ({ attributes }: ShownResource) =>
      (await server.get(attributes.downloadUrl)).rawPayload;
    const newVersionOf = (meta: { MessageItem: { id: string } }, { links }: ShownResource) =>
      links.self.replace(/[^/]+$/, meta.MessageItem.id);

    it('come as a form: one file is the resource that was created (C33)', async () => {
      const { draft } = await createDraft(server, { textPlain: 'See the file' });
      const answer = await attach(draft, await formOf(['anything', 'größe.txt', 'hello']));
      const { data, meta, links } = answer.json();

      assert.equal(answer.statusCode, 201);
      assert.equal(answer.headers.location, data.links.self);
      assert.equal(links.self, data.links.self);
      const { name, contentType, size, inline } = data.attributes;
      assert.deepEqual([name, contentType, inline], ['größe.txt', 'application/octet-stream', false]);
      assert.deepEqual([size, data.meta], [5, undefined]);
      assert.equal(String(await contentOf(data)), 'hello');
      assert.equal(meta.previousId, draft.id);
      assert.equal(data.relationships.MessageItem.data.id, meta.MessageItem.id);
      assert.equal((await server.get(draft.links.self)).statusCode, 404);
      const message = newVersionOf(meta, draft);
      assert.deepEqual(await textsOf(server, message), { textPlain: 'See the file', textHtml: '' });
    });

    it('come as a form: several are a list in the order of the form', async () => {
      const { draft } = await createDraft(server);
      const first = await attach(draft, await formOf(['f', 'old.txt', 'old']));
      const { meta } = first.json();
      const url = `${newVersionOf(meta, draft)}/Attachments?fields[Attachment]=name`;
      const answer = await server.send({
        method: 'POST',
        url,
        ...(await formOf(['a', 'b.txt', '1'], ['b', 'a.txt', '2'])),
      });
      const { data, links } = answer.json();

      assert.equal(answer.statusCode, 201);
      assert.deepEqual(
        data.map(({ attributes }: ShownResource) => attributes),
        [{ name: 'b.txt' }, { name: 'a.txt' }],
      );
      assert.ok(links.self.startsWith(String(answer.headers.location)), links.self);
      assert.deepEqual(await namesOf(String(answer.headers.location).replace('/Attachments', '')), [
        'old.txt',
        'b.txt',
        'a.txt',
      ]);
    });

    it('come as the body itself, named by its headers', async () => {
      const { draft } = await createDraft(server);
      const headers = {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="plain.csv"; filename*=UTF-8''zahlen%20%C3%BC.csv`,
      };
      const { data } = (await attach(draft, { headers, payload: Buffer.from('a,b\n') })).json();

      assert.deepEqual([data.attributes.name, data.attributes.contentType], ['zahlen ü.csv', 'text/csv']);
      assert.equal(String(await contentOf(data)), 'a,b\n');
    });

    it('come as JSON or as a form when their names say that they are files', async () => {
      const { draft } = await createDraft(server);
      const headers = { 'content-type': PLAIN, 'content-disposition': 'attachment; filename=x.json' };
      const { data } = (await attach(draft, { headers, payload: '{"data":1}' })).json();

      assert.equal(String(await contentOf(data)), '{"data":1}');
    });

    it('come as images that the HTML shows', async () => {
      const { draft } = await createDraft(server, { textHtml: '<p><img src="cid:pixel@example.org" /></p>' });
      const headers = {
        'content-type': 'image/gif',
        'content-disposition': 'inline; filename="pixel.gif"',
        'content-id': '<pixel@example.org>',
      };
      const { data } = (
        await attach(draft, { headers, payload: PIXEL }, '?relfield:fields[Attachment]=%2BcontentId')
      ).json();

      const { inline, contentId, name } = data.attributes;
      assert.deepEqual([inline, contentId, name], [true, 'pixel@example.org', 'pixel.gif']);
      assert.deepEqual(await contentOf(data), PIXEL);
    });

    it('come from other messages by reference', async () => {
      const { draft } = await createDraft(server);
      const [numbers] = (await server.get(`${MESSAGES}/3/Attachments`)).json().data;
      const source = { data: { type: 'Attachment', id: numbers.id } };
      const document = { data: { type: 'Attachment', relationships: { source } } };
      const answer = await attach(draft, { document });

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.name], [201, 'numbers.csv']);
      assert.equal(String(await contentOf(answer.json().data)), 'a,b\n1,2\n');
    });

    it('may come empty', async () => {
      const { draft } = await createDraft(server);
      const headers = { 'content-disposition': 'attachment; filename=empty.txt' };
      const answer = await attach(draft, { headers, payload: '' });

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.size], [201, 0]);
    });

    const REFUSED: readonly (readonly [string, Upload, readonly unknown[]])[] = [
      [
        'a body without a name',
        { payload: 'x' },
        [415, 'unsupported-media-type', { header: 'Content-Type' }],
      ],
      [
        'a text without a name',
        { headers: { 'content-type': 'text/plain' }, payload: 'x' },
        [415, 'unsupported-media-type', { header: 'Content-Type' }],
      ],
      [
        'another disposition',
        { headers: { 'content-disposition': 'form-data; name=x' }, payload: 'x' },
        [400, 'invalid-parameter', { header: 'Content-Disposition' }],
      ],
      [
        'an inline file without an id',
        { headers: { 'content-disposition': 'inline; filename=x.gif' }, payload: 'x' },
        [400, 'invalid-parameter', { header: 'Content-ID' }],
      ],
      [
        'a form without a boundary',
        { headers: { 'content-type': 'multipart/form-data' }, payload: 'x' },
        [400, 'malformed-request', undefined],
      ],
      [
        'no JSON',
        { headers: { 'content-type': PLAIN }, payload: '{' },
        [400, 'invalid-json', { pointer: '' }],
      ],
      [
        'another document',
        { document: { data: { type: 'MessageItem' } } },
        [409, 'resource-mismatch', { pointer: '/data/type' }],
      ],
      [
        'a document without a source',
        { document: { data: { type: 'Attachment' } } },
        [422, 'invalid-value', { pointer: '/data/relationships' }],
      ],
      [
        'a document with attributes',
        {
          document: {
            data: {
              type: 'Attachment',
              attributes: { name: 'x' },
              relationships: { source: { data: { type: 'Attachment', id: 'gmail.INBOX.1.1.2' } } },
            },
          },
        },
        [422, 'invalid-value', { pointer: '/data/attributes/name' }],
      ],
      [
        'the name of a file that is not there (C35)',
        {
          document: {
            data: {
              type: 'Attachment',
              relationships: { source: { data: { type: 'Attachment', id: 'gmail.INBOX.1.1.2' } } },
            },
          },
        },
        [404, 'message-unknown', { pointer: '/data/relationships/source/data' }],
      ],
    ];
    for (const [what, upload, problem] of REFUSED) {
      it(`are not ${what}`, async () => {
        const { draft } = await createDraft(server);

        assert.deepEqual(problemsOf(await attach(draft, upload)), [problem]);
        assert.equal((await server.get(draft.links.self)).statusCode, 200);
      });
    }

    it('have at most 25 MB each', async () => {
      const { draft } = await createDraft(server);
      const headers = { 'content-disposition': 'attachment; filename=big.bin' };
      const answer = await attach(draft, { headers, payload: Buffer.alloc(25_000_001) });

      assert.deepEqual(problemsOf(answer), [[413, 'payload-too-large', undefined]]);
    });

    it('are those of drafts: a received message keeps its own', async () => {
      const url = `${MESSAGES}/3/Attachments`;
      const answers = [
        await server.send({ method: 'POST', url, ...(await formOf(['a', 'a.txt', '1'])) }),
        await server.send({ method: 'DELETE', url: `${url}/2` }),
      ];

      assert.deepEqual(answers.map(problemsOf), [
        [[409, 'conflict', undefined]],
        [[409, 'conflict', undefined]],
      ]);
    });

    it('are taken off; the message has another id then (C43)', async () => {
      const { draft } = await createDraft(server, { textPlain: 'text' });
      const upload = await attach(draft, await formOf(['a', 'a.txt', '1'], ['b', 'b.txt', '2']));
      const [first] = upload.json().data;
      const answer = await server.send({ method: 'DELETE', url: first.links.self });
      const { meta, links, data } = answer.json();

      assert.deepEqual([answer.statusCode, data], [200, undefined]);
      assert.equal(meta.previousId, upload.json().meta.MessageItem.id);
      assert.equal((await server.get(links.related)).json().data.id, meta.MessageItem.id);
      assert.deepEqual(await namesOf(links.related), ['b.txt']);
      assert.deepEqual(await textsOf(server, links.related), { textPlain: 'text', textHtml: '' });
    });

    for (const part of ['9', 'x', '0']) {
      it(`that are not there cannot be taken off: ${part} (C43)`, async () => {
        const { draft } = await createDraft(server);
        const answer = await server.send({
          method: 'DELETE',
          url: `${draft.links.self.replace('/MessageItems/', '/Attachments/')}.${part}`,
        });

        assert.deepEqual(problemsOf(answer), [[404, 'attachment-unknown', undefined]]);
      });
    }
  });
}
