/** Changes of any message over version 1: flags, folders, copies, deletion. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MESSAGES, V1 } from '../v1-server.ts';
import {
  changeOf,
  createDraft,
  FOLDERS,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

const KEYWORDS = 'fields[MessageItem]=keywords';

export function changesSuite(name: string, start: StartWritingApi): void {
  describe(`A message of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const inbox = async (uid: number): Promise<ShownResource> =>
      (await server.get(`${MESSAGES}/${uid}`)).json().data;
    const patch = (url: string, document: unknown) => server.send({ method: 'PATCH', url, document });
    const linkTo = (id: string) => ({ data: { type: 'MailFolder', id } });
    const copyTo = (message: string, id: string) =>
      server.send({ method: 'POST', url: `${message}/copy`, document: linkTo(id) });
    /** A message of its own for tests that take it away. */
    const copyOf = async (uid: number, folder = 'gmail.Work'): Promise<ShownResource> =>
      (await copyTo(`${MESSAGES}/${uid}`, folder)).json().data;

    it('has its flags set and cleared under the same id', async () => {
      const message = await inbox(2);
      const attributes = { seen: true, flagged: true, answered: true, draft: false };
      const answer = await patch(message.links.self, changeOf(message, attributes));
      const { data, meta } = answer.json();
      const cleared = await patch(
        message.links.self,
        changeOf(message, { seen: false, flagged: false, answered: false }),
      );

      const { seen, flagged, answered, draft } = data.attributes;
      assert.deepEqual([answer.statusCode, data.id, meta], [200, message.id, undefined]);
      assert.deepEqual({ seen, flagged, answered, draft }, attributes);
      const { recent, ...attributesAfter } = cleared.json().data.attributes;
      assert.deepEqual({ ...message.attributes, recent }, { recent, ...attributesAfter });
    });

    it('takes a whole list of keywords', async () => {
      const message = await inbox(1);
      const url = `${message.links.self}?${KEYWORDS}`;
      const keywordsAfter = async (keywords: readonly string[]) =>
        (await patch(url, changeOf(message, { keywords }))).json().data.attributes.keywords.toSorted();

      assert.deepEqual(await keywordsAfter(['$forwarded', 'Home']), ['$Forwarded', 'Home']);
      assert.deepEqual(await keywordsAfter(['Home', 'Later']), ['Home', 'Later']);
      assert.deepEqual(await keywordsAfter([]), []);
    });

    it('keeps the marks that guard against sending twice, whatever keywords clients set', async () => {
      const { draft } = await createDraft(server);
      const { data } = (await server.send({ method: 'POST', url: `${draft.links.self}/send` })).json();
      const url = `${data.links.self}?${KEYWORDS}`;
      const { attributes } = (await patch(url, changeOf(data, { keywords: [] }))).json().data;

      assert.deepEqual(attributes.keywords, ['$Submitted']);
    });

    it('is answered without any change for a document that asks for none', async () => {
      const message = await inbox(3);
      const answer = await patch(message.links.self, changeOf(message, {}));

      assert.deepEqual([answer.statusCode, answer.json().data], [200, message]);
    });

    it('moves to another folder and gets another id (C38)', async () => {
      const message = await copyOf(2);
      const more = { relationships: { MailFolder: linkTo('gmail.Work~2FProject~20~C3~84') } };
      const answer = await patch(message.links.self, changeOf(message, { flagged: true }, more));
      const { data, meta } = answer.json();

      assert.equal(answer.statusCode, 200);
      assert.ok(data.id.startsWith('gmail.Work~2FProject~20~C3~84.'), data.id);
      assert.deepEqual([meta, data.attributes.flagged], [{ previousId: message.id }, true]);
      assert.equal(data.relationships.MailFolder.data.id, 'gmail.Work~2FProject~20~C3~84');
      assert.equal((await server.get(message.links.self)).statusCode, 404);
      assert.equal((await server.get(data.links.self)).statusCode, 200);
    });

    it('stays where it is when it is moved there', async () => {
      const message = await inbox(3);
      const more = { relationships: { MailFolder: linkTo('gmail.INBOX') } };

      assert.equal((await patch(message.links.self, changeOf(message, {}, more))).json().data.id, message.id);
    });

    for (const id of ['gmail.Nowhere', 'other.INBOX', 'gmail', 'gmail.~00', 'x.y.z']) {
      it(`does not move to a folder that is not there: ${id} (C35)`, async () => {
        const message = await inbox(3);
        const more = { relationships: { MailFolder: linkTo(id) } };
        const answers = [
          await patch(message.links.self, changeOf(message, { seen: false }, more)),
          await patch(`${message.links.self}/relationships/MailFolder`, linkTo(id)),
          await copyTo(message.links.self, id),
        ];

        assert.deepEqual(answers.map(problemsOf), [
          [[404, 'mailbox-unknown', { pointer: '/data/relationships/MailFolder/data' }]],
          [[404, 'mailbox-unknown', { pointer: '/data' }]],
          [[404, 'mailbox-unknown', { pointer: '/data' }]],
        ]);
        assert.deepEqual(await inbox(3), message);
      });
    }

    it('tells its folder as a relationship, and moves by it', async () => {
      const message = await copyOf(2);
      const url = `${message.links.self}/relationships/MailFolder`;
      const told = (await server.get(url)).json();
      const answer = await patch(url, linkTo('gmail.INBOX'));
      const { data, meta, links } = answer.json();

      assert.equal(message.relationships.MailFolder.links.self, url);
      assert.deepEqual(told.data, { type: 'MailFolder', id: 'gmail.Work' });
      assert.deepEqual(told.links, { self: url, related: `http://mail.test${V1}/MailFolders/gmail.Work` });
      assert.deepEqual([answer.statusCode, data], [200, { type: 'MailFolder', id: 'gmail.INBOX' }]);
      assert.equal(meta.previousId, message.id);
      assert.ok(meta.MessageItem.id.startsWith('gmail.INBOX.'));
      assert.deepEqual((await server.get(links.self)).json().data, data);
      assert.equal((await server.get(url)).statusCode, 404);
      await server.send({ method: 'DELETE', url: links.self.replace('/relationships/MailFolder', '') });
    });

    it('has one folder: neither none nor a list of them', async () => {
      const message = await inbox(3);
      const url = `${message.links.self}/relationships/MailFolder`;
      const answers = await Promise.all(
        [{ data: null }, { data: [] }, {}, { data: { type: 'MessageItem', id: 'x' } }].map((body) =>
          patch(url, body),
        ),
      );

      assert.deepEqual(answers.map(problemsOf), [
        [[422, 'invalid-value', { pointer: '/data' }]],
        [[422, 'invalid-value', { pointer: '/data' }]],
        [[422, 'invalid-value', { pointer: '' }]],
        [[422, 'invalid-value', { pointer: '/data/type' }]],
      ]);
    });

    it('is copied with its flags, the copy has an address (C33)', async () => {
      const answer = await copyTo(`${MESSAGES}/3`, 'gmail.Work');
      const { data } = answer.json();

      assert.equal(answer.statusCode, 201);
      assert.equal(answer.headers.location, data.links.self);
      assert.ok(data.id.startsWith('gmail.Work.'), data.id);
      const { subject, flagged } = data.attributes;
      assert.deepEqual([subject, flagged], ['Report', true]);
      assert.equal((await server.get(`${MESSAGES}/3`)).statusCode, 200);
    });

    it('is not copied into its own folder', async () => {
      assert.deepEqual(problemsOf(await copyTo(`${MESSAGES}/3`, 'gmail.INBOX')), [
        [409, 'conflict', undefined],
      ]);
    });

    it('is deleted into the trash, and for good from there (C43)', async () => {
      const message = await copyOf(2);
      const trashing = await server.send({ method: 'DELETE', url: message.links.self });
      const { meta, links, data } = trashing.json();
      const trashed = (await server.get(links.related)).json().data;
      const deleting = await server.send({ method: 'DELETE', url: links.related });

      assert.deepEqual([trashing.statusCode, data], [200, undefined]);
      assert.deepEqual(meta, { trashed: { type: 'MessageItem', id: trashed.id } });
      assert.ok(trashed.id.startsWith('gmail.Trash.'), trashed.id);
      assert.deepEqual([deleting.statusCode, deleting.body], [204, '']);
      assert.equal((await server.get(links.related)).statusCode, 404);
    });

    it('is deleted for good at once when the client says so', async () => {
      const message = await copyOf(2);
      const countTrash = async () =>
        (await server.get(`${FOLDERS}/Trash/MessageItems`)).json().meta.page.total;
      const before = await countTrash();
      const answer = await server.send({ method: 'DELETE', url: `${message.links.self}?skipTrash=true` });

      assert.equal(answer.statusCode, 204);
      assert.equal((await server.get(message.links.self)).statusCode, 404);
      assert.equal(await countTrash(), before);
    });

    it('is not deleted by a request that is not understood', async () => {
      const answers = [
        await server.send({ method: 'DELETE', url: `${MESSAGES}/3?skipTrash=1` }),
        await server.send({ method: 'DELETE', url: `${MESSAGES}/3?skiptrash=true` }),
        await server.send({ method: 'DELETE', url: `${MESSAGES}/1.3` }),
      ];

      assert.deepEqual(
        answers.map((answer) => [answer.statusCode, answer.json().errors[0].code]),
        [
          [400, 'invalid-parameter'],
          [400, 'unknown-parameter'],
          [410, 'message-gone'],
        ],
      );
      assert.equal((await server.get(`${MESSAGES}/3`)).statusCode, 200);
    });
  });
}
