/** Folders over version 1: created, renamed, moved in the tree, subscribed to, deleted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { INBOX } from '../v1-server.ts';
import {
  changeOf,
  FOLDERS,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

const SUBSCRIBED = 'relfield:fields[MailFolder]=%2Bsubscribed';

export function foldersSuite(name: string, start: StartWritingApi): void {
  describe(`A folder of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const parentOf = (id: string | null) => ({
      relationships: { parent: { data: id === null ? null : { type: 'MailFolder', id } } },
    });
    const create = (attributes: object, more: object = {}, query = '') =>
      server.send({
        method: 'POST',
        url: FOLDERS + query,
        document: { data: { type: 'MailFolder', attributes, ...more } },
      });
    const created = async (folderName: string, parent: string | null = null): Promise<ShownResource> =>
      (await create({ name: folderName }, parentOf(parent))).json().data;
    const patch = (
      folder: ShownResource,
      attributes: Readonly<Record<string, unknown>>,
      more: object = {},
      query = '',
    ) =>
      server.send({
        method: 'PATCH',
        url: folder.links.self + query,
        document: changeOf(folder, attributes, more),
      });
    const remove = ({ links }: ShownResource) => server.send({ method: 'DELETE', url: links.self });

    it('is created at the top, with its address as Location (C33)', async () => {
      const answer = await create({ name: 'Größe' });
      const { data, links } = answer.json();

      assert.equal(answer.statusCode, 201);
      assert.deepEqual([answer.headers.location, links.self], [data.links.self, data.links.self]);
      const { name: shownName, path, totalMessages } = data.attributes;
      assert.deepEqual(
        [data.id, shownName, path, totalMessages],
        ['gmail.Gr~C3~B6~C3~9Fe', 'Größe', 'Größe', 0],
      );
      assert.equal((await server.get(data.links.self)).json().data.id, data.id);
    });

    it('is created within another one, subscribed to unless the client says otherwise', async () => {
      const within = await create({ name: 'Within' }, parentOf('gmail.Work'), `?${SUBSCRIBED}`);
      const hidden = await create(
        { name: 'Hidden', subscribed: false },
        {},
        `?${SUBSCRIBED}&include=MailAccount`,
      );

      const { data } = within.json();
      assert.deepEqual([data.id, data.relationships.parent.data.id], ['gmail.Work~2FWithin', 'gmail.Work']);
      assert.equal(data.attributes.subscribed, true);
      assert.equal(hidden.json().data.attributes.subscribed, false);
      assert.equal(hidden.json().included[0].type, 'MailAccount');
    });

    it('is renamed with what is within, under a new id', async () => {
      const folder = await created('Old');
      await created('Child', folder.id);
      const answer = await patch(folder, { name: 'New' });
      const { data, meta } = answer.json();

      assert.deepEqual([answer.statusCode, data.id, meta.previousId], [200, 'gmail.New', 'gmail.Old']);
      assert.equal((await server.get(folder.links.self)).statusCode, 404);
      assert.equal((await server.get(`${FOLDERS}/New%2FChild`)).statusCode, 200);
    });

    it('is moved in the tree, and to the top', async () => {
      const folder = await created('Mover');
      const below = (await patch(folder, {}, parentOf('gmail.Work'))).json();
      const top = (await patch(below.data, { name: 'Moved' }, parentOf(null))).json();

      assert.deepEqual([below.data.id, below.meta.previousId], ['gmail.Work~2FMover', 'gmail.Mover']);
      assert.deepEqual([top.data.id, top.meta.previousId], ['gmail.Moved', 'gmail.Work~2FMover']);
    });

    it('is subscribed to and not, under the same id', async () => {
      const folder = await created('Subscribed');
      const off = (await patch(folder, { subscribed: false }, {}, `?${SUBSCRIBED}`)).json();
      const on = (await patch(folder, { subscribed: true }, {}, `?${SUBSCRIBED}`)).json();

      assert.deepEqual([off.data.attributes.subscribed, on.data.attributes.subscribed], [false, true]);
      assert.deepEqual([off.data.id, off.meta.previousId], [folder.id, undefined]);
    });

    it('shows its subscription in lists and beside messages too', async () => {
      const list = await server.get(`${FOLDERS}?fields[MailFolder]=subscribed`);
      const fields = 'fields[MessageItem]=MailFolder&fields[MailFolder]=subscribed';
      const item = await server.get(`${INBOX}/MessageItems/1?include=MailFolder&${fields}`);

      assert.ok(
        list.json().data.every(({ attributes }: ShownResource) => typeof attributes.subscribed === 'boolean'),
      );
      assert.equal(typeof item.json().included[0].attributes.subscribed, 'boolean');
    });

    it('is deleted (C43)', async () => {
      const folder = await created('Deleted');
      const answers = [await remove(folder), await remove(folder)];

      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [204, 404],
      );
    });

    it('is not deleted as long as it has folders within', async () => {
      const folder = await created('Full');
      await created('Child', folder.id);

      assert.deepEqual(problemsOf(await remove(folder)), [[409, 'conflict', undefined]]);
    });

    it('is not created twice', async () => {
      await created('Twice');

      assert.deepEqual(problemsOf(await create({ name: 'Twice' })), [[409, 'conflict', undefined]]);
    });

    it('is not renamed to the name of another one', async () => {
      const folder = await created('Renamed');

      assert.deepEqual(problemsOf(await patch(folder, { name: 'Work' })), [[409, 'conflict', undefined]]);
    });

    it('INBOX stays', async () => {
      const folder = (await server.get(INBOX)).json().data;
      const answers = [await patch(folder, { name: 'Outbox' }), await remove(folder)];

      assert.deepEqual(answers.map(problemsOf), [
        [[403, 'access-denied', undefined]],
        [[403, 'access-denied', undefined]],
      ]);
    });

    it('is not within itself', async () => {
      const folder = await created('Self');
      const answer = await patch(folder, {}, parentOf(folder.id));

      assert.ok([403, 409].includes(answer.statusCode), String(answer.statusCode));
      assert.equal((await server.get(folder.links.self)).statusCode, 200);
    });

    for (const id of ['gmail.Nowhere', 'other.Work', 'x']) {
      it(`is not placed in a folder that is not there: ${id} (C35)`, async () => {
        const folder = (await server.get(`${FOLDERS}/Work`)).json().data;
        const answers = [await create({ name: 'x' }, parentOf(id)), await patch(folder, {}, parentOf(id))];

        const expected = [[404, 'mailbox-unknown', { pointer: '/data/relationships/parent/data' }]];
        assert.deepEqual(answers.map(problemsOf), [expected, expected]);
      });
    }

    it('that is not there is not changed', async () => {
      const nowhere = { type: 'MailFolder', id: 'gmail.Nowhere' };
      const url = `${FOLDERS}/Nowhere`;
      const document = changeOf(nowhere, {}, parentOf('gmail.Work'));

      assert.deepEqual(problemsOf(await server.send({ method: 'PATCH', url, document })), [
        [404, 'mailbox-unknown', undefined],
      ]);
    });

    const WRONG: readonly (readonly [Readonly<Record<string, unknown>>, object, readonly string[]])[] = [
      [{ name: '' }, {}, ['attributes/name']],
      [{ name: 'a/b' }, {}, ['attributes/name']],
      [{ name: 7, subscribed: 'yes' }, {}, ['attributes/name', 'attributes/subscribed']],
      [{ name: 'x', path: 'x', unreadMessages: 1 }, {}, ['attributes/path', 'attributes/unreadMessages']],
      [{ name: 'x', color: 'red' }, {}, ['attributes/color']],
      [{ name: 'x' }, { relationships: { parent: { data: 'gmail.Work' } } }, ['relationships/parent/data']],
    ];
    for (const [attributes, more, places] of WRONG) {
      it(`is told all its wrong values: ${JSON.stringify([attributes, more])} (C46)`, async () => {
        const expected = places.map((place) => [422, 'invalid-value', { pointer: `/data/${place}` }]);
        const folder = (await server.get(`${FOLDERS}/Work`)).json().data;

        assert.deepEqual(problemsOf(await create(attributes, more)), expected);
        assert.deepEqual(problemsOf(await patch(folder, attributes, more)), expected);
      });
    }

    it('needs a name', async () => {
      assert.deepEqual(problemsOf(await create({})), [
        [422, 'invalid-value', { pointer: '/data/attributes/name' }],
      ]);
    });
  });
}
