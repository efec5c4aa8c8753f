/** Messages of other programs over version 1: stored as they are. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, INBOX, PLAIN } from '../v1-server.ts';
import { problemsOf, type StartWritingApi, type WritingApi } from './writing-api.ts';

const FOLDER = `${INBOX}/MessageItems`;
const TYPE = { 'content-type': 'message/rfc822' };
const HEADER = 'From: ann@example.com\r\nSubject: Import\r\n';
/** Nothing that a server could read as something else: octets beyond ASCII, long lines, no line end at the end. */
const ODD = Buffer.from(
  `${HEADER}Date: Sun, 6 Nov 1994 09:49:37 +0100\r\nX-Odd: \xfc\r\n\r\n${'x'.repeat(2_000)}\r\n\xff\x01 .`,
  'latin1',
);

export function importsSuite(name: string, start: StartWritingApi): void {
  describe(`Imported messages of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const store = (
      payload: Buffer | string,
      query = '',
      headers: Readonly<Record<string, string>> = TYPE,
      folder = FOLDER,
    ) => server.send({ method: 'POST', url: `${folder}/import${query}`, headers, payload });
    const total = async (): Promise<number> => (await server.get(FOLDER)).json().meta.page.total;

    it('are stored octet by octet, under their own date', async () => {
      const answer = await store(ODD, '?relfield:fields[MessageItem]=%2BinternalDate,%2Bkeywords');
      const { data, links } = answer.json();

      assert.equal(answer.statusCode, 201, answer.body);
      assert.deepEqual([answer.headers.location, data.links.self], [data.links.self, data.links.self]);
      assert.ok(links.self.startsWith(data.links.self), links.self);
      const { subject, internalDate, seen, flagged, answered, draft, keywords } = data.attributes;
      assert.deepEqual(
        [subject, seen, flagged, answered, draft, keywords],
        ['Import', false, false, false, false, []],
      );
      assert.equal(Date.parse(internalDate), Date.UTC(1994, 10, 6, 8, 49, 37));
      const source = await server.get(`${data.links.self}/source`);
      const stored = source.rawPayload.toString('latin1');
      assert.equal(stored.slice(-ODD.length), ODD.toString('latin1'));
      // Exchange writes its own field above.
      assert.match(stored.slice(0, -ODD.length), /^(?:X-MS-Exchange-[^\r\n]*\r\n)?$/);
    });

    it('have the flags and keywords that the address names, but no marks of our own', async () => {
      const query =
        '?flags=seen,flagged,answered,draft&keywords=$work,$Submitted&fields[MessageItem]=seen,flagged,answered,draft,keywords';
      const { data } = (await store(`${HEADER}\r\n`, query)).json();

      const { keywords, ...flags } = data.attributes;
      assert.deepEqual(flags, { seen: true, flagged: true, answered: true, draft: true });
      assert.deepEqual(
        keywords.map((keyword: string) => keyword.toLowerCase()),
        ['$work'],
      );
    });

    for (const [date, text] of [
      ['is none', ''],
      ['cannot be read', 'Date: yesterday\r\n'],
      ['is before all servers', 'Date: Mon, 1 Jan 1900 00:00:00 +0000\r\n'],
      ['lies ahead', 'Date: Fri, 31 Dec 2999 00:00:00 +0000\r\n'],
    ] as const) {
      it(`are received now when their date ${date}`, async () => {
        const before = Date.now();
        const answer = await store(`${HEADER}${text}\r\nHi\r\n`, '?fields[MessageItem]=internalDate');

        const received = Date.parse(answer.json().data.attributes.internalDate);
        assert.ok(Math.abs(received - before) < 120_000, answer.body);
      });
    }

    for (const [what, body, detail] of [
      ['NUL', `${HEADER}\r\na\0b`, /NUL/],
      ['lines that end in LF', 'Subject: Import\n\nHi\n', /Octet 15 .* LF without CR/],
      ['a CR in a line', `${HEADER}\r\na\rb`, /CR without LF/],
      ['no octet', '', /header field/],
      ['no message', '<p>Hello</p>', /header field/],
    ] as const) {
      it(`are refused with ${what}, and nothing is stored`, async () => {
        const count = await total();
        const answer = await store(body);

        assert.deepEqual(problemsOf(answer), [[422, 'invalid-value', undefined]]);
        assert.match(answer.json().errors[0].detail, detail);
        assert.equal(await total(), count);
      });
    }

    it('are refused where parameters, type or folder are wrong', async () => {
      const answers = await Promise.all([
        store(ODD, '?flags=seen,recent'),
        store(ODD, '?keywords=a%20b'),
        store(ODD, '?flag=seen'),
        store(ODD, '', { 'content-type': PLAIN }),
        store(ODD, '', {}),
        store(ODD, '', { ...TYPE, 'content-encoding': 'gzip' }),
        store(ODD, '', { ...TYPE, 'if-match': '"x"' }),
        store(ODD, '', TYPE, `${ACCOUNT}/MailFolders/Nowhere/MessageItems`),
      ]);

      assert.deepEqual(answers.flatMap(problemsOf), [
        [400, 'invalid-parameter', { parameter: 'flags' }],
        [400, 'invalid-parameter', { parameter: 'keywords' }],
        [400, 'unknown-parameter', { parameter: 'flag' }],
        [415, 'unsupported-media-type', { header: 'Content-Type' }],
        [415, 'unsupported-media-type', { header: 'Content-Type' }],
        [415, 'unsupported-media-type', { header: 'Content-Encoding' }],
        [412, 'outdated-version', { header: 'If-Match' }],
        [404, 'mailbox-unknown', undefined],
      ]);
    });

    it('are stored once for each Idempotency-Key', async () => {
      const count = await total();
      const headers = { ...TYPE, 'idempotency-key': 'import' };
      const answers = [await store(ODD, '', headers), await store(ODD, '', headers)];
      const other = await store(`${HEADER}\r\n`, '', headers);

      assert.deepEqual([answers[1]?.statusCode, answers[1]?.body], [201, answers[0]?.body]);
      assert.deepEqual(problemsOf(other), [[422, 'idempotency-key-reused', { header: 'Idempotency-Key' }]]);
      assert.equal(await total(), count + 1);
    });

    it('can be drafts, which are changed and sent', async () => {
      const octets = 'From: jane@example.org\r\nTo: ann@example.com\r\nSubject: Imported draft\r\n\r\nHi\r\n';
      const { data } = (
        await store(octets, '?flags=draft,seen', TYPE, FOLDER.replace('INBOX', 'Drafts'))
      ).json();
      const changed = await server.send({
        method: 'PATCH',
        url: data.links.self,
        document: { data: { type: 'MessageItem', id: data.id, attributes: { subject: 'Changed' } } },
      });
      const count = server.sent().length;

      const sent = await server.send({ method: 'POST', url: `${changed.json().data.links.self}/send` });

      assert.equal(sent.statusCode, 200, sent.body);
      assert.equal(server.sent().length, count + 1);
    });
  });
}
