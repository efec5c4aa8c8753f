import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, startV1Server, V1, type V1Server } from '../v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const get = async (url: string) => (await server.get(url)).json();
const subjects = async (query: string) => {
  const { data } = await get(`${MESSAGES}?${query}`);
  return data.map((item: { attributes: { subject: string } }) => item.attributes.subject);
};
/** The queries of the page links, readable again. */
const pages = (links: Readonly<Record<string, string | null>>) =>
  ['first', 'prev', 'next', 'last'].map((name) => {
    const link = links[name];
    return link ? decodeURIComponent(new URL(link).search) : null;
  });

describe('GET MessageItems of v1', () => {
  it('shows a message with its default fields', async () => {
    const { data } = await get(`${MESSAGES}/1`);
    const uidValidity = server.sandbox.user('jane@example.org').mailboxes()[0]?.uidValidity;
    const self = `http://mail.test${V1}/MessageItems/gmail.INBOX.${uidValidity}.1`;

    assert.deepEqual(data, {
      type: 'MessageItem',
      id: `gmail.INBOX.${uidValidity}.1`,
      attributes: {
        from: { address: 'ann@example.com', name: 'Ann' },
        to: [{ address: 'alice@example.org', name: 'Alice' }],
        subject: 'Question',
        date: '2024-01-10T09:00:00+02:00',
        seen: true,
        answered: true,
        draft: false,
        flagged: false,
        recent: true,
        references: [],
        messageId: 'question@example.com',
        size: data.attributes.size,
        hasAttachments: false,
        uid: 1,
      },
      relationships: {
        MailFolder: {
          links: {
            self: `${self}/relationships/MailFolder`,
            related: `http://mail.test${V1}/MailFolders/gmail.INBOX`,
          },
          data: { type: 'MailFolder', id: 'gmail.INBOX' },
        },
        MessageBody: {
          links: { related: self.replace('MessageItems', 'MessageBodies') },
          data: { type: 'MessageBody', id: `gmail.INBOX.${uidValidity}.1` },
        },
        Attachments: { links: { related: `${self}/Attachments` } },
        thread: { links: { related: `${self}/thread` } },
      },
      links: { self },
    });
  });

  it('shows the optional fields on request', async () => {
    const { data } = await get(
      `${MESSAGES}/1?fields[MessageItem]=cc,bcc,replyTo,previewText,inReplyTo,keywords,internalDate`,
    );

    const { internalDate, ...attributes } = data.attributes;
    assert.match(internalDate, /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[+-][0-9]{2}:[0-9]{2}$/);
    assert.deepEqual(attributes, {
      cc: [{ address: 'carl@example.org', name: 'Carl' }],
      bcc: [{ address: 'hidden@example.org', name: 'hidden@example.org' }],
      replyTo: { address: 'answers@example.com', name: 'Answers' },
      previewText: 'Hello',
      inReplyTo: [],
      keywords: ['$Forwarded'],
    });
  });

  it('lists the newest first, with the number of all', async () => {
    const { data, meta } = await get(`${MESSAGES}?fields[MessageItem]=uid`);

    assert.deepEqual(meta.page, { total: 3 });
    assert.deepEqual(
      data.map((item: { attributes: object }) => item.attributes),
      [{ uid: 3 }, { uid: 2 }, { uid: 1 }],
    );
  });

  it('orders by several keys, ascending unless told otherwise (C25)', async () => {
    assert.deepEqual(await subjects('sort=from,-date'), ['Report', 'Question', 'Apples']);
    assert.deepEqual(await subjects('sort=-from,date'), ['Apples', 'Question', 'Report']);
    assert.deepEqual(await subjects('sort=subject'), ['Apples', 'Question', 'Report']);
  });

  const PAGES: readonly (readonly [string, readonly string[], readonly (string | null)[]])[] = [
    [
      'page[offset]=1&page[limit]=1',
      ['Apples'],
      [
        '?page[offset]=0&page[limit]=1',
        '?page[offset]=0&page[limit]=1',
        '?page[offset]=2&page[limit]=1',
        '?page[offset]=2&page[limit]=1',
      ],
    ],
    [
      'page[start]=2&page[limit]=2&sort=-date',
      ['Question'],
      [
        '?sort=-date&page[offset]=0&page[limit]=2',
        '?sort=-date&page[offset]=0&page[limit]=2',
        null,
        '?sort=-date&page[offset]=2&page[limit]=2',
      ],
    ],
    [
      'start=0&limit=2',
      ['Report', 'Apples'],
      ['?start=0&limit=2', null, '?start=2&limit=2', '?start=2&limit=2'],
    ],
    [
      'start=1',
      ['Apples', 'Question'],
      ['?start=0&limit=50', '?start=0&limit=50', null, '?start=0&limit=50'],
    ],
    [
      'page[number]=2&page[size]=1',
      ['Apples'],
      [
        '?page[number]=1&page[size]=1',
        '?page[number]=1&page[size]=1',
        '?page[number]=3&page[size]=1',
        '?page[number]=3&page[size]=1',
      ],
    ],
    [
      'page[number]=9&page[size]=1',
      [],
      ['?page[number]=1&page[size]=1', '?page[number]=3&page[size]=1', null, '?page[number]=3&page[size]=1'],
    ],
    ['page[size]=0', [], ['?page[number]=1&page[size]=0', null, null, '?page[number]=1&page[size]=0']],
    [
      'page[offset]=50',
      [],
      [
        '?page[offset]=0&page[limit]=50',
        '?page[offset]=0&page[limit]=50',
        null,
        '?page[offset]=0&page[limit]=50',
      ],
    ],
  ];
  for (const [query, rows, links] of PAGES) {
    it(`links to the other pages and keeps the other parameters (C26, C27): ${query}`, async () => {
      const document = await get(`${MESSAGES}?${query}`);

      assert.deepEqual(await subjects(query), rows);
      assert.deepEqual(pages(document.links), links);
    });
  }

  it('counts without a FETCH', async () => {
    server.commands();
    const { data, meta } = await get(`${MESSAGES}?page[size]=0&filter[seen]=false`);
    const found = await get(`${ACCOUNT}/MessageItems?page[size]=0&filter[seen]=true`);
    const sent = server.commands();

    assert.deepEqual([data, meta.page, meta.total], [[], { total: 1 }, 1]);
    assert.deepEqual([found.data, found.meta], [[], { page: { total: 4 }, total: 4 }]);
    assert.deepEqual(
      sent.filter((line) => /FETCH|SORT/.test(line)),
      [],
    );
  });

  it('gives all messages for the limit -1, as seed 2 has it', async () => {
    const { data, links } = await get(`${MESSAGES}?limit=-1`);

    assert.deepEqual([data.length, Object.keys(links)], [3, ['self']]);
  });

  it('counts what the filter leaves', async () => {
    const { meta } = await get(`${MESSAGES}?filter[seen]=true&page[limit]=1`);

    assert.deepEqual(meta.page, { total: 2 });
  });
});

describe('GET MessageItems by cursor', () => {
  it('walks forward and back again (C28)', async () => {
    const first = await get(`${MESSAGES}?page[size]=1&fields[MessageItem]=uid`);
    const second = await get(first.links.next);
    const third = await get(second.links.next);
    const back = await get(third.links.prev);
    const last = await get(first.links.last);

    const uids = [first, second, third, back, last].map(({ data }) => data[0].attributes.uid);
    assert.deepEqual(uids, [3, 2, 1, 2, 1]);
    assert.deepEqual([first.links.prev, third.links.next], [null, null]);
    assert.deepEqual(second.meta.page, { total: 3 });
  });

  it('keeps its place while mail arrives', async () => {
    const moving = await startV1Server();
    const first = (await moving.get(`${MESSAGES}?page[size]=1&fields[MessageItem]=uid`)).json();
    moving.sandbox
      .user('jane@example.org')
      .deliver('Subject: New\r\nDate: Sat, 1 Jun 2024 07:00:00 +0000\r\n\r\nx');
    const second = (await moving.get(first.links.next)).json();
    await moving.close();

    assert.equal(second.data[0].attributes.uid, 2);
  });

  const REFUSED: readonly (readonly [string, object])[] = [
    [
      'page[size]=201',
      {
        code: 'page-size-exceeded',
        source: { parameter: 'page[size]' },
        links: { type: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/max-size-exceeded' },
        meta: { page: { maxSize: 200 } },
      },
    ],
    [
      'page[after]=a&page[before]=b',
      {
        code: 'range-pagination-not-supported',
        source: { parameter: 'page[before]' },
        links: {
          type: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/range-pagination-not-supported',
        },
      },
    ],
    [
      'page[size]=1&sort=nope',
      {
        code: 'sort-not-supported',
        source: { parameter: 'sort' },
        links: { type: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/unsupported-sort' },
      },
    ],
  ];
  for (const [query, expected] of REFUSED) {
    it(`refuses ${query} in the words of the profile (C28)`, async () => {
      const { errors } = await get(`${MESSAGES}?${query}`);

      const { status, title, detail, ...error } = errors[0];
      assert.deepEqual([status, typeof title, typeof detail], ['400', 'string', 'string']);
      assert.deepEqual(error, expected);
    });
  }

  it('refuses a cursor of another order', async () => {
    const { links } = await get(`${MESSAGES}?page[size]=1&sort=subject,date`);
    const answer = await server.get(links.next.replace('sort=subject%2Cdate', 'sort=uid'));

    assert.deepEqual(answer.json().errors[0].source, { parameter: 'page[after]' });
  });
});

describe('What a list asks of the mail server', () => {
  const FETCHES: readonly (readonly [string, readonly string[]])[] = [
    ['fields[MessageItem]=seen', ['(UID FLAGS)']],
    ['fields[MessageItem]=size,subject', ['(UID RFC822.SIZE BODY.PEEK[HEADER.FIELDS (SUBJECT)]<0.65536>)']],
    ['fields[MessageItem]=uid', []],
    ['fields[MessageItem]=MailFolder', []],
    ['attributes=seen', ['(UID FLAGS)']],
  ];
  for (const [query, items] of FETCHES) {
    it(`is only what is selected: ${query}`, async () => {
      const fresh = await startV1Server();
      await fresh.get(`${MESSAGES}?${query}`);
      const fetches = fresh.commands().filter((line) => line.startsWith('UID FETCH'));
      await fresh.close();

      assert.deepEqual(
        fetches.map((line) => line.replace('UID FETCH 1:3 ', '')),
        items,
      );
    });
  }

  it('is no LIST for the counts of an included folder', async () => {
    await get(MESSAGES);
    server.commands();

    const { included } = await get(
      `${MESSAGES}?include=MailFolder&fields[MailFolder]=unreadMessages,totalMessages&fields[MessageItem]=uid,MailFolder`,
    );

    assert.deepEqual(
      included.map((folder: { attributes: object }) => folder.attributes),
      [{ unreadMessages: 1, totalMessages: 3 }],
    );
    assert.deepEqual(
      server.commands().filter((line) => /^(LIST|UID FETCH)/.test(line)),
      [],
    );
  });

  it('is no body for a MessageBody of which no text is selected', async () => {
    await get(`${MESSAGES}/3/MessageBody?fields[MessageBody]=MessageItem`);

    assert.deepEqual(
      server.commands().filter((line) => line.includes('BODY.PEEK[1')),
      [],
    );
  });

  it('is a body only when it is included', async () => {
    await get(`${MESSAGES}/3`);
    const without = server.commands();
    await get(`${MESSAGES}/3?include=MessageBody`);
    const withBody = server.commands();

    const bodies = [without, withBody].map((lines) => lines.filter((line) => line.includes('BODY.PEEK[1')));
    assert.deepEqual(
      bodies.map((lines) => lines.length > 0),
      [false, true],
    );
  });
});
