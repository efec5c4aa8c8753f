/** Messages that are composed and sent in one request over version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, PLAIN } from '../v1-server.ts';
import {
  DRAFTS,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const TO = { to: [{ address: 'ann@example.com' }] };
const DOCUMENT = newMessage({ ...TO, subject: 'At once', textPlain: 'See the files' });

type Part = readonly [field: string, content: string | Blob, fileName?: string];

/** A form as browsers send it. */
async function formOf(...parts: readonly Part[]) {
  const form = new FormData();
  for (const [field, content, fileName] of parts) {
    if (typeof content === 'string') form.append(field, content);
    else form.append(field, content, fileName);
  }
  const response = new Response(form);
  const contentType = response.headers.get('content-type') ?? '';
  return { headers: { 'content-type': contentType }, payload: Buffer.from(await response.arrayBuffer()) };
}

export function sendNewSuite(name: string, start: StartWritingApi): void {
  describe(`Messages of v1 that are sent at once over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    interface Sending {
      readonly headers?: Readonly<Record<string, string>>;
      readonly payload?: Buffer | string;
      readonly document?: unknown;
    }
    const send = (sending: Sending, query = '', folder = DRAFTS) =>
      server.send({ method: 'POST', url: `${folder}/send${query}`, ...sending });
    const sendForm = async (...parts: readonly Part[]) => send(await formOf(...parts));
    const document = (value: unknown): Part => ['document', JSON.stringify(value)];
    const filesOf = async ({ links }: ShownResource) =>
      (await server.get(`${links.self}/Attachments?relfield:fields[Attachment]=%2BcontentId`))
        .json()
        .data.map(({ attributes }: ShownResource) => [attributes.name, attributes.contentId]);
    const countDrafts = async (): Promise<number> => (await server.get(DRAFTS)).json().meta.page.total;

    it('come as a form with files, go out once, and are filed', async () => {
      const [sent, drafts] = [server.sent().length, await countDrafts()];
      const answer = await sendForm(
        document(DOCUMENT),
        ['a', new Blob(['hello'], { type: 'text/plain' }), 'größe.txt'],
        ['b', new Blob([PIXEL], { type: 'image/gif' }), 'pixel.gif'],
      );
      const { data, meta } = answer.json();

      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(meta, { accepted: ['ann@example.com'], rejected: [], warnings: [] });
      assert.deepEqual([data.attributes.subject, data.attributes.draft], ['At once', false]);
      assert.deepEqual(await filesOf(data), [
        ['größe.txt', null],
        ['pixel.gif', null],
      ]);
      assert.deepEqual([server.sent().length, await countDrafts()], [sent + 1, drafts]);
      assert.match(String(server.sent().at(-1)?.raw), /filename/);
    });

    it('come with the document as a part of its type, in any place of the form', async () => {
      const answer = await sendForm(
        ['file', new Blob(['x']), 'x.bin'],
        ['document', new Blob([JSON.stringify(DOCUMENT)], { type: PLAIN }), 'message.json'],
      );

      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(await filesOf(answer.json().data), [['x.bin', null]]);
    });

    it('show a file in their HTML whose field has the name that the HTML has', async () => {
      const textHtml = '<p>Logo: <img src="cid:logo@example.org"><img src="cid:two"></p>';
      const gif = new Blob([PIXEL], { type: 'image/gif' });
      const answer = await sendForm(
        document(newMessage({ ...TO, textHtml })),
        ['logo@example.org', gif, 'logo.gif'],
        ['two', gif, 'two.gif'],
        ['logo', gif, 'other.gif'],
      );

      assert.deepEqual(await filesOf(answer.json().data), [
        ['logo.gif', 'logo@example.org'],
        ['two.gif', 'two'],
        ['other.gif', null],
      ]);
    });

    it('come as a document alone, also as a reply', async () => {
      const { data: original } = (await server.get(`${MESSAGES}/2`)).json();
      const relationships = { repliesTo: { data: { type: 'MessageItem', id: original.id } } };
      const reply = newMessage({ textPlain: 'Yes' }, { relationships });
      const answer = await send({ document: reply }, '?fields[MessageItem]=subject');

      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual(answer.json().data.attributes, { subject: 'Re: Apples' });
      assert.equal((await server.get(`${MESSAGES}/2`)).json().data.attributes.answered, true);
    });

    it('are sent once for each Idempotency-Key', async () => {
      const count = server.sent().length;
      const form = await formOf(document(DOCUMENT), ['a', new Blob(['a']), 'a.txt']);
      const headers = { ...form.headers, 'idempotency-key': 'at-once' };
      const first = await Promise.all([send({ ...form, headers }), send({ ...form, headers })]);
      const answers = [...first, await send({ ...form, headers })];

      assert.deepEqual(
        answers.map(({ statusCode, body }) => [statusCode, body]),
        answers.map(() => [200, answers[0]?.body]),
      );
      assert.equal(server.sent().length, count + 1);
    });

    it('are refused, and leave nothing behind, where something is wrong', async () => {
      const [sent, drafts] = [server.sent().length, await countDrafts()];
      const file: Part = ['a', new Blob(['a']), 'a.txt'];
      const answers = [
        await sendForm(file),
        await sendForm(['document', 'no json'], file),
        await sendForm(document({ data: { type: 'MailFolder' } }), file),
        await sendForm(document(newMessage({ ...TO, subjekt: 'a', date: 'today' })), file),
        await sendForm(document(newMessage({ subject: 'to nobody' })), file),
        await sendForm(document(newMessage({ to: [{ address: 'a b@c@d' }] })), file),
        await sendForm(document(DOCUMENT), ...Array.from({ length: 21 }, () => file)),
        await sendForm(document(DOCUMENT), ['other', 'text'], file),
        await sendForm(document(DOCUMENT), document(DOCUMENT)),
        await sendForm(document(DOCUMENT), ['document', new Blob([JSON.stringify(DOCUMENT)]), 'a.json']),
        await send({ headers: { 'content-type': 'text/plain' }, payload: 'a' }),
        await send({ document: DOCUMENT, headers: { 'if-match': '"a"' } }),
        await send({ document: DOCUMENT }, '', `${ACCOUNT}/MailFolders/Nowhere/MessageItems`),
      ];

      assert.deepEqual(answers.map(problemsOf), [
        [[400, 'malformed-request', undefined]],
        [[400, 'invalid-json', { pointer: '' }]],
        [[409, 'resource-mismatch', { pointer: '/data/type' }]],
        [
          [422, 'invalid-value', { pointer: '/data/attributes/subjekt' }],
          [422, 'invalid-value', { pointer: '/data/attributes/date' }],
        ],
        [[422, 'invalid-value', { pointer: '/data/attributes' }]],
        [[422, 'invalid-value', { pointer: '/data/attributes/to/0/address' }]],
        [[413, 'payload-too-large', undefined]],
        [[400, 'malformed-request', undefined]],
        [[400, 'malformed-request', undefined]],
        [[400, 'malformed-request', undefined]],
        [[415, 'unsupported-media-type', { header: 'Content-Type' }]],
        [[412, 'outdated-version', { header: 'If-Match' }]],
        [[404, 'mailbox-unknown', undefined]],
      ]);
      assert.deepEqual([server.sent().length, await countDrafts()], [sent, drafts]);
    });
  });
}
