/** The rules of JSON:API 1.1 for the documents that clients send, one row each. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AUTHORIZATION, EXT, INBOX, MESSAGES, PLAIN } from '../v1-server.ts';
import {
  changeOf,
  createDraft,
  DRAFTS,
  FOLDERS,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

export function requestDocumentsSuite(name: string, start: StartWritingApi): void {
  describe(`A document that is sent to v1 over ${name}`, () => {
    let server: WritingApi;
    let draft: ShownResource;
    before(async () => {
      server = await start();
      draft = (await createDraft(server)).draft;
    });
    after(() => server?.close());

    const post = (document: unknown, url = DRAFTS) => server.send({ method: 'POST', url, document });
    const patch = (document: unknown, url = draft.links.self) =>
      server.send({ method: 'PATCH', url, document });
    const sendBack = (resource: ShownResource) => patch({ data: resource }, resource.links.self);
    const countDrafts = async () => (await server.get(DRAFTS)).json().meta.page.total as number;

    it('may have members that nobody knows; they are ignored (C12)', async () => {
      const own = (await createDraft(server)).draft;
      const document = { foo: 1, ...changeOf(own, { flagged: true }), jsonapi: { version: '1.1' } };
      const answer = await patch(document, own.links.self);

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.flagged], [200, true]);
    });

    it('may name a type as its collection, and relate to one so', async () => {
      const attributes = { subject: 'Alias' };
      const MailFolder = { data: { type: 'MailFolders', id: 'gmail.Drafts' } };
      const created = await post({
        data: { type: 'MessageItems', attributes, relationships: { MailFolder } },
      });
      const { id, links } = created.json().data;
      const changed = await patch(
        { data: { type: 'message-items', id, attributes: { flagged: true }, relationships: { MailFolder } } },
        links.self,
      );

      assert.deepEqual([created.statusCode, changed.statusCode], [201, 200]);
      assert.deepEqual([changed.json().data.id, changed.json().data.type], [id, 'MessageItem']);
    });

    it('may have links where serializers put them; they are ignored', async () => {
      const links = { related: 'http://mail.test/x' };
      const document = newMessage(
        { subject: 'Links', links, MessageBody: { links } },
        { relationships: { thread: { links } } },
      );
      const answer = await post(document);

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.subject], [201, 'Links']);
      assert.deepEqual(problemsOf(await post(newMessage({ links: 'x' }))), [
        [422, 'invalid-value', { pointer: '/data/attributes/links' }],
      ]);
    });

    it('may have members that begin with @; they are ignored (C18)', async () => {
      const answer = await post(newMessage({ '@context': 'x', subject: 'At' }, { '@id': 'x' }));

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.subject], [201, 'At']);
    });

    const NO_RESOURCES: readonly (readonly [string, unknown, string])[] = [
      ['no document', undefined, '/data'],
      ['a list as its data', { data: [] }, '/data'],
      ['null as its data', { data: null }, '/data'],
      ['no data', {}, '/data'],
      ['a resource without a type', { data: { attributes: {} } }, '/data/type'],
      [
        'attributes that are no object',
        { data: { type: 'MessageItem', attributes: [] } },
        '/data/attributes',
      ],
    ];
    for (const [what, document, pointer] of NO_RESOURCES) {
      it(`needs one resource object with a type: ${what} is refused with 400 (C31)`, async () => {
        assert.deepEqual(problemsOf(await post(document)), [[400, 'invalid-document', { pointer }]]);
      });
    }

    it('of another type than that of the collection is refused with 409 (C32)', async () => {
      const answer = await post({ data: { type: 'MailFolder', attributes: { name: 'x' } } });

      assert.deepEqual(problemsOf(answer), [[409, 'resource-mismatch', { pointer: '/data/type' }]]);
    });

    it('with an id of the client is refused with 403 (C34)', async () => {
      const answers = [
        await post({ data: { type: 'MessageItem', id: '1' } }),
        await post({ data: { type: 'MailFolder', id: 'x', attributes: { name: 'x' } } }, FOLDERS),
      ];

      const expected = [[403, 'client-id-not-supported', { pointer: '/data/id' }]];
      assert.deepEqual(answers.map(problemsOf), [expected, expected]);
    });

    it('with the type or the id of another resource is refused with 409 (C36)', async () => {
      const answers = [
        await patch({ data: { type: 'MessageBody', id: draft.id, attributes: {} } }),
        await patch({ data: { type: 'MessageItem', id: `${draft.id}0`, attributes: { seen: true } } }),
        await server.send({
          method: 'PATCH',
          url: INBOX,
          document: { data: { type: 'MailFolder', id: 'gmail.Work', attributes: { name: 'x' } } },
        }),
      ];

      assert.deepEqual(answers.map(problemsOf), [
        [[409, 'resource-mismatch', { pointer: '/data/type' }]],
        [[409, 'resource-mismatch', { pointer: '/data/id' }]],
        [[409, 'resource-mismatch', { pointer: '/data/id' }]],
      ]);
    });

    it('without an id is no change of a resource (C36)', async () => {
      const answer = await patch({ data: { type: 'MessageItem', attributes: { seen: true } } });

      assert.deepEqual(problemsOf(answer), [[400, 'invalid-document', { pointer: '/data/id' }]]);
    });

    it('leaves alone what it does not name (C37)', async () => {
      const own = (await createDraft(server, { flagged: true, subject: 'Kept', to: [] })).draft;
      const { data } = (await patch(changeOf(own, { seen: false }), own.links.self)).json();

      const { seen, flagged, subject } = data.attributes;
      assert.deepEqual([data.id, seen, flagged, subject], [own.id, false, true, 'Kept']);
    });

    it('changes nothing when one of its values is wrong (C39)', async () => {
      const before = (await server.get(draft.links.self)).json().data;
      const drafts = await countDrafts();
      const answers = [
        await patch(changeOf(draft, { flagged: true, subject: 7 })),
        await patch(changeOf(draft, { flagged: true, nonsense: 1 })),
        await patch(
          changeOf(
            draft,
            { flagged: true },
            {
              relationships: { MailFolder: { data: { type: 'MailFolder', id: 'gmail.Nowhere' } } },
            },
          ),
        ),
        await post(newMessage({ subject: 'x', seen: 1 })),
      ];

      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [422, 422, 404, 422],
      );
      assert.deepEqual((await server.get(draft.links.self)).json().data, before);
      assert.equal(await countDrafts(), drafts);
    });

    it('may be the whole resource, changed or not, as answers show it', async () => {
      const all = '?relfield:fields[MessageItem]=*&include=Attachments';
      const received = (await server.get(`${MESSAGES}/3${all}`)).json().data;
      const unchanged = await sendBack(received);
      const flagged = await sendBack({ ...received, attributes: { ...received.attributes, flagged: false } });
      const folder = (await server.get(`${FOLDERS}/Work?relfield:fields[MailFolder]=*`)).json().data;
      const sameFolder = await sendBack(folder);
      const whole = (await server.get(`${draft.links.self}${all}`)).json().data;
      const sameDraft = await sendBack(whole);
      const inUtc = { ...whole.attributes, date: new Date(whole.attributes.date).toISOString() };
      const sameDate = await sendBack({ ...whole, attributes: inUtc });

      assert.deepEqual(
        [unchanged, flagged, sameFolder, sameDraft, sameDate].map(({ statusCode }) => statusCode),
        [200, 200, 200, 200, 200],
      );
      assert.equal(flagged.json().data.attributes.flagged, false);
      assert.deepEqual([sameDraft.json().data.id, sameDate.json().data.id], [whole.id, whole.id]);
      await sendBack(received);
    });

    it('may be the whole resource, and what was changed but cannot be is named', async () => {
      const received = (await server.get(`${MESSAGES}/3`)).json().data;
      const wrong = { ...received.attributes, size: 1, messageId: 'x@example.com' };
      const answer = await sendBack({ ...received, attributes: wrong });
      const subject = await sendBack({ ...received, attributes: { ...received.attributes, subject: 'x' } });
      const folder = (await server.get(`${FOLDERS}/Work`)).json().data;
      const renamed = { ...folder.attributes, name: 'Other', totalMessages: 77 };
      const ofFolder = await sendBack({ ...folder, attributes: renamed });

      assert.deepEqual(problemsOf(answer), [
        [422, 'invalid-value', { pointer: '/data/attributes/messageId' }],
        [422, 'invalid-value', { pointer: '/data/attributes/size' }],
      ]);
      assert.deepEqual(problemsOf(subject), [[409, 'conflict', undefined]]);
      assert.deepEqual(problemsOf(ofFolder), [
        [422, 'invalid-value', { pointer: '/data/attributes/totalMessages' }],
      ]);
      assert.equal((await server.get(folder.links.self)).statusCode, 200);
    });

    it('creates what it says, and passes over what it does not know yet', async () => {
      const attributes = { subject: 'x', to: [], size: null, uid: null, messageId: null, date: null };
      const relationships = { MessageBody: { data: null }, Attachments: { data: [] } };
      const answer = await post(newMessage(attributes, { relationships }));

      assert.deepEqual([answer.statusCode, answer.json().data.attributes.subject], [201, 'x']);
      await server.send({ method: 'DELETE', url: `${answer.json().data.links.self}?skipTrash=true` });
    });

    it('is told of every member of meta that is unknown or stands elsewhere', async () => {
      const drafts = await countDrafts();
      const unknown = await post(newMessage({ subject: 'x' }, { meta: { qoute: true, '@x': 1 } }));
      const above = await post({ ...newMessage({ subject: 'x' }), meta: { quote: true, other: 1 } });
      const changing = await patch(changeOf(draft, { flagged: true }, { meta: { quote: true } }));

      assert.deepEqual(problemsOf(unknown), [[422, 'invalid-value', { pointer: '/data/meta/qoute' }]]);
      assert.deepEqual(problemsOf(above), [
        [422, 'invalid-value', { pointer: '/meta/quote' }],
        [422, 'invalid-value', { pointer: '/meta/other' }],
      ]);
      assert.equal(
        above.json().errors[0].detail,
        '"quote" belongs to the meta of the resource: /data/meta/quote.',
      );
      assert.deepEqual(problemsOf(changing), [[422, 'invalid-value', { pointer: '/data/meta/quote' }]]);
      assert.equal(await countDrafts(), drafts);
    });

    it('cannot replace the whole of a to-many relationship (C40)', async () => {
      const others = [{ type: 'MailFolder', id: 'gmail.Work' }];
      const replace = (name: string) => ({ relationships: { [name]: { data: others } } });
      const folder = (await server.get(INBOX)).json().data;
      const answers = [
        await patch(changeOf(draft, {}, replace('Attachments'))),
        await server.send({
          method: 'PATCH',
          url: INBOX,
          document: changeOf(folder, {}, replace('MessageItems')),
        }),
        await server.send({
          method: 'PATCH',
          url: INBOX,
          document: changeOf(folder, {}, replace('children')),
        }),
      ];

      const refused = (name: string) => [
        [403, 'relationship-not-changeable', { pointer: `/data/relationships/${name}` }],
      ];
      assert.deepEqual(answers.map(problemsOf), [
        refused('Attachments'),
        refused('MessageItems'),
        refused('children'),
      ]);
    });

    for (const method of ['POST', 'PATCH', 'DELETE'] as const) {
      it(`cannot change the list of files as a relationship by ${method} (C41, C42)`, async () => {
        const url = `${draft.links.self}/relationships/Attachments`;
        const answer = await server.posthorn.server.inject({
          method,
          url,
          headers: { authorization: AUTHORIZATION, 'content-type': PLAIN },
          payload: '{"data":[]}',
        });

        assert.deepEqual(problemsOf(answer), [[403, 'relationship-not-changeable', undefined]]);
      });
    }

    it('cannot change relationships that follow from the message (C42)', async () => {
      const body = { data: { type: 'MessageBody', id: 'gmail.INBOX.1.1' } };
      const answer = await patch(changeOf(draft, {}, { relationships: { MessageBody: body } }));

      const pointer = '/data/relationships/MessageBody';
      assert.deepEqual(problemsOf(answer), [[403, 'relationship-not-changeable', { pointer }]]);
    });

    for (const payload of [
      '{',
      'nonsense',
      '{"data":{"__proto__":{"x":1}}}',
      '{"constructor":{"prototype":1}}',
    ]) {
      it(`that is no JSON is refused with 400: ${payload} (C46)`, async () => {
        const headers = { 'content-type': PLAIN };
        const answer = await server.send({ method: 'POST', url: DRAFTS, headers, payload });

        assert.deepEqual(problemsOf(answer), [[400, 'invalid-json', { pointer: '' }]]);
      });
    }

    const WRONG_VALUES: readonly (readonly [Readonly<Record<string, unknown>>, readonly string[]])[] = [
      [{ seen: 'yes' }, ['seen']],
      [{ seen: null }, ['seen']],
      [{ subject: 7, flagged: 1 }, ['subject', 'flagged']],
      [{ subject: '\ud800' }, ['subject']],
      [{ date: 'yesterday' }, ['date']],
      [{ date: '2024-02-30T00:00:00Z' }, ['date']],
      [{ date: '2024-02-20' }, ['date']],
      [{ to: 'ann@example.com' }, ['to']],
      [{ to: [{ address: 'ann@example.com' }, { address: 'ann' }, 7] }, ['to/1/address', 'to/2']],
      [
        { to: [{ address: 'ann@example.com' }, { address: 'ann@b c' }, { address: 'a,b@c' }] },
        ['to/1/address', 'to/2/address'],
      ],
      [{ to: [{ address: 'ann@example.com', name: 1 }] }, ['to/0/name']],
      [{ from: {} }, ['from/address']],
      [{ keywords: ['a b', '\\Seen'] }, ['keywords/0', 'keywords/1']],
      [{ references: ['a b', ''] }, ['references/0', 'references/1']],
      [{ textPlain: [] }, ['textPlain']],
      [{ subjekt: 'x', 'a/b~c': 1 }, ['subjekt', 'a~1b~0c']],
      [{ constructor: 'x' }, ['constructor']],
      [
        {
          size: 1,
          uid: 9999,
          messageId: 'x',
          hasAttachments: true,
          previewText: 'x',
          internalDate: 'x',
        },
        ['size', 'uid', 'messageId', 'hasAttachments', 'previewText', 'internalDate'],
      ],
    ];
    for (const [attributes, pointers] of WRONG_VALUES) {
      it(`is told all its wrong values at once: ${JSON.stringify(attributes)} (C46)`, async () => {
        const expected = pointers.map((pointer) => {
          return [422, 'invalid-value', { pointer: `/data/attributes/${pointer}` }];
        });

        assert.deepEqual(problemsOf(await post(newMessage(attributes))), expected);
        assert.deepEqual(problemsOf(await patch(changeOf(draft, attributes))), expected);
      });
    }

    it('that holds what no message can hold is refused with 422', async () => {
      const answer = await post(newMessage({ subject: 'a\u0000b' }));

      assert.deepEqual(problemsOf(answer), [[422, 'invalid-value', { pointer: '/data/attributes' }]]);
    });

    it('with more than fits is refused with 413 (C47)', async () => {
      const tooLong = await post(newMessage({ textPlain: 'x'.repeat(5_000_000) }));
      const folder = await post(
        { data: { type: 'MailFolder', attributes: { name: 'x'.repeat(1_000_000) } } },
        FOLDERS,
      );
      const fits = await post(newMessage({ textPlain: `${'x'.repeat(76)}\n`.repeat(25_000) }));

      assert.deepEqual(problemsOf(tooLong), [[413, 'payload-too-large', undefined]]);
      assert.match(tooLong.json().errors[0].detail, /larger than this address takes/);
      assert.deepEqual(problemsOf(folder), [[413, 'payload-too-large', undefined]]);
      assert.equal(fits.statusCode, 201);
    });

    const MEDIA_TYPES: readonly (readonly [string, number])[] = [
      [PLAIN, 201],
      [EXT, 201],
      ['application/json', 201],
      ['application/json; charset=utf-8', 201],
      [`${PLAIN};charset=utf-8`, 415],
      [`${PLAIN};ext="https://example.org/x"`, 415],
      ['text/plain', 415],
      ['application/x-www-form-urlencoded', 415],
      ['multipart/form-data; boundary=x', 415],
    ];
    for (const [contentType, status] of MEDIA_TYPES) {
      it(`as ${contentType} is answered with ${status}`, async () => {
        const headers = { 'content-type': contentType };
        const payload = JSON.stringify(newMessage({ subject: 'Typed' }));
        const answer = await server.send({ method: 'POST', url: DRAFTS, headers, payload });

        assert.equal(answer.statusCode, status);
        assert.equal(answer.headers['content-type'], PLAIN);
      });
    }

    it('is not taken compressed', async () => {
      const headers = { 'content-type': PLAIN, 'content-encoding': 'gzip' };
      const answer = await server.send({ method: 'POST', url: DRAFTS, headers, payload: 'x' });

      const source = { header: 'Content-Encoding' };
      assert.deepEqual(problemsOf(answer), [[415, 'unsupported-media-type', source]]);
    });

    for (const mode of ['no-cors', 'navigate']) {
      it(`is not taken from a page that was not allowed to send it (${mode})`, async () => {
        const headers = { 'sec-fetch-mode': mode };
        const url = `${draft.links.self}/send`;

        assert.equal((await server.send({ method: 'POST', url, headers })).statusCode, 415);
      });
    }

    it('to a message that is not there is answered with 404', async () => {
      const url = `${MESSAGES}/99`;
      const document = { data: { type: 'MessageItem', id: 'x', attributes: {} } };
      const answers = [
        await server.send({ method: 'DELETE', url }),
        await server.send({
          method: 'POST',
          url: `${url}/copy`,
          document: { data: { type: 'MailFolder', id: 'gmail.Work' } },
        }),
        await server.send({ method: 'POST', url: `${url}/send` }),
        await server.send({ method: 'DELETE', url: `${url}/Attachments/2` }),
        await server.send({ method: 'PATCH', url: `${MESSAGES}/x`, document }),
      ];

      assert.deepEqual(
        answers.map((answer) => [answer.statusCode, answer.json().errors[0].code]),
        answers.map(() => [404, 'message-unknown']),
      );
    });
  });
}
