import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MailboxSeed } from 'posthorn-sandbox';
import { buildMessage } from '../../../support/message-samples.ts';
import { ACCOUNT, MESSAGES, startV1Server, USER, type V1Server } from '../v1-server.ts';

const SEARCH = `${ACCOUNT}/MessageItems`;

interface Found {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly subject: string } }[];
  readonly links: Readonly<Record<'self' | 'first' | 'prev' | 'next' | 'last', string | null | undefined>>;
  readonly meta: { readonly page: { readonly total: number }; readonly incomplete?: readonly string[] };
}

const read = async (server: V1Server, url: string): Promise<Found> => {
  const answer = await server.get(url);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const subjectsOf = ({ data }: Found) => data.map(({ attributes }) => attributes.subject);
const queryOf = (link: string | null | undefined) => (link ? decodeURIComponent(new URL(link).search) : link);

describe('The pages of a search by cursor', () => {
  let server: V1Server;
  before(async () => {
    server = await startV1Server();
  });
  after(() => server.close());

  it('give the whole list, forward and backward', async () => {
    const expected = ['Report', 'Plan', 'Apples', 'Re: Question', 'Question'];
    const forward: string[] = [];
    const backward: string[] = [];
    for (let url: string | null | undefined = `${SEARCH}?page[size]=2`; url; ) {
      const page: Found = await read(server, url);
      forward.push(...subjectsOf(page));
      url = page.links.next;
    }
    for (let url: string | null | undefined = `${SEARCH}?page[size]=2&page[before]=end`; url; ) {
      const page: Found = await read(server, url);
      backward.unshift(...subjectsOf(page));
      url = page.links.prev;
    }

    assert.deepEqual([forward, backward], [expected, expected]);
  });

  it('keep filters, folders and fields, and count all', async () => {
    const query = 'filter[MailFolder]=gmail.INBOX,gmail.Sent&filter[seen]=true&fields[MessageItem]=subject';
    const first = await read(server, `${SEARCH}?${query}&page[size]=1`);
    const second = await read(server, String(first.links.next));

    assert.deepEqual([subjectsOf(first), subjectsOf(second)], [['Report'], ['Re: Question']]);
    assert.deepEqual([first.meta, second.meta], [{ page: { total: 3 } }, { page: { total: 3 } }]);
    assert.equal(first.links.prev, null);
    assert.match(String(queryOf(second.links.next)), /filter\[seen\]=true.*page\[after\]=/);
  });

  it('lead back from the last page', async () => {
    const { links } = await read(server, `${SEARCH}?page[size]=2`);
    const last = await read(server, String(links.last));
    const previous = await read(server, String(last.links.prev));

    assert.deepEqual([subjectsOf(last), last.links.next], [['Re: Question', 'Question'], null]);
    assert.deepEqual(subjectsOf(previous), ['Plan', 'Apples']);
  });

  const REFUSED: readonly (readonly [string, string])[] = [
    ['page[after]=x', 'page[after]'],
    ['page[before]=x', 'page[before]'],
    ['page[after]=', 'page[after]'],
    [`page[after]=${'A'.repeat(8_000)}`, 'page[after]'],
    ['page[size]=201', 'page[size]'],
    ['page[size]=1&page[limit]=1', 'page[size]'],
    ['page[size]=51&include=MessageBody', 'page[size]'],
    ['filter[MailFolder]=gmail.Nowhere', 'filter[MailFolder]'],
    ['filter[MailFolder]=gmail.INBOX,gmail.Nowhere&page[size]=1', 'filter[MailFolder]'],
    ['filter[MailFolder]=yahoo.INBOX', 'filter[MailFolder]'],
    [
      `filter[MailFolder]=${Array.from({ length: 101 }, () => 'gmail.INBOX').join(',')}`,
      'filter[MailFolder]',
    ],
  ];
  for (const [query, parameter] of REFUSED) {
    it(`are refused for ${query.slice(0, 70)}`, async () => {
      const answer = await server.get(`${SEARCH}?${query}`);

      assert.equal(answer.statusCode, 400, answer.body);
      assert.deepEqual(answer.json().errors[0].source, { parameter });
    });
  }

  it('are not those of one folder, nor the other way round', async () => {
    const [ofFolder, ofAll] = [
      await read(server, `${MESSAGES}?page[size]=1`),
      await read(server, `${SEARCH}?page[size]=1`),
    ];
    const cursorOf = ({ links }: Found) => new URL(String(links.next)).searchParams.get('page[after]');

    const answers = [
      await server.get(`${SEARCH}?page[after]=${cursorOf(ofFolder)}`),
      await server.get(`${MESSAGES}?page[after]=${cursorOf(ofAll)}`),
    ];

    assert.deepEqual(
      answers.map((answer) => [answer.statusCode, answer.json().errors[0].source]),
      [
        [400, { parameter: 'page[after]' }],
        [400, { parameter: 'page[after]' }],
      ],
    );
  });
});

describe('The folders of a search', () => {
  it('are all but junk and trash, unless these are named', async (t) => {
    const mailboxes = (['INBOX', 'Junk', 'Trash', 'Archive'] as const).map((name): MailboxSeed => {
      const specialUse = ({ Junk: '\\Junk', Trash: '\\Trash' } as const)[name as 'Junk'];
      const messages = [{ raw: buildMessage({ subject: `in ${name}` }) }];
      return { name, messages, ...(specialUse && { specialUse }) };
    });
    const server = await startV1Server({ mailboxes });
    t.after(() => server.close());
    const found = async (query: string) =>
      subjectsOf(await read(server, `${SEARCH}?page[size]=10&${query}`)).sort();

    assert.deepEqual(await found(''), ['in Archive', 'in INBOX']);
    assert.deepEqual(await found('filter[MailFolder]=gmail.Trash'), ['in Trash']);
    assert.deepEqual(await found('filter[MailFolder]=gmail.Junk,gmail.INBOX'), ['in INBOX', 'in Junk']);
  });
});

describe('A search that cannot reach everything', () => {
  it('names the folder that cannot be opened, and claims no end', async (t) => {
    const server = await startV1Server();
    t.after(() => server.close());
    server.sandbox.faults.add({
      ...{ kind: 'refuse', at: 'command-received', command: 'SELECT', status: 'NO', code: 'NOPERM', nth: 1 },
      user: USER.name,
    });

    const { meta, links, data } = await read(server, `${SEARCH}?page[size]=10`);

    assert.equal(meta.incomplete?.length, 1, 'one folder is named');
    assert.equal(meta.page.total, data.length);
    assert.deepEqual(Object.keys(links).sort(), ['first', 'prev', 'self']);
    const again = await read(server, `${SEARCH}?page[size]=10`);
    assert.deepEqual([again.meta, again.links.next], [{ page: { total: 5 } }, null]);
  });

  it('names the folder that does not answer in time', async (t) => {
    const server = await startV1Server({ settings: { APP_REQUEST_TIMEOUT_SECONDS: '2' } });
    t.after(() => server.close());
    await server.get(`${ACCOUNT}/MailFolders`);
    server.sandbox.faults.add({ kind: 'freeze', at: 'command-received', command: 'SELECT', nth: 1 });

    const { meta, links } = await read(server, SEARCH);

    assert.equal(meta.incomplete?.length, 1, 'one folder is named');
    assert.match(String(meta.incomplete?.[0]), /^gmail\./);
    assert.equal('last' in links, false, 'the last page is not told');
  });

  it('is an error where all or nothing is wanted', async (t) => {
    const server = await startV1Server({ settings: { APP_REQUEST_TIMEOUT_SECONDS: '2' } });
    t.after(() => server.close());
    await server.get(`${ACCOUNT}/MailFolders`);
    server.sandbox.faults.add({ kind: 'freeze', at: 'command-received', command: 'SELECT', nth: 1 });

    const refused = await server.get(`${SEARCH}?incomplete=error`);
    const wrong = await server.get(`${SEARCH}?incomplete=maybe`);

    assert.deepEqual([refused.statusCode, refused.json().errors[0].code], [504, 'search-incomplete']);
    assert.deepEqual(wrong.json().errors[0].source, { parameter: 'incomplete' });
  });

  it('goes on by cursor where offsets end', async (t) => {
    const messages = Array.from({ length: 1_205 }, (_, index) => ({
      raw: buildMessage({ subject: `m${index + 1}`, date: new Date(Date.UTC(2024, 0, 1) + index * 1000) }),
    }));
    const server = await startV1Server({ mailboxes: [{ name: 'INBOX', messages }] });
    t.after(() => server.close());
    const at = 'page[offset]=1000&page[limit]=100&fields[MessageItem]=subject';

    const page = await read(server, `${SEARCH}?${at}`);
    const next = await read(server, String(page.links.next));
    const last = await read(server, String(page.links.last));

    assert.deepEqual([subjectsOf(page)[0], subjectsOf(page).at(-1)], ['m205', 'm106']);
    assert.deepEqual([subjectsOf(next)[0], subjectsOf(next).length], ['m105', 100]);
    assert.deepEqual([subjectsOf(last).at(-1), last.links.next], ['m1', null]);
    assert.deepEqual([page.meta, next.meta], [{ page: { total: 1205 } }, { page: { total: 1205 } }]);
  });
});
