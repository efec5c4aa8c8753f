/** One change to many messages over version 1. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { MESSAGES } from '../v1-server.ts';
import {
  FOLDERS,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

const MANY = `${FOLDERS}/Work%2FProject%20%C3%84/MessageItems`;

interface Result {
  readonly id: string;
  readonly outcome: string;
  readonly newId?: string;
}

export function bulkSuite(name: string, start: StartWritingApi): void {
  describe(`Many messages of v1 over ${name}`, () => {
    let server: WritingApi;
    let ids: readonly string[];
    before(async () => {
      server = await start();
    });
    after(() => server?.close());
    /** Each test has three messages of its own: `a` and `b` are unseen, `c` is seen. */
    beforeEach(async () => {
      await bulk({ action: 'delete', skipTrash: true }, {}, '?filter[larger]=0');
      for (const [subject, seen] of [
        ['a', false],
        ['b', false],
        ['c', true],
      ] as const) {
        await server.send({ method: 'POST', url: MANY, document: newMessage({ subject, seen }) });
      }
      ids = (await list()).map(({ id }) => id);
    });

    const list = async (url = MANY): Promise<readonly ShownResource[]> =>
      (await server.get(`${url}?sort=uid`)).json().data;
    const bulk = (attributes: object, relationships: object = {}, query = '') =>
      server.send({
        method: 'POST',
        url: `${MANY}/bulk${query}`,
        document: { data: { type: 'MessageBatch', attributes, relationships } },
      });
    const named = (...names: readonly (string | undefined)[]) => ({
      MessageItems: { data: names.map((id) => ({ type: 'MessageItem', id })) },
    });
    const target = (id: string) => ({ MailFolder: { data: { type: 'MailFolder', id } } });

    it('have flags and keywords changed by their ids', async () => {
      const changes = { seen: true, flagged: true, addedKeywords: ['Home'], removedKeywords: ['Away'] };
      const answer = await bulk({ action: 'update', ...changes }, named(ids[1], ids[0], ids[1]));
      const shown = await server.get(`${MANY}?sort=uid&fields[MessageItem]=seen,flagged,keywords`);

      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json().meta, {
        matched: 2,
        results: [ids[1], ids[0]].map((id) => ({ id, outcome: 'changed' })),
      });
      assert.deepEqual(
        shown.json().data.map(({ attributes }: ShownResource) => attributes),
        [
          { seen: true, flagged: true, keywords: ['Home'] },
          { seen: true, flagged: true, keywords: ['Home'] },
          { seen: true, flagged: false, keywords: [] },
        ],
      );
    });

    it('are moved by a filter; the answer tells the new ids', async () => {
      const answer = await bulk(
        { action: 'move' },
        target('gmail.Work'),
        '?filter[seen]=false&filter[draft]=true',
      );
      const { meta } = answer.json();

      assert.deepEqual(
        meta.results.map(({ id, outcome }: Result) => [id, outcome]),
        [
          [ids[0], 'moved'],
          [ids[1], 'moved'],
        ],
      );
      assert.equal(meta.matched, 2);
      const inWork = (await list(`${FOLDERS}/Work/MessageItems`)).map(({ id }) => id);
      assert.ok(meta.results.every(({ newId = '' }: Result) => inWork.includes(newId)));
      assert.deepEqual(
        (await list()).map(({ id }) => id),
        [ids[2]],
      );
    });

    it('are deleted into the trash, or for good', async () => {
      const trashing = await bulk({ action: 'delete' }, named(ids[0]));
      const deleting = await bulk({ action: 'delete', skipTrash: true }, named(ids[1]));

      const [{ outcome, newId }] = trashing.json().meta.results;
      assert.equal(outcome, 'moved');
      assert.ok(newId.startsWith('gmail.Trash.'), newId);
      assert.deepEqual(deleting.json().meta.results, [{ id: ids[1], outcome: 'deleted' }]);
    });

    it('that are not there are told as unknown', async () => {
      const gone = ids[0]?.replace(/[0-9]+\.[0-9]+$/, '1.1');
      const missing = ids[0]?.replace(/[0-9]+$/, '4000000');
      const answer = await bulk({ action: 'update', seen: true }, named(gone, ids[2], missing));

      assert.deepEqual(answer.json().meta, {
        matched: 1,
        results: [
          { id: gone, outcome: 'unknown' },
          { id: ids[2], outcome: 'changed' },
          { id: missing, outcome: 'unknown' },
        ],
      });
    });

    it('may be none', async () => {
      const answer = await bulk({ action: 'update', seen: true }, {}, '?filter[subject]=nothing');

      assert.deepEqual(answer.json().meta, { matched: 0, results: [] });
    });

    it('are named or filtered: one of both', async () => {
      const answers = [
        await bulk({ action: 'update', seen: true }),
        await bulk({ action: 'update', seen: true }, named(ids[0]), '?filter[seen]=false'),
      ];

      const refused = [[400, 'invalid-parameter', { parameter: 'filter' }]];
      assert.deepEqual(answers.map(problemsOf), [refused, refused]);
    });

    it('beyond a thousand ids, or beyond the rows of a list, are too many', async () => {
      const uids = Array.from({ length: 1_001 }, (_, index) => ids[0]?.replace(/[0-9]+$/, String(index + 1)));
      const answer = await bulk({ action: 'update', seen: true }, named(...uids));

      assert.deepEqual(problemsOf(answer), [
        [422, 'invalid-value', { pointer: '/data/relationships/MessageItems/data' }],
      ]);
    });

    const WRONG: readonly (readonly [object, object, readonly string[]])[] = [
      [{}, {}, ['/data/attributes', '/data/attributes']],
      [{ action: 'send' }, {}, ['/data/attributes/action', '/data/attributes']],
      [{ action: 'update' }, {}, ['/data/attributes']],
      [
        { action: 'update', seen: 1, skipTrash: true },
        {},
        ['/data/attributes/seen', '/data/attributes/skipTrash', '/data/attributes'],
      ],
      [{ action: 'update', seen: true, x: 1 }, {}, ['/data/attributes/x']],
      [{ action: 'delete', seen: true }, {}, ['/data/attributes/seen']],
      [{ action: 'move' }, {}, ['/data/relationships']],
      [{ action: 'delete' }, target('gmail.Work'), ['/data/relationships']],
      [
        { action: 'update', seen: true },
        named('gmail.INBOX.1.1'),
        ['/data/relationships/MessageItems/data/0/id'],
      ],
      [
        { action: 'update', seen: true },
        { MessageItems: { data: null } },
        ['/data/relationships/MessageItems/data'],
      ],
    ];
    for (const [attributes, relationships, pointers] of WRONG) {
      it(`are not changed by ${JSON.stringify([attributes, relationships])}`, async () => {
        const answer = await bulk(attributes, relationships, '?filter[seen]=false');

        assert.deepEqual(
          problemsOf(answer),
          pointers.map((pointer) => [422, 'invalid-value', { pointer }]),
        );
      });
    }

    it('are not moved to nowhere, nor to where they are', async () => {
      const nowhere = await bulk({ action: 'move' }, { ...target('gmail.Nowhere'), ...named(ids[0]) });
      const here = await bulk(
        { action: 'move' },
        { ...target('gmail.Work~2FProject~20~C3~84'), ...named(ids[0]) },
      );

      const pointer = '/data/relationships/MailFolder/data';
      assert.deepEqual(problemsOf(nowhere), [[404, 'mailbox-unknown', { pointer }]]);
      assert.deepEqual(problemsOf(here), [[409, 'conflict', undefined]]);
    });

    it('are those of a folder that is there', async () => {
      const url = `${MESSAGES.replace('INBOX', 'Nowhere')}/bulk?filter[seen]=false`;
      const document = { data: { type: 'MessageBatch', attributes: { action: 'update', seen: true } } };
      const answer = await server.send({ method: 'POST', url, document });

      assert.deepEqual(problemsOf(answer), [[404, 'mailbox-unknown', undefined]]);
    });
  });
}
