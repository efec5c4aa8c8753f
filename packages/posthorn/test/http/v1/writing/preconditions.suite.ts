/** If-Match over version 1: a change is done to the message that it was meant for, or not at all. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { INBOX, MESSAGES, V1 } from '../v1-server.ts';
import {
  changeOf,
  createDraft,
  DRAFTS,
  FOLDERS,
  formOf,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  textsOf,
  type WritingApi,
} from './writing-api.ts';

const PARALLEL = 50;

export function preconditionsSuite(name: string, start: StartWritingApi): void {
  describe(`If-Match of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const inbox = async (uid: number): Promise<ShownResource> =>
      (await server.get(`${MESSAGES}/${uid}`)).json().data;
    const tagOf = async (url: string): Promise<string> => String((await server.get(url)).headers.etag);
    const patch = (message: ShownResource, attributes: Readonly<Record<string, unknown>>, ifMatch?: string) =>
      server.send({
        method: 'PATCH',
        url: message.links.self,
        document: changeOf(message, attributes),
        ...(ifMatch !== undefined && { headers: { 'if-match': ifMatch } }),
      });
    const refused = [[412, 'outdated-version', { header: 'If-Match' }]];

    it('names a message by a tag that tells which flags the answer showed (C51)', async () => {
      const validity = (await inbox(3)).id.split('.').at(-2);
      const state = async (query: string) =>
        (await tagOf(`${MESSAGES}/3${query}`)).replace(/^W\/"(.*)\.[^.]*"$/, '$1');

      assert.equal(await state(''), `${validity}.3.s1a0d0f1`);
      assert.equal(await state('?fields[MessageItem]=seen,subject'), `${validity}.3.s1`);
      assert.equal(await state('?fields[MessageItem]=subject'), `${validity}.3.-`);
      assert.match(await state('?fields[MessageItem]=keywords,flagged'), /\.3\.f1k[\w-]{8}$/);
      assert.equal(await state('/MessageBody'), `${validity}.3.-`);
      assert.equal(await state('/Attachments/2'), `${validity}.3.-`);
    });

    it('does not change how If-None-Match saves the transfer (C50)', async () => {
      const etag = await tagOf(`${MESSAGES}/3`);
      const url = `${MESSAGES}/3`;
      const [same, other, changing] = [
        await server.get(url, { 'if-none-match': etag }),
        await server.get(`${url}?fields[MessageItem]=size`, { 'if-none-match': etag }),
        await server.send({
          method: 'PATCH',
          url,
          headers: { 'if-none-match': etag },
          document: changeOf(await inbox(3), {}),
        }),
      ];

      assert.deepEqual([same.statusCode, other.statusCode, changing.statusCode], [304, 200, 200]);
      assert.notEqual(changing.body, '');
    });

    /** What is asked of the message before another client sets \\Flagged on it, and whether the tag then still fits. */
    const TAGS: readonly (readonly [string, number])[] = [
      ['', 412],
      ['?fields[MessageItem]=subject', 200],
      ['?fields[MessageItem]=seen', 200],
      ['?fields[MessageItem]=flagged', 412],
      ['?fields[MessageItem]=keywords', 200],
      ['/MessageBody', 200],
      ['/Attachments', 200],
      ['/Attachments/2', 200],
      ['/Attachments/2/content', 412],
    ];
    for (const [shown, status] of TAGS) {
      it(`with the tag of ${shown || 'all fields'} gives ${status} after the message was flagged (C51)`, async () => {
        const message = await inbox(3);
        await patch(message, { flagged: false });
        const etag = await tagOf(`${MESSAGES}/3${shown}`);
        const before = await patch(message, { seen: true }, etag);
        await patch(message, { flagged: true });
        const after = await patch(message, { seen: true }, etag);

        assert.equal(before.statusCode, shown.endsWith('content') ? 412 : 200);
        assert.equal(after.statusCode, status);
      });
    }

    it('sees a keyword that was added', async () => {
      const message = await inbox(2);
      const etag = await tagOf(`${MESSAGES}/2?fields[MessageItem]=keywords`);
      const first = await patch(message, { keywords: ['Later'] }, etag);
      const second = await patch(message, { keywords: ['Never'] }, etag);

      assert.deepEqual([first.statusCode, second.statusCode], [200, 412]);
      assert.deepEqual(problemsOf(second), refused);
    });

    it('goes on with the tag of each answer', async () => {
      const { draft, etag } = await createDraft(server);
      const first = await patch(draft, { subject: 'One' }, etag);
      const second = await patch(first.json().data, { subject: 'Two' }, String(first.headers.etag));
      const form = await formOf(['a', 'a.txt', '1']);
      const attaching = await server.send({
        method: 'POST',
        url: `${second.json().data.links.self}/Attachments`,
        headers: { 'if-match': String(second.headers.etag), ...form.headers },
        payload: form.payload,
      });
      const version = `${V1}/MessageItems/${attaching.json().meta.MessageItem.id}`;
      const deleting = await server.send({
        method: 'DELETE',
        url: version,
        headers: { 'if-match': String(attaching.headers.etag) },
      });

      assert.deepEqual(
        [first, second, attaching, deleting].map(({ statusCode }) => statusCode),
        [200, 200, 201, 200],
      );
    });

    const UNFIT: readonly string[] = [
      '"x"',
      'x',
      'W/"1.1.-.AAAAAAAAAAAAAAAAAAAAAA"',
      '"AAAAAAAAAAAAAAAAAAAAAA"',
      '""',
      '',
    ];
    for (const tag of UNFIT) {
      it(`does not fit: ${tag}`, async () => {
        assert.deepEqual(problemsOf(await patch(await inbox(3), { seen: true }, tag)), refused);
      });
    }

    it('does not fit when it is the tag of a list or of another message', async () => {
      const message = await inbox(3);
      const tags = [await tagOf(MESSAGES), await tagOf(INBOX), await tagOf(`${MESSAGES}/2`)];
      const answers = await Promise.all(tags.map((tag) => patch(message, { seen: true }, tag)));

      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [412, 412, 412],
      );
    });

    it('fits when one of several does, and * fits every message that is there', async () => {
      const message = await inbox(3);
      const tags = `"x", ${await tagOf(message.links.self)}`;
      const missing = { ...message, links: { self: `${MESSAGES}/99` } };

      assert.equal((await patch(message, { seen: true }, tags)).statusCode, 200);
      assert.equal((await patch(message, { seen: true }, '*')).statusCode, 200);
      assert.equal((await patch(missing, { seen: true }, '*')).statusCode, 409);
    });

    it('guards every change of one message, and nothing is done', async () => {
      const { draft } = await createDraft(server);
      const { self } = draft.links;
      const headers = { 'if-match': '"old"' };
      const folder = { data: { type: 'MailFolder', id: 'gmail.Work' } };
      const sent = server.sent().length;
      const answers = [
        await patch(draft, { subject: 'x' }, '"old"'),
        await server.send({ method: 'DELETE', url: self, headers }),
        await server.send({ method: 'DELETE', url: `${self}?skipTrash=true`, headers }),
        await server.send({ method: 'POST', url: `${self}/copy`, headers, document: folder }),
        await server.send({ method: 'POST', url: `${self}/send`, headers }),
        await server.send({
          method: 'PATCH',
          url: `${self}/relationships/MailFolder`,
          headers,
          document: folder,
        }),
        await server.send({ method: 'POST', url: `${self}/Attachments`, headers, payload: 'x' }),
        await server.send({
          method: 'DELETE',
          url: `${self.replace('/MessageItems/', '/Attachments/')}.2`,
          headers,
        }),
      ];

      assert.deepEqual(
        answers.map(problemsOf),
        answers.map(() => refused),
      );
      const { data } = (await server.get(self)).json();
      // \Recent goes to the first session that sees the draft.
      const { recent } = draft.attributes;
      assert.deepEqual({ ...data, attributes: { ...data.attributes, recent } }, draft);
      assert.equal(server.sent().length, sent);
    });

    it('of folders and of what is created can only be *', async () => {
      const folder = (await server.get(`${FOLDERS}/Work`)).json().data;
      const write = async (ifMatch: string) => [
        await server.send({
          method: 'PATCH',
          url: folder.links.self,
          headers: { 'if-match': ifMatch },
          document: changeOf(folder, { subscribed: true }),
        }),
        await server.send({
          method: 'POST',
          url: DRAFTS,
          headers: { 'if-match': ifMatch },
          document: newMessage({}),
        }),
      ];
      const tagged = await write(await tagOf(folder.links.self));

      assert.deepEqual(tagged.map(problemsOf), [refused, refused]);
      assert.match(tagged[0]?.json().errors[0].detail, /only be \*/);
      assert.deepEqual(
        (await write('*')).map(({ statusCode }) => statusCode),
        [200, 201],
      );
    });

    for (const isConditional of [true, false]) {
      it(`one of ${PARALLEL} parallel changes of a draft is done, ${isConditional ? 'with' : 'also without'} If-Match`, async () => {
        const { draft, etag } = await createDraft(server, { textPlain: 'original' });
        const answers = await Promise.all(
          Array.from({ length: PARALLEL }, (_, index) =>
            patch(draft, { textPlain: `text ${index}` }, isConditional ? etag : undefined),
          ),
        );
        const winners = answers.flatMap((answer, index) => (answer.statusCode === 200 ? [index] : []));
        const others = answers.filter(({ statusCode }) => statusCode !== 200);
        const [winner = -1] = winners;

        assert.equal(winners.length, 1);
        assert.deepEqual(
          others.map((answer) => [answer.statusCode, answer.json().errors[0].code]),
          others.map(() => [412, 'outdated-version']),
        );
        const { data } = answers[winner]?.json() ?? {};
        assert.deepEqual(await textsOf(server, data.links.self), {
          textPlain: `text ${winner}`,
          textHtml: '',
        });
        const list = (await server.get(`${DRAFTS}?filter[messageId]=${draft.attributes.messageId}`)).json();
        assert.equal(list.data.length, 1);
      });
    }

    it('lets one of two parallel changes of the same flag be done', async () => {
      const message = await inbox(1);
      await patch(message, { flagged: false });
      const etag = await tagOf(message.links.self);
      const answers = await Promise.all([
        patch(message, { flagged: true }, etag),
        patch(message, { flagged: true, seen: true }, etag),
      ]);

      assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 412]);
    });
  });
}
