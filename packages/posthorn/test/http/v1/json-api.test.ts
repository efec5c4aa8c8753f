/** The rules of JSON:API 1.1 for reading, one row each, against a whole server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import { ACCOUNT, EXT, INBOX, MESSAGES, PLAIN, startV1Server, V1, type V1Server } from './v1-server.ts';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown; readonly links?: object }>>;
}

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

const get = async (url: string, headers: Readonly<Record<string, string>> = {}) =>
  (await server.get(url, headers)).json();

describe('Every document of v1', () => {
  const URLS: readonly string[] = [
    `${V1}/MailAccounts`,
    ACCOUNT,
    `${ACCOUNT}/MailFolders?include=MailAccount`,
    `${INBOX}?include=MailAccount`,
    `${MESSAGES}?include=MailFolder.MailAccount,MessageBody,Attachments`,
    `${MESSAGES}?page[size]=1`,
    `${MESSAGES}/3?include=MailFolder`,
    `${MESSAGES}/3/MessageBody?include=MessageItem.MailFolder.MailAccount,Attachments`,
    `${MESSAGES}/3/Attachments?include=MessageItem`,
    `${MESSAGES}/3/Attachments/2`,
    `${MESSAGES}/1/thread`,
    `${ACCOUNT}/MessageItems?filter[seen]=true`,
    `${MESSAGES}?include=nope&sort=nope&filter[nope]=1`,
    `${MESSAGES}/99`,
    `${V1}/nothing`,
  ];
  for (const url of URLS) {
    it(`follows the rules of JSON:API (C1-C4, C8, C17): ${url}`, async () => {
      assertJsonApi(await get(url));
    });
  }
});

describe('A document of v1', () => {
  it('has no data and nothing included beside errors (C2, C3)', async () => {
    const document = await get(`${MESSAGES}?include=nope`);

    assert.deepEqual(Object.keys(document), ['jsonapi', 'errors']);
  });

  it('has ids that are texts, also where they end in a uid (C4)', async () => {
    const { data } = await get(`${MESSAGES}/3`);

    assert.match(data.id, /^gmail\/INBOX\/[0-9]+\.3$/);
  });

  it('keeps two messages with one uid in two folders apart (C5)', async () => {
    const inbox = await get(`${MESSAGES}/1`);
    const work = await get(`${ACCOUNT}/MailFolders/Work/MessageItems/1`);

    assert.notEqual(inbox.data.id, work.data.id);
    assert.deepEqual([inbox.data.attributes.subject, work.data.attributes.subject], ['Question', 'Plan']);
  });

  it('has no foreign keys among its attributes (C7)', async () => {
    const { data } = await get(`${MESSAGES}/3?relfield:fields[MessageItem]=*`);

    assert.deepEqual(
      Object.keys(data.attributes).filter((name) => /id$/i.test(name)),
      ['messageId', 'uid'],
    );
  });

  it('writes an empty to-one relationship as null and an empty to-many as a list (C9)', async () => {
    const folder = await get(INBOX);
    const item = await get(`${MESSAGES}/2?include=Attachments`);

    assert.deepEqual(folder.data.relationships.parent, { data: null });
    assert.deepEqual(folder.data.relationships.children, { data: [] });
    assert.deepEqual(item.data.relationships.Attachments.data, []);
  });

  it('holds each resource once (C10)', async () => {
    const { included } = await get(`${MESSAGES}?include=MailFolder.MailAccount,MailFolder`);

    assert.deepEqual(
      included.map(({ type, id }: Resource) => [type, id]),
      [
        ['MailFolder', 'gmail/INBOX'],
        ['MailAccount', 'gmail'],
      ],
    );
  });

  it('links to everything that it includes (C11)', async () => {
    const { data, included } = await get(
      `${MESSAGES}?include=MailFolder.MailAccount,MessageBody,Attachments`,
    );

    const linked = new Set<string>();
    for (const { relationships } of [...data, ...included] as Resource[]) {
      for (const { data: linkage } of Object.values(relationships ?? {})) {
        for (const one of [linkage ?? []].flat() as Resource[]) linked.add(`${one.type} ${one.id}`);
      }
    }
    const unlinked = included.filter(({ type, id }: Resource) => !linked.has(`${type} ${id}`));
    assert.deepEqual(unlinked, []);
    assert.equal(included.length, 7);
  });

  it('has null where there is no further page (C13, C26)', async () => {
    const { links } = await get(MESSAGES);

    assert.deepEqual([links.prev, links.next], [null, null]);
  });

  it('links to itself with all its parameters, encoded as a URI has it (C14)', async () => {
    const { links } = await get(`${MESSAGES}?_dc=1&fields[MessageItem]=seen,flagged&sort=-date`);

    assert.equal(links.self, `http://mail.test${MESSAGES}?fields%5BMessageItem%5D=seen%2Cflagged&sort=-date`);
  });

  it('tells the media type of its own address where the extension was named (C14, C16)', async () => {
    const document = await get(`${MESSAGES}/1?relfield:fields[MessageItem]=+cc`, { accept: EXT });

    assert.deepEqual(document.links.self, {
      href: `http://mail.test${MESSAGES}/1?relfield%3Afields%5BMessageItem%5D=%2Bcc`,
      type: EXT,
    });
    assert.deepEqual(document.jsonapi, {
      version: '1.1',
      ext: ['https://conjoon.org/json-api/ext/relfield'],
    });
  });
});

describe('include', () => {
  const REFUSED: readonly (readonly [string, string])[] = [
    ['comments', '"comments" leads to nothing'],
    ['MailFolder.nope', '"MailFolder.nope" leads to nothing'],
    ['thread', '"thread" leads to nothing'],
    ['MessageBody.MessageItem', '"MessageBody.MessageItem" leads to nothing'],
    ['MailFolder.MailAccount.MailFolders.MailAccount', 'leads to nothing'],
    [Array(9).fill('MailFolder').join(','), 'must have at most 8 paths'],
    ['MailFolder,', '"" leads to nothing'],
  ];
  for (const [paths, detail] of REFUSED) {
    it(`refuses ${paths} (C19, C20, C23)`, async () => {
      const { errors } = await get(`${MESSAGES}?include=${paths}`);

      assert.equal(errors[0].status, '400');
      assert.deepEqual(errors[0].source, { parameter: 'include' });
      assert.ok(errors[0].detail.includes(detail), errors[0].detail);
    });
  }

  it('names every path that leads nowhere', async () => {
    const { errors } = await get(`${MESSAGES}?include=a,MailFolder,b`);

    assert.deepEqual(
      errors.map(({ code }: { code: string }) => code),
      ['include-not-supported', 'include-not-supported'],
    );
  });

  it('is refused where there is nothing to include (C19)', async () => {
    const { errors } = await get(`${V1}/MailAccounts?include=MailFolders`);

    assert.deepEqual(errors[0].source, { parameter: 'include' });
  });

  it('gives an empty list for an empty value, and for paths without targets (C21)', async () => {
    const empty = await get(`${MESSAGES}?include=`);
    const none = await get(`${ACCOUNT}/MailFolders/Trash/MessageItems?include=MailFolder`);
    const without = await get(MESSAGES);

    assert.deepEqual([empty.included, none.included, without.included], [[], [], undefined]);
  });

  it('brings only what was asked for (C22)', async () => {
    const { included } = await get(`${MESSAGES}/3?include=Attachments`);

    assert.deepEqual(
      included.map(({ type }: Resource) => type),
      ['Attachment', 'Attachment'],
    );
  });

  it('brings the resources on the way of a path', async () => {
    const { included } = await get(
      `${MESSAGES}/3/Attachments/2?include=MessageItem.MailFolder.MailAccount&fields[MailAccount]=name`,
    );

    assert.deepEqual(
      included.map(({ type }: Resource) => type),
      ['MailFolder', 'MailAccount', 'MessageItem'],
    );
  });
});

describe('The parameters of a list', () => {
  const REFUSED: readonly (readonly [string, string, string])[] = [
    ['sort=nope', 'sort', 'sort-not-supported'],
    ['sort=', 'sort', 'sort-not-supported'],
    ['sort=date,-date', 'sort', 'sort-not-supported'],
    ['sort=date&sort=uid', 'sort', 'invalid-parameter'],
    ['page[limit]=0', 'page[limit]', 'invalid-parameter'],
    ['page[limit]=-1', 'page[limit]', 'invalid-parameter'],
    ['page[limit]=abc', 'page[limit]', 'invalid-parameter'],
    ['page[limit]=1e3', 'page[limit]', 'invalid-parameter'],
    ['page[limit]=201', 'page[limit]', 'invalid-parameter'],
    ['page[offset]=-1', 'page[offset]', 'invalid-parameter'],
    ['page[offset]=1&page[start]=1', 'page[start]', 'invalid-parameter'],
    ['page[nope]=1', 'page[nope]', 'unknown-parameter'],
    ['page=1', 'page', 'unknown-parameter'],
    ['page[size]=0', 'page[size]', 'invalid-parameter'],
    ['page[size]=1.5', 'page[size]', 'invalid-parameter'],
    ['page[after]=', 'page[after]', 'invalid-parameter'],
    ['page[after]=nonsense', 'page[after]', 'invalid-parameter'],
    ['page[before]=nonsense', 'page[before]', 'invalid-parameter'],
    ['page[size]=5&page[limit]=5', 'page[size]', 'invalid-parameter'],
    ['limit=5&page[limit]=5', 'limit', 'invalid-parameter'],
    ['start=5', 'limit', 'invalid-parameter'],
    ['limit=x', 'limit', 'invalid-parameter'],
    ['attributes=nope', 'attributes', 'invalid-parameter'],
    ['attributes=seen&fields[MessageItem]=seen', 'attributes', 'invalid-parameter'],
    ['attributes=*&relfield:fields[MessageItem]=*', 'attributes', 'invalid-parameter'],
    ['limit=-1&include=MessageBody', 'limit', 'invalid-parameter'],
    ['page[limit]=51&include=Attachments', 'page[limit]', 'invalid-parameter'],
    ['filter[nope]=1', 'filter[nope]', 'invalid-parameter'],
    ['filter[seen]=maybe', 'filter[seen]', 'invalid-parameter'],
    ['filter=x', 'filter', 'invalid-parameter'],
    ['foo=bar', 'foo', 'unknown-parameter'],
    ['fooBar=1', 'fooBar', 'unknown-parameter'],
    ['options[textPlain][length]=5', 'options[textPlain][length]', 'unknown-parameter'],
    ['fields[MessageItem]=inbox_password', 'fields[MessageItem]', 'unknown-field'],
    ['fields[Nope]=x', 'fields[Nope]', 'unknown-type'],
    ['relfield:fields[MessageItem]=cc', 'relfield:fields[MessageItem]', 'missing-prefix'],
  ];
  for (const [query, parameter, code] of REFUSED) {
    it(`name ${parameter} when it is refused (C24, C27, C29, C30): ${query}`, async () => {
      const answer = await server.get(`${MESSAGES}?${query}`);
      const { errors } = answer.json();

      assert.equal(answer.statusCode, 400);
      assert.equal(errors.length, 1);
      assert.deepEqual([errors[0].source, errors[0].code], [{ parameter }, code]);
    });
  }

  it('are refused together when several are wrong', async () => {
    const { errors } = await get(
      `${MESSAGES}?sort=nope&include=nope&page[limit]=0&filter[x]=1&filter[seen]=2`,
    );

    assert.deepEqual(
      errors.map(({ source }: { source: { parameter: string } }) => source.parameter),
      ['page[limit]', 'include', 'sort', 'filter[x]', 'filter[seen]'],
    );
  });

  it('repeat no more than a little of what the client sent', async () => {
    const { errors } = await get(`${MESSAGES}?sort=${'x'.repeat(5_000)}&filter[${'y'.repeat(2_000)}]=1`);

    assert.ok(JSON.stringify(errors).length < 1_500);
  });

  it('ignore what keeps caches of old browsers away', async () => {
    const answer = await server.get(`${MESSAGES}?_dc=1700000000000`);

    assert.equal(answer.statusCode, 200);
  });
});

describe('Field selection', () => {
  const SELECTIONS: readonly (readonly [string, string, readonly string[]])[] = [
    [`${ACCOUNT}?fields[MailAccount]=name,outbox_user`, 'MailAccount', ['name', 'outbox_user']],
    [
      `${ACCOUNT}?relfield:fields[MailAccount]=+inbox_user,-from,-replyTo,-inbox_type,-inbox_address,-inbox_port,-inbox_ssl,-outbox_address,-outbox_port,-outbox_secure`,
      'MailAccount',
      ['name', 'subscriptions', 'inbox_user'],
    ],
    [`${INBOX}?fields[MailFolder]=totalMessages`, 'MailFolder', ['totalMessages']],
    [
      `${INBOX}?relfield:fields[MailFolder]=+uidNext,-name`,
      'MailFolder',
      ['path', 'folderType', 'unreadMessages', 'totalMessages', 'uidNext'],
    ],
    [`${MESSAGES}/3?fields[MessageItem]=seen`, 'MessageItem', ['seen']],
    [`${MESSAGES}/3?fields[MessageItem]=uid`, 'MessageItem', ['uid']],
    [`${MESSAGES}/3?attributes=subject,seen`, 'MessageItem', ['subject', 'seen']],
    [
      `${MESSAGES}/3?relfield:fields[MessageItem]=+cc,+bcc,+replyTo,-hasAttachments,-size`,
      'MessageItem',
      [
        ...['from', 'to', 'subject', 'date', 'seen', 'answered', 'draft', 'flagged', 'recent'],
        ...['references', 'messageId', 'uid', 'cc', 'bcc', 'replyTo'],
      ],
    ],
    [`${MESSAGES}/3/MessageBody?relfield:fields[MessageBody]=-textHtml`, 'MessageBody', ['textPlain']],
    [`${MESSAGES}/3/Attachments/2?fields[Attachment]=name,contentId`, 'Attachment', ['name', 'contentId']],
    [
      `${MESSAGES}/3/Attachments/2?relfield:fields[Attachment]=*,-downloadUrl`,
      'Attachment',
      ['name', 'contentType', 'size', 'inline', 'contentId'],
    ],
  ];
  for (const [url, type, attributes] of SELECTIONS) {
    it(`of ${type} gives exactly ${attributes.join(', ')}: ${url}`, async () => {
      const { data } = await get(url);

      assert.equal(data.type, type);
      assert.deepEqual(Object.keys(data.attributes), attributes);
    });
  }

  it('holds for included resources too', async () => {
    const { included } = await get(
      `${MESSAGES}/3?include=MailFolder,MessageBody&fields[MailFolder]=&fields[MessageBody]=textPlain`,
    );

    assert.deepEqual(
      included.map(({ attributes, relationships }: Resource) => [attributes, relationships]),
      [
        [{}, undefined],
        [{ textPlain: 'plain text' }, undefined],
      ],
    );
  });

  it('takes attributes in the meaning of seed 2: with *, all but those that are named', async () => {
    const { data } = await get(`${MESSAGES}/3?attributes=*,previewText,charset,nonsense`);

    assert.equal(Object.keys(data.attributes).length, 20);
    assert.equal(data.attributes.previewText, undefined);
    assert.notEqual(data.relationships, undefined);
  });

  it('of relationships takes their members away', async () => {
    const { data } = await get(
      `${MESSAGES}/3?relfield:fields[MessageItem]=-thread,-Attachments,-MessageBody`,
    );

    assert.deepEqual(Object.keys(data.relationships), ['MailFolder']);
  });

  it('has no field for passwords, whatever they may be called', async () => {
    const answer = await server.get(`${ACCOUNT}?relfield:fields[MailAccount]=*`);

    assert.doesNotMatch(answer.body, /secret|password/i);
  });
});

describe('Negotiation', () => {
  const ACCEPTED: readonly (readonly [string | undefined, string])[] = [
    [undefined, PLAIN],
    ['*/*', PLAIN],
    [PLAIN, PLAIN],
    [EXT, EXT],
    ['application/vnd.api+json; ext=https://conjoon.org/json-api/ext/relfield', EXT],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', PLAIN],
    ['application/vnd.api+json;profile="https://example.org/p"', PLAIN],
    [
      'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
      'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
    ],
  ];
  for (const [accept, contentType] of ACCEPTED) {
    it(`answers ${accept ?? 'no Accept'} with exactly ${contentType}`, async () => {
      const answer = await server.get(`${MESSAGES}/1`, accept === undefined ? {} : { accept });

      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], contentType);
    });
  }

  const REFUSED: readonly (readonly [string, Readonly<Record<string, string>>, number, object])[] = [
    ['text/html', { accept: 'text/html' }, 406, { header: 'Accept' }],
    ['a charset', { accept: `${PLAIN};charset=utf-8` }, 406, { header: 'Accept' }],
    ['an unknown extension', { accept: `${PLAIN};ext="https://example.org/x"` }, 406, { header: 'Accept' }],
    [
      'a body type with a charset, before Accept',
      { accept: 'text/html', 'content-type': `${PLAIN};charset=utf-8` },
      415,
      { header: 'Content-Type' },
    ],
  ];
  for (const [what, headers, status, source] of REFUSED) {
    it(`refuses ${what}`, async () => {
      const answer = await server.get(`${MESSAGES}?foo=1`, headers);

      assert.equal(answer.statusCode, status);
      assert.deepEqual(answer.json().errors[0].source, source);
      assert.equal(answer.headers['content-type'], PLAIN);
    });
  }

  it('labels errors as the answer would have been labelled', async () => {
    const answer = await server.get(`${MESSAGES}/99`, { accept: EXT });

    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [404, EXT]);
  });

  it('serves relfield parameters to clients that do not name the extension', async () => {
    const { data } = await get(`${MESSAGES}/1?relfield%3Afields%5BMessageItem%5D=%2Bcc`);

    assert.deepEqual(data.attributes.cc, [{ address: 'carl@example.org', name: 'Carl' }]);
  });
});
