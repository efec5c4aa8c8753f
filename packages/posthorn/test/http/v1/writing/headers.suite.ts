/** Header fields of the author over version 1: written, kept and sent. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  changeOf,
  createDraft,
  DRAFTS,
  newMessage,
  problemsOf,
  type ShownResource,
  type StartWritingApi,
  type WritingApi,
} from './writing-api.ts';

const FIELDS = [
  {
    name: 'List-Unsubscribe',
    value: `<https://lists.example.org/leave?token=${'t'.repeat(120)}>, <mailto:leave@lists.example.org>`,
  },
  { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  { name: 'X-Campaign', value: `Grüße an alle, ${'lange Wörter '.repeat(20)}Ende` },
  { name: 'X-Campaign', value: `${'0123456789'.repeat(20)} second` },
  { name: 'Auto-Submitted', value: 'auto-generated' },
  { name: 'X-Odd', value: 'a  b =?utf-8?q?c?=' },
];
const SHOWN = '?relfield:fields[MessageItem]=%2Bheaders,%2BlistUnsubscribe';
const ATTRIBUTES = { subject: 'News', to: [{ address: 'ann@example.com' }], textPlain: 'Hi' };

export function headersSuite(name: string, start: StartWritingApi): void {
  describe(`Header fields of v1 over ${name}`, () => {
    let server: WritingApi;
    before(async () => {
      server = await start();
    });
    after(() => server?.close());

    const create = async (headers: unknown): Promise<ShownResource> => {
      const document = newMessage({ ...ATTRIBUTES, headers });
      const answer = await server.send({ method: 'POST', url: DRAFTS + SHOWN, document });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json().data;
    };
    const change = async (draft: ShownResource, attributes: object): Promise<ShownResource> => {
      const document = changeOf(draft, { ...attributes });
      const answer = await server.send({ method: 'PATCH', url: draft.links.self + SHOWN, document });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data;
    };
    /** Without those that Exchange adds. */
    const writtenOf = ({ attributes }: ShownResource) =>
      attributes.headers.filter(({ name }: { name: string }) =>
        /^(X-(?!MS-Exchange-)|List-|Auto-|Comments)/i.test(name),
      );

    it('are written in their order, and read back as they were', async () => {
      const draft = await create(FIELDS);

      assert.deepEqual(writtenOf(draft), FIELDS);
      assert.equal(draft.attributes.listUnsubscribe.oneClick, true);
      const source = (await server.get(`${draft.links.self}/source`)).body;
      assert.ok(
        source.split('\r\n').every((line) => line.length <= 998),
        source,
      );
    });

    it('stay when something else is changed, and go out', async () => {
      const changed = await change(await create(FIELDS), { subject: 'Other news', textPlain: 'Ho' });
      const file = await server.send({
        method: 'POST',
        url: `${changed.links.self}/Attachments`,
        headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="a.txt"' },
        payload: 'a',
      });
      const draft = changed.links.self.replace(/[^/]+$/, file.json().meta.MessageItem.id);
      const sent = await server.send({ method: 'POST', url: `${draft}/send${SHOWN}` });

      assert.deepEqual(writtenOf(changed), FIELDS);
      assert.deepEqual(writtenOf(sent.json().data), FIELDS);
      const wire = String(server.sent().at(-1)?.raw);
      assert.match(wire, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
      assert.match(wire, /^Auto-Submitted: auto-generated\r$/m);
      assert.doesNotMatch(wire, /^X-Posthorn/im);
    });

    it('are replaced as a whole, and removed by an empty list', async () => {
      const draft = await create(FIELDS);
      const other = await change(draft, { headers: [{ name: 'x-campaign', value: 'third' }] });
      const none = await change(other, { headers: [] });

      assert.deepEqual(writtenOf(other), [{ name: 'x-campaign', value: 'third' }]);
      assert.deepEqual(writtenOf(none), []);
      assert.equal(none.attributes.subject, 'News');
    });

    it('may come back as a whole with everything else that was read', async () => {
      const draft = await create(FIELDS);
      const changed = await change(draft, { ...draft.attributes, subject: 'Whole' });

      assert.deepEqual([changed.attributes.subject, writtenOf(changed)], ['Whole', FIELDS]);
    });

    for (const [what, headers, pointer] of [
      ['From', [{ name: 'From', value: 'eve@example.com' }], '/0/name'],
      [
        'a type of the body',
        [
          { name: 'X-A', value: 'a' },
          { name: 'content-type', value: 'text/html' },
        ],
        '/1/name',
      ],
      ['a signature', [{ name: 'DKIM-Signature', value: 'v=1' }], '/0/name'],
      ['our own mark', [{ name: 'X-Posthorn-Draft', value: 'x' }], '/0/name'],
      ['a mark of Exchange', [{ name: 'X-MS-Exchange-Organization-SCL', value: '-1' }], '/0/name'],
      ['a line break in a name', [{ name: 'X-A\r\nBcc', value: 'a' }], '/0/name'],
      ['a line break in a value', [{ name: 'X-A', value: 'a\r\nBcc: eve@example.com' }], '/0/value'],
      ['no value', [{ name: 'X-A' }], '/0/value'],
      [
        'a field twice',
        [
          { name: 'List-Id', value: 'a' },
          { name: 'list-id', value: 'b' },
        ],
        '/1/name',
      ],
      ['too many', Array.from({ length: 51 }, () => ({ name: 'X-A', value: 'a' })), ''],
      ['no list', { name: 'X-A', value: 'a' }, ''],
      ['no field', ['X-A: a'], '/0'],
    ] as const) {
      it(`are refused with ${what}`, async () => {
        const document = newMessage({ ...ATTRIBUTES, headers });
        const answer = await server.send({ method: 'POST', url: DRAFTS, document });

        const source = { pointer: `/data/attributes/headers${pointer}` };
        assert.deepEqual(problemsOf(answer), [[422, 'invalid-value', source]]);
      });
    }

    it('name what can be written where a name cannot', async () => {
      const { draft } = await createDraft(server);
      const document = changeOf(draft, { headers: [{ name: 'Received', value: 'from a' }] });
      const answer = await server.send({ method: 'PATCH', url: draft.links.self, document });

      assert.match(
        answer.json().errors[0].detail,
        /^"Received" cannot be written; there are .*List-Unsubscribe.* X-/,
      );
    });
  });
}
