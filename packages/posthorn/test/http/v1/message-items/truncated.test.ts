/** What of a message is longer than is shown. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';

const SELECTION = 'fields[MessageItem]=from,to,cc,replyToAddresses,subject,references,inReplyTo';

function addresses(count: number): string {
  return Array.from({ length: count }, (_, index) => `u${index}@example.org`).join(',\r\n ');
}

function ids(count: number): string {
  return Array.from({ length: count }, (_, index) => `<${index}@example.org>`).join('\r\n ');
}

function raw(...fields: readonly string[]): { readonly raw: Buffer } {
  return { raw: Buffer.from(`${fields.join('\r\n')}\r\n\r\nx`) };
}

const MAIL = [
  raw(
    'From: a@example.org',
    `To: ${addresses(500)}`,
    `References: ${ids(100)}`,
    `Subject: ${'x'.repeat(4096)}`,
  ),
  raw(
    'From: a@example.org',
    `To: ${addresses(501)}`,
    `References: ${ids(101)}`,
    `Subject: ${'x'.repeat(4097)}`,
  ),
  raw(`From: ${addresses(501)}`, `In-Reply-To: ${ids(101)}`),
  // 64 KB of few addresses.
  raw('From: a@example.org', `Cc: "${'x'.repeat(70_000)}" <b@example.org>`, 'Subject: short'),
];

/** Words of two charsets in turns, so that none can be joined with the next. */
function words(count: number): string {
  return Array.from({ length: count }, (_, index) => `=?${index % 2 ? 'koi8-r' : 'utf-8'}?q?a?=`).join(
    '\r\n ',
  );
}

describe('meta.truncated of a MessageItem in v1', () => {
  let server: V1Server;
  before(async () => {
    server = await startV1Server({ mailboxes: [{ name: 'INBOX', messages: MAIL }] });
  });
  after(() => server?.close());

  const metasOf = async (query: string) => {
    const { data } = (await server.get(`${MESSAGES}?sort=uid&${query}`)).json();
    return data.map(({ meta }: { readonly meta?: object }) => meta);
  };
  const ALL = [
    undefined,
    { truncated: ['to', 'subject', 'references'] },
    { truncated: ['from', 'replyToAddresses', 'inReplyTo'] },
    { truncated: ['cc'] },
  ];

  it('names the fields that are cut, and none at the bound', async () => {
    assert.deepEqual(await metasOf(SELECTION), ALL);
  });

  it('is the same when the list is read from memory', async () => {
    assert.deepEqual([await metasOf(SELECTION), await metasOf(`${SELECTION},size`)], [ALL, ALL]);
  });

  it('says nothing of fields that are not selected, and knows those that were read apart', async () => {
    const own = await startV1Server({ mailboxes: [{ name: 'INBOX', messages: MAIL.slice(1, 2) }] });
    const metas: unknown[] = [];
    for (const fields of ['to', 'subject', 'to,subject', 'size']) {
      const { data } = (await own.get(`${MESSAGES}?fields[MessageItem]=${fields}`)).json();
      metas.push(data[0].meta);
    }
    await own.close();

    assert.deepEqual(metas, [
      { truncated: ['to'] },
      { truncated: ['subject'] },
      { truncated: ['to', 'subject'] },
      undefined,
    ]);
  });

  it('leaves what stands behind a long field and a missing one', async () => {
    const { data } = (await server.get(`${MESSAGES}/4?fields[MessageItem]=to,cc,subject`)).json();

    assert.deepEqual([data.attributes.to, data.attributes.subject], [[], 'short']);
  });

  it('names address fields with more encoded words than are decoded, whose addresses are all there', async () => {
    const mail = [raw(`From: ${words(500)} <a@example.org>`), raw(`From: ${words(501)} <a@example.org>`)];
    const own = await startV1Server({ mailboxes: [{ name: 'INBOX', messages: mail }] });
    const { data } = (await own.get(`${MESSAGES}?sort=uid&fields[MessageItem]=from`)).json();
    await own.close();

    const [whole, cut] = data;
    const { name, address } = cut.attributes.from;
    assert.deepEqual([whole.meta, whole.attributes.from.name], [undefined, 'a'.repeat(500)]);
    assert.deepEqual([cut.meta, address], [{ truncated: ['from'] }, 'a@example.org']);
    assert.match(name, /^a{500} =\?utf-8\?q\?a\?=$/);
  });

  it('is there for a single message', async () => {
    const { data } = (await server.get(`${MESSAGES}/2?fields[MessageItem]=to`)).json();

    assert.deepEqual([data.meta, data.attributes.to.length], [{ truncated: ['to'] }, 500]);
  });
});
