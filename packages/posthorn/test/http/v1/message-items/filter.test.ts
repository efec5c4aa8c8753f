import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const uids = async (query: string): Promise<readonly number[]> => {
  const answer = await server.get(`${MESSAGES}?sort=uid&fields[MessageItem]=uid&${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().data.map((item: { attributes: { uid: number } }) => item.attributes.uid);
};
const json = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

describe('A filter of messages', () => {
  const FILTERS: readonly (readonly [string, readonly number[]])[] = [
    ['filter[seen]=true', [1, 3]],
    ['filter[seen]=false', [2]],
    ['filter[flagged]=true', [3]],
    ['filter[answered]=true', [1]],
    ['filter[draft]=true', []],
    ['filter[recent]=false', []],
    ['filter[keyword]=$Forwarded', [1]],
    ['filter[from]=zoe', [2]],
    ['filter[to]=alice@example.org', [1, 2, 3]],
    ['filter[cc]=carl', [1]],
    ['filter[bcc]=hidden', [1]],
    ['filter[subject]=appl', [2]],
    ['filter[body]=plain', [3]],
    ['filter[text]=question', [1]],
    ['filter[since]=2024-02-01', [2, 3]],
    ['filter[since]=2024-02-01T08:00%2B01:00', [2, 3]],
    ['filter[receivedSince]=1970-01-01', [1, 2, 3]],
    ['filter[receivedBefore]=1970-01-01T00:00:00Z', []],
    ['filter[before]=2024-02-01', [1]],
    ['filter[larger]=800', [3]],
    ['filter[smaller]=800', [1, 2]],
    ['filter[hasAttachments]=true', [3]],
    ['filter[hasAttachments]=false', [1, 2]],
    ['filter[messageId]=apples@example.com', [2]],
    ['filter[messageId]=<apples@example.com>', [2]],
    ['filter[threadOf]=question@example.com', [1]],
    ['filter[uid]=1,3', [1, 3]],
    ['filter[uid]=2-9', [2, 3]],
    ['filter[uid]=4711', []],
    ['filter[seen]=true&filter[flagged]=true', [3]],
    ['filter[subject]=e&filter[subject]=p', [2, 3]],
    [json({ '=': { seen: true } }), [1, 3]],
    [json({ '==': { from: 'zoe' } }), [2]],
    [json({ '!=': { seen: true } }), [2]],
    [json({ NOT: { '=': { flagged: true } } }), [1, 2]],
    [json({ '!': { '=': { flagged: true } } }), [1, 2]],
    [json({ OR: [{ '=': { flagged: true } }, { '=': { answered: true } }] }), [1, 3]],
    [json({ '||': [{ '=': { from: 'zoe' } }, { '=': { keyword: '$Forwarded' } }] }), [1, 2]],
    [json({ AND: [{ '=': { seen: true } }, { '!=': { hasAttachments: true } }] }), [1]],
    [json({ '&&': [{ '=': { seen: true } }, { '>=': { uid: 2 } }] }), [3]],
    [json({ in: { id: ['1', 2] } }), [1, 2]],
    [json({ IN: { id: [] } }), []],
    [json({ IN: { subject: ['appl', 'Quest'] } }), [1, 2]],
    [json({ '>=': { id: 2 } }), [2, 3]],
    [json({ '>': { id: 2 } }), [3]],
    [json({ '<': { id: 2 } }), [1]],
    [json({ '<=': { id: '2' } }), [1, 2]],
    [json({ '>': { id: 4294967295 } }), []],
    [json({ OR: [{ '>=': { id: 3 } }, { '=': { recent: true } }] }), [1, 2, 3]],
    [`${json({ '=': { seen: true } })}&filter[flagged]=false`, [1]],
  ];
  for (const [query, expected] of FILTERS) {
    it(`leaves ${expected.join(', ') || 'nothing'} for ${decodeURIComponent(query)}`, async () => {
      assert.deepEqual(await uids(query), expected);
    });
  }

  it('is data: no part of it becomes a command', async () => {
    const value = encodeURIComponent('") ALL (OR "x');
    server.commands();

    assert.deepEqual(await uids(`filter[subject]=${value}`), []);
    const searches = server.commands().filter((line) => line.includes('SUBJECT'));
    assert.ok(
      searches.every((line) => line.includes('\\") ALL (OR \\"x') || line.includes('{')),
      searches.join(),
    );
  });

  const REFUSED: readonly (readonly [string, string, RegExp])[] = [
    ['filter[seen]=yes', 'filter[seen]', /must be true or false/],
    ['filter[since]=2024-02-30', 'filter[since]', /must be a day/],
    ['filter[since]=01.02.2024', 'filter[since]', /must be a day/],
    ['filter[before]=2024-02-01T08:00:00', 'filter[before]', /a time with its zone/],
    ['filter[receivedSince]=2024-02-01T25:00:00Z', 'filter[receivedSince]', /must be a day/],
    ['filter[larger]=-1', 'filter[larger]', /must be a number/],
    ['filter[larger]=4294967296', 'filter[larger]', /must be a number/],
    ['filter[keyword]=%5CSeen', 'filter[keyword]', /must be a keyword/],
    ['filter[keyword]=a b', 'filter[keyword]', /must be a keyword/],
    ['filter[subject]=', 'filter[subject]', /must be a text/],
    ['filter[subject]=a%0d%0ab', 'filter[subject]', /must be a text/],
    ['filter[uid]=1:*', 'filter[uid]', /must be uids/],
    ['filter[uid]=1-2000', 'filter[uid]', /must be uids/],
    ['filter[uid]=9-1', 'filter[uid]', /must be uids/],
    ['filter[uid]=1-2-3', 'filter[uid]', /must be uids/],
    ['filter[uid]=0', 'filter[uid]', /must be uids/],
    ['filter[__proto__]=x', 'filter[__proto__]', /is no filter/],
    ['filter=', 'filter', /must be JSON/],
    ['filter={}', 'filter', /one member each/],
    ['filter=[]', 'filter', /one member each/],
    ['filter={"=":{"seen":true},"!":{}}', 'filter', /one member each/],
    ['filter={"=":{"constructor":"x"}}', 'filter', /unknown condition "constructor"/],
    ['filter={"LIKE":{"subject":"x"}}', 'filter', /no operator "LIKE" for "subject"/],
    ['filter={">":{"subject":"x"}}', 'filter', /no operator ">" for "subject"/],
    ['filter={">=":{"uid":"x"}}', 'filter', /must compare with a uid/],
    ['filter={"=":{"seen":null}}', 'filter', /must be true or false/],
    ['filter={"IN":{"id":"1"}}', 'filter', /must have an array/],
    ['filter={"AND":[]}', 'filter', /must have filters in an array/],
    ['filter={"OR":{"=":{"seen":true}}}', 'filter', /must have filters in an array/],
    [`filter=${'{"!":'.repeat(9)}{"=":{"seen":true}}${'}'.repeat(9)}`, 'filter', /must not be deeper/],
    [json({ IN: { subject: Array(65).fill('x') } }), 'filter', /more than 64 conditions/],
    ['filter={"=":{"seen":true}}&filter={"=":{"seen":true}}', 'filter', /must not be repeated/],
  ];
  for (const [query, parameter, detail] of REFUSED) {
    it(`is refused when it is not understood (C30): ${decodeURIComponent(query).slice(0, 60)}`, async () => {
      const answer = await server.get(`${MESSAGES}?${query}`);
      const { errors } = answer.json();

      assert.equal(answer.statusCode, 400);
      assert.deepEqual(errors[0].source, { parameter });
      assert.match(errors[0].detail, detail);
    });
  }
});

describe('GET MessageItems of an account', () => {
  const subjects = async (query: string) => {
    const { data } = (await server.get(`${ACCOUNT}/MessageItems?${query}`)).json();
    return data.map((item: { attributes: { subject: string } }) => item.attributes.subject);
  };

  it('finds messages in all folders, newest first', async () => {
    assert.deepEqual(await subjects('filter[seen]=true'), ['Report', 'Plan', 'Re: Question', 'Question']);
  });

  it('gives a page of what it finds, with the number of all', async () => {
    const document = (await server.get(`${ACCOUNT}/MessageItems?page[offset]=1&page[limit]=2`)).json();

    assert.deepEqual(await subjects('page[offset]=1&page[limit]=2'), ['Plan', 'Apples']);
    assert.deepEqual(document.meta, { page: { total: 5 } });
  });

  it('finds messages by their ids in any folder, in the order of the list', async () => {
    const all = (await server.get(`${ACCOUNT}/MessageItems?limit=50`)).json().data;
    const ids: readonly string[] = all.map(({ id }: { id: string }) => id);
    const foundBy = async (query: string) =>
      (await server.get(`${ACCOUNT}/MessageItems?${query}`)).json().data.map(({ id }: { id: string }) => id);
    const brackets = new URLSearchParams(ids.slice(1).map((id) => ['filter[id][]', id]));
    const recreated = ids[0]?.replace(/\.[0-9]+\.([0-9]+)$/, '.7.$1');
    const inInbox = ids.filter((id) => id.startsWith('gmail.INBOX.'));

    assert.deepEqual(await foundBy(`filter[id]=${ids.toReversed()},gmail.INBOX.1.999`), ids);
    assert.deepEqual(await foundBy(`${brackets}`), ids.slice(1));
    assert.deepEqual(await foundBy(`filter[id]=${recreated}`), []);
    assert.deepEqual(await foundBy(`filter[id]=${ids}&filter[MailFolder]=gmail.INBOX`), inInbox);
    const { data } = (await server.get(`${MESSAGES}?filter[id]=${ids}&filter[seen]=false`)).json();
    assert.deepEqual([inInbox.length, data.length], [3, 1]);
    const many = Array.from({ length: 201 }, (_, uid) => `gmail.INBOX.1.${uid + 1}`);
    for (const wrong of [many.join(), 'other.INBOX.1.1', '1', '']) {
      const refused = await server.get(`${ACCOUNT}/MessageItems?filter[id]=${wrong}`);
      assert.deepEqual(refused.json().errors[0].source, { parameter: 'filter[id]' });
    }
  });

  it('looks into the folders that are named, also into the trash, and into no others', async () => {
    const copied = await server.send({
      method: 'POST',
      url: `${ACCOUNT}/MailFolders/INBOX/MessageItems/2/copy`,
      document: { data: { type: 'MailFolder', id: 'gmail.Trash' } },
    });
    const totalOf = async (query: string): Promise<number> =>
      (await server.get(`${ACCOUNT}/MessageItems?${query}`)).json().meta.page.total;

    assert.equal(copied.statusCode, 201);
    assert.equal(await totalOf('filter[subject]=Apples'), 1);
    assert.equal(await totalOf('filter[subject]=Apples&filter[MailFolder]=gmail.Trash'), 1);
    assert.equal(await totalOf('filter[subject]=Apples&filter[MailFolder]=gmail.Trash,gmail.INBOX'), 2);
    assert.equal(await totalOf('filter[MailFolder]=gmail.Work'), 1);
    const refused = await server.get(`${ACCOUNT}/MessageItems?filter[MailFolder]=INBOX`);
    assert.deepEqual(refused.json().errors[0].source, { parameter: 'filter[MailFolder]' });
    await server.send({ method: 'DELETE', url: `${copied.json().data.links.self}?skipTrash=true` });
  });

  it('includes the folders of what it finds, each once', async () => {
    const { included } = (
      await server.get(`${ACCOUNT}/MessageItems?include=MailFolder&fields[MailFolder]=name,unreadMessages`)
    ).json();

    assert.deepEqual(
      included.map(({ id, attributes }: { id: string; attributes: object }) => [id, attributes]),
      [
        ['gmail.INBOX', { name: 'INBOX', unreadMessages: 1 }],
        ['gmail.Work', { name: 'Work', unreadMessages: 0 }],
        ['gmail.Sent', { name: 'Sent', unreadMessages: 0 }],
      ],
    );
  });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['sort=subject', 'sort'],
    ['sort=date', 'sort'],
    ['page[offset]=1001', 'page[offset]'],
    ['limit=-1', 'limit'],
    ['filter[seen]=x', 'filter[seen]'],
  ];
  for (const [query, parameter] of REFUSED) {
    it(`refuses ${query}`, async () => {
      const answer = await server.get(`${ACCOUNT}/MessageItems?${query}`);

      assert.equal(answer.statusCode, 400);
      assert.deepEqual(answer.json().errors[0].source, { parameter });
    });
  }
});

describe('GET thread', () => {
  it('gives the conversation out of all folders, oldest first', async () => {
    const { data, meta } = (
      await server.get(`${MESSAGES}/1/thread?fields[MessageItem]=subject,MailFolder`)
    ).json();

    assert.deepEqual(meta, { page: { total: 2 } });
    assert.deepEqual(
      data.map((item: { attributes: object; relationships: { MailFolder: { data: object } } }) => [
        item.attributes,
        item.relationships.MailFolder.data,
      ]),
      [
        [{ subject: 'Question' }, { type: 'MailFolder', id: 'gmail.INBOX' }],
        [{ subject: 'Re: Question' }, { type: 'MailFolder', id: 'gmail.Sent' }],
      ],
    );
  });

  it('of a message that is not there is 404', async () => {
    assert.equal((await server.get(`${MESSAGES}/99/thread`)).statusCode, 404);
  });
});
