/** Drafts over version 1: created, as replies and forwards too, revised, and sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { EXT, MESSAGES } from '../v1-server.ts';
import {
  changeOf,
  createDraft,
  DRAFTS,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  textsOf,
  type WritingApi,
} from './writing-api.ts';

const ALL = 'relfield:fields[MessageItem]=%2Bcc,%2Bbcc,%2BreplyTo,%2BinReplyTo,%2Bkeywords';
const ANN = { address: 'ann@example.com', name: 'Ann' };
const BOB = { address: 'bob@example.com', name: 'bob@example.com' };

export function draftsSuite(name: string, start: StartWritingApi): void {
  describe(`A draft of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const post = (document: unknown, query = '') =>
      server.send({ method: 'POST', url: `${DRAFTS}${query}`, document });
    const patch = (url: string, document: unknown) => server.send({ method: 'PATCH', url, document });
    const inbox = async (uid: number): Promise<ShownResource> =>
      (await server.get(`${MESSAGES}/${uid}`)).json().data;
    const attachmentsOf = async (message: string) =>
      (await server.get(`${message}/Attachments`)).json().data as readonly ShownResource[];
    const relatedTo = (
      relationship: string,
      { type, id }: Pick<ShownResource, 'type' | 'id'>,
      meta?: object,
    ) => ({
      relationships: { [relationship]: { data: { type, id } } },
      ...(meta && { meta }),
    });

    describe('that is copied', () => {
      const copy = async (draft: ShownResource, folder: string): Promise<ShownResource> => {
        const document = { data: { type: 'MailFolder', id: folder } };
        return (await server.send({ method: 'POST', url: `${draft.links.self}/copy`, document })).json().data;
      };
      /** Three copies of a template that is in another folder. */
      const copies = async () => {
        const { draft } = await createDraft(server);
        const template = await copy(draft, 'gmail.Work');
        const folder = draft.relationships.MailFolder.data.id;
        return Promise.all([1, 2, 3].map(() => copy(template, folder)));
      };

      it('does not take its copies along when it is changed', async () => {
        const [first, ...others] = await copies();
        assert.ok(first);

        const changed = await patch(first.links.self, changeOf(first, { subject: 'Dear Ann' }));
        const statuses = [];
        for (const other of others) {
          const answer = await patch(other.links.self, changeOf(other, { subject: 'Dear Bob' }));
          statuses.push(answer.statusCode);
        }

        assert.deepEqual([changed.statusCode, statuses], [200, [200, 200]]);
        assert.equal((await server.get(changed.json().data.links.self)).statusCode, 200);
      });

      it('is sent, and so is each of its copies, with Message-IDs of their own', async () => {
        const drafts = await copies();
        const before = server.sent().length;

        for (const { links } of drafts) {
          assert.equal((await server.send({ method: 'POST', url: `${links.self}/send` })).statusCode, 200);
        }

        const sent = server.sent().slice(before);
        const ids = sent.map(({ raw }) => /^Message-ID: (.*)\r$/im.exec(raw.toString('latin1'))?.[1]);
        assert.deepEqual([ids.length, new Set(ids).size], [3, 3]);
      });
    });

    it('is created as a whole by one request, with its address as Location (C33)', async () => {
      const attributes = {
        from: { address: 'office@example.org', name: 'Jane' },
        to: [ANN],
        cc: [{ address: 'bob@example.com' }],
        bcc: [{ address: 'carl@example.com', name: 'Carl' }],
        replyTo: { address: 'answers@example.org', name: 'Answers' },
        subject: 'Größe',
        date: '2024-12-31T23:30:00+01:00',
        references: ['<a@example.com>', 'b@example.com'],
        inReplyTo: ['b@example.com'],
        seen: false,
        flagged: true,
        keywords: ['$Label1'],
        textPlain: 'Hi',
        textHtml: '<p>Hi</p>',
      };
      const answer = await post(newMessage(attributes), `?${ALL}`);
      const { data, links, jsonapi } = answer.json();
      const { seen, flagged, draft, uid, messageId, size, ...shown } = data.attributes;

      assert.equal(answer.statusCode, 201);
      assert.equal(answer.headers.location, data.links.self);
      assert.ok(links.self.startsWith(`${data.links.self}?relfield`), links.self);
      assert.equal(jsonapi.version, '1.1');
      assert.equal(typeof data.id, 'string');
      assert.deepEqual([seen, flagged, draft], [false, true, true]);
      assert.ok(uid > 0 && size > 0 && messageId.endsWith('@example.org'));
      assert.deepEqual(shown, {
        from: attributes.from,
        to: [ANN],
        subject: 'Größe',
        date: '2024-12-31T22:30:00+00:00',
        answered: false,
        recent: shown.recent,
        references: ['a@example.com', 'b@example.com'],
        hasAttachments: false,
        cc: [BOB],
        bcc: attributes.bcc,
        replyTo: attributes.replyTo,
        inReplyTo: ['b@example.com'],
        keywords: ['$Label1'],
      });
      assert.deepEqual(await textsOf(server, data.links.self), { textPlain: 'Hi', textHtml: '<p>Hi</p>' });
      assert.deepEqual((await server.get(String(answer.headers.location))).json().data.id, data.id);
    });

    it('without attributes is from the owner of the account and of now, seen', async () => {
      const { attributes } = (await post({ data: { type: 'MessageItem' } })).json().data;

      assert.deepEqual(attributes.from, { address: 'jane@example.org', name: 'jane@example.org' });
      assert.deepEqual([attributes.seen, attributes.draft, attributes.subject], [true, true, '']);
      assert.ok(Math.abs(Date.parse(attributes.date) - Date.now()) < 60_000, attributes.date);
    });

    it('is shown with the fields and includes that the request names (C45)', async () => {
      const query = '?fields[MessageItem]=subject,MailFolder&include=MailFolder&fields[MailFolder]=path';
      const created = (await post(newMessage({ subject: 'Few' }), query)).json();
      const url = `${created.data.links.self}${query}`;
      const changed = (await patch(url, changeOf(created.data, { subject: 'Fewer' }))).json();

      assert.deepEqual(created.data.attributes, { subject: 'Few' });
      assert.deepEqual(changed.data.attributes, { subject: 'Fewer' });
      assert.deepEqual(
        [created, changed].map(({ included }) => [included[0].id, included[0].attributes]),
        [
          ['gmail.Drafts', { path: 'Drafts' }],
          ['gmail.Drafts', { path: 'Drafts' }],
        ],
      );
    });

    it('is answered in the media type that was asked for', async () => {
      const headers = { accept: EXT };
      const answer = await server.send({ method: 'POST', url: DRAFTS, headers, document: newMessage({}) });

      assert.equal(answer.headers['content-type'], EXT);
      assert.equal(answer.json().links.self.type, EXT);
    });

    it('in a folder that is not there is not created', async () => {
      const answer = await server.send({
        method: 'POST',
        url: DRAFTS.replace('Drafts', 'Nowhere'),
        document: newMessage({}),
      });

      assert.deepEqual(problemsOf(answer), [[404, 'mailbox-unknown', undefined]]);
    });

    it('can answer a message, with its text', async () => {
      const question = await inbox(1);
      const more = relatedTo('repliesTo', question, { quote: true });
      const { data } = (await post(newMessage({ cc: [ANN] }, more), `?${ALL}`)).json();
      const { textPlain } = (await textsOf(server, data.links.self)) as { textPlain: string };

      const { to, cc, subject, inReplyTo, references } = data.attributes;
      assert.deepEqual(
        { to, cc, subject, inReplyTo, references },
        {
          to: [{ address: 'answers@example.com', name: 'Answers' }],
          cc: [ANN],
          subject: 'Re: Question',
          inReplyTo: ['question@example.com'],
          references: ['question@example.com'],
        },
      );
      assert.match(textPlain, /^> /m);
    });

    it('has its own text above the quoted and the forwarded one', async () => {
      const question = await inbox(3);
      const own = { textPlain: 'Sure.' };
      const answers = [
        await post(newMessage(own, relatedTo('repliesTo', question, { quote: true }))),
        await post(newMessage(own, relatedTo('forwards', question))),
      ];
      const texts = await Promise.all(
        answers.map((answer) => textsOf(server, answer.json().data.links.self)),
      );
      const [reply, forward] = texts as readonly { textPlain: string; textHtml: string }[];

      assert.match(reply?.textPlain ?? '', /^Sure\.\n\n.* wrote:\n> plain text/);
      assert.match(reply?.textHtml ?? '', /^<p>Sure\.<\/p>[\s\S]*<blockquote[\s\S]*html text/);
      assert.match(forward?.textPlain ?? '', /^Sure\.\n\n[\s\S]*plain text/);
      assert.match(forward?.textHtml ?? '', /^<p>Sure\.<\/p>[\s\S]*html text/);
    });

    it('brings the images along that the quoted HTML shows', async () => {
      const original = await createDraft(server, {
        subject: 'Logo',
        textHtml: '<p>x <img src="cid:logo@x.test"></p>',
      });
      const image = await server.send({
        method: 'POST',
        url: `${original.draft.links.self}/Attachments`,
        headers: {
          'content-type': 'image/png',
          'content-disposition': 'inline; filename="logo.png"',
          'content-id': '<logo@x.test>',
        },
        payload: Buffer.from('89504e470d0a1a0a', 'hex'),
      });
      const { id } = image.json().meta.MessageItem;
      const more = relatedTo('repliesTo', { type: 'MessageItem', id }, { quote: true });
      const reply = (await post(newMessage({ textPlain: 'Nice' }, more))).json().data;
      const files = (
        await server.get(`${reply.links.self}/Attachments?fields[Attachment]=contentId,name`)
      ).json();

      assert.deepEqual(
        files.data.map(({ attributes }: ShownResource) => attributes),
        [{ name: 'logo.png', contentId: 'logo@x.test' }],
      );
    });

    it('can have its Reply-To removed', async () => {
      const { draft } = await createDraft(server, { subject: 'x', replyTo: ANN });
      const changed = await server.send({
        method: 'PATCH',
        url: `${draft.links.self}?${ALL}`,
        document: changeOf(draft, { replyTo: null }),
      });

      assert.equal(changed.statusCode, 200, changed.body);
      // Without the field, replies go to the author.
      assert.equal(changed.json().data.attributes.replyTo.address, 'jane@example.org');
    });

    it('can answer to all without the text, and has the subject that the client gives', async () => {
      const more = relatedTo('repliesTo', await inbox(1), { replyAll: true });
      const { data } = (await post(newMessage({ subject: 'My own' }, more), `?${ALL}`)).json();

      const { cc, subject } = data.attributes;
      const others = [
        { address: 'alice@example.org', name: 'Alice' },
        { address: 'carl@example.org', name: 'Carl' },
      ];
      assert.deepEqual([subject, cc], ['My own', others]);
      assert.deepEqual(await textsOf(server, data.links.self), { textPlain: '', textHtml: '' });
    });

    it('can forward a message with its files and another text', async () => {
      const more = relatedTo('forwards', await inbox(3));
      const { data } = (await post(newMessage({ textPlain: 'See below' }, more))).json();
      const files = await attachmentsOf(data.links.self);

      assert.equal(data.attributes.subject, 'Fwd: Report');
      assert.deepEqual(
        files.map(({ attributes }) => attributes.name),
        ['numbers.csv', 'größe.bin'],
      );
      const { textPlain } = (await textsOf(server, data.links.self)) as { textPlain: string };
      assert.match(textPlain, /^See below\n\n-+ Forwarded message -+\n/);
    });

    it('can have files of other messages', async () => {
      const [numbers] = await attachmentsOf((await inbox(3)).links.self);
      const files = { Attachments: { data: [{ type: 'Attachment', id: numbers?.id }] } };
      const { data } = (await post(newMessage({ subject: 'With numbers' }, { relationships: files }))).json();
      const [copy] = await attachmentsOf(data.links.self);

      assert.equal((await server.get(copy?.attributes.downloadUrl)).body, 'a,b\n1,2\n');
    });

    const UNKNOWN: readonly (readonly [string, unknown, string, string])[] = [
      ['repliesTo', { type: 'MessageItem', id: 'gmail.INBOX.1.1' }, 'message-unknown', 'data'],
      ['repliesTo', { type: 'MessageItem', id: 'nonsense' }, 'message-unknown', 'data'],
      ['forwards', { type: 'MessageItem', id: 'other.INBOX.1.1' }, 'message-unknown', 'data'],
      ['forwards', { type: 'MessageItem', id: 'gmail.Nowhere.1.1' }, 'mailbox-unknown', 'data'],
      ['Attachments', [{ type: 'Attachment', id: 'gmail.INBOX.1.1.9' }], 'message-unknown', 'data'],
      ['Attachments', [{ type: 'Attachment', id: 'gmail.INBOX.zz.9' }], 'attachment-unknown', 'data/0'],
    ];
    for (const [relationship, data, code, place] of UNKNOWN) {
      it(`that refers to nothing is answered with 404: ${relationship} ${JSON.stringify(data)} (C35)`, async () => {
        const answer = await post(newMessage({}, { relationships: { [relationship]: { data } } }));

        const pointer = `/data/relationships/${relationship}/${place}`;
        assert.deepEqual(problemsOf(answer), [[404, code, { pointer }]]);
      });
    }

    const WRONG_REFERENCES: readonly (readonly [object, string])[] = [
      [{ relationships: { repliesTo: {} } }, '/data/relationships/repliesTo'],
      [
        { relationships: { repliesTo: { data: { type: 'Attachment', id: 'x' } } } },
        '/data/relationships/repliesTo/data/type',
      ],
      [{ relationships: { Attachments: { data: {} } } }, '/data/relationships/Attachments/data'],
      [{ meta: { replyAll: 'yes' } }, '/data/meta/replyAll'],
    ];
    for (const [more, pointer] of WRONG_REFERENCES) {
      it(`with ${JSON.stringify(more)} is refused with 422`, async () => {
        assert.deepEqual(problemsOf(await post(newMessage({}, more))), [[422, 'invalid-value', { pointer }]]);
      });
    }

    it('is revised under a new id, and tells the old one (C38)', async () => {
      const { draft } = await createDraft(server, { subject: 'First', to: [ANN], textPlain: 'one' });
      const answer = await patch(draft.links.self, changeOf(draft, { subject: 'Second', flagged: true }));
      const { data, meta } = answer.json();

      assert.equal(answer.statusCode, 200);
      assert.deepEqual(meta, { previousId: draft.id });
      assert.notEqual(data.id, draft.id);
      const { subject, flagged, to, draft: isDraft, messageId } = data.attributes;
      assert.deepEqual([subject, flagged, to, isDraft], ['Second', true, [ANN], true]);
      assert.equal(messageId, draft.attributes.messageId);
      assert.deepEqual(await textsOf(server, data.links.self), { textPlain: 'one', textHtml: '' });
      assert.equal((await server.get(draft.links.self)).statusCode, 404);
      assert.equal((await server.get(answer.json().links.self)).json().data.id, data.id);
    });

    it('loses fields that are set to nothing', async () => {
      const { draft } = await createDraft(server, { from: ANN, to: [ANN], cc: [ANN], subject: 'x' });
      const url = `${draft.links.self}?${ALL}`;
      const { data } = (
        await patch(url, changeOf(draft, { from: null, to: [], cc: [], subject: '' }))
      ).json();

      const { from, to, cc, subject } = data.attributes;
      assert.deepEqual([from, to, cc, subject], [null, [], [], '']);
    });

    it('that was revised meanwhile is not revised again', async () => {
      const { draft } = await createDraft(server, { subject: 'First' });
      await patch(draft.links.self, changeOf(draft, { subject: 'Second' }));
      const answer = await patch(draft.links.self, changeOf(draft, { subject: 'Third' }));

      assert.deepEqual(problemsOf(answer), [[412, 'outdated-version', undefined]]);
    });

    it('is the only kind of message that can be rewritten', async () => {
      const received = await inbox(1);
      const answer = await patch(
        received.links.self,
        changeOf(received, { subject: 'Forged', flagged: true }),
      );

      assert.deepEqual(problemsOf(answer), [[409, 'conflict', undefined]]);
      assert.deepEqual((await inbox(1)).attributes, received.attributes);
    });

    it('moves after its changes', async () => {
      const { draft } = await createDraft(server, { subject: 'First' });
      const folder = { data: { type: 'MailFolder', id: 'gmail.Work' } };
      const more = { relationships: { MailFolder: folder } };
      const answer = await patch(draft.links.self, changeOf(draft, { subject: 'Moved', seen: false }, more));
      const { data, meta } = answer.json();

      const { subject, seen } = data.attributes;
      assert.deepEqual([answer.statusCode, subject, seen], [200, 'Moved', false]);
      assert.ok(data.id.startsWith('gmail.Work.'), data.id);
      assert.deepEqual(meta, { previousId: draft.id });
    });

    it('is sent and filed; the answer tells who took it', async () => {
      const { draft } = await createDraft(server, {
        to: [ANN],
        bcc: [{ address: 'hidden@example.com' }],
        subject: 'Hello',
        textPlain: 'Hi',
      });
      const answer = await server.send({ method: 'POST', url: `${draft.links.self}/send` });
      const { data, meta } = answer.json();

      assert.equal(answer.statusCode, 200);
      assert.deepEqual(meta, {
        accepted: ['ann@example.com', 'hidden@example.com'],
        rejected: [],
        warnings: [],
        previousId: draft.id,
      });
      assert.ok(data.id.startsWith('gmail.Sent.'), data.id);
      assert.deepEqual([data.attributes.draft, data.attributes.seen], [false, true]);
      const sent = server.sent().at(-1);
      assert.deepEqual(sent?.forwardPaths, ['ann@example.com', 'hidden@example.com']);
      assert.doesNotMatch(String(sent?.raw), /hidden@/);
    });

    it('is sent once, however often it is asked for (C44)', async () => {
      const { draft } = await createDraft(server, { to: [ANN], subject: 'Once' });
      const url = `${draft.links.self}/send`;
      const count = server.sent().length;
      const answers = [
        ...(await Promise.all([
          server.send({ method: 'POST', url }),
          server.send({ method: 'POST', url, document: {} }),
        ])),
        await server.send({ method: 'POST', url, document: { data: null } }),
      ];

      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 200, 200],
      );
      assert.equal(new Set(answers.map((answer) => answer.json().data.id)).size, 1);
      assert.equal(server.sent().length, count + 1);
    });

    it('that answers a message marks it as answered', async () => {
      const apples = await inbox(2);
      const { data } = (await post(newMessage({}, relatedTo('repliesTo', apples)))).json();
      await server.send({ method: 'POST', url: `${data.links.self}/send` });

      assert.equal((await inbox(2)).attributes.answered, true);
    });

    it('cannot be sent without recipients, with data, or when it is none', async () => {
      const { draft } = await createDraft(server, { subject: 'To nobody' });
      const url = `${draft.links.self}/send`;
      const answers = [
        await server.send({ method: 'POST', url }),
        await server.send({ method: 'POST', url, document: newMessage({ subject: 'x' }) }),
        await server.send({ method: 'POST', url: `${MESSAGES}/3/send` }),
      ];

      assert.deepEqual(answers.map(problemsOf), [
        [[422, 'invalid-value', undefined]],
        [[400, 'invalid-document', { pointer: '/data' }]],
        [[409, 'conflict', undefined]],
      ]);
    });
  });
}
