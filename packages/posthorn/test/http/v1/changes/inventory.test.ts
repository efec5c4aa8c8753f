/** The uids of all messages of a folder, and whether a client has the same. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { INBOX, jsonReader, startV1Server, USER, type V1Server } from '../v1-server.ts';

const RAW = 'From: Ann <ann@example.com>\r\nSubject: News\r\n\r\nText.\r\n';
const INVENTORY = `${INBOX}/inventory`;

let server: V1Server;
let get: ReturnType<typeof jsonReader>;
before(async () => {
  server = await startV1Server();
  get = jsonReader(server);
});
after(() => server.close());

const deliver = () => server.sandbox.user(USER.name).deliver(RAW);
const compare = (document: unknown) => server.send({ method: 'POST', url: INVENTORY, document });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('GET …/MailFolders/{id}/inventory', () => {
  it('names all messages as joined ranges, with their digest', async () => {
    const user = server.sandbox.user(USER.name);
    user.createMailbox('Gaps');
    for (let count = 0; count < 9; count += 1) user.deliver(RAW, { mailbox: 'Gaps' });
    user.expunge('Gaps', 7);
    user.expunge('Gaps', 8);

    const { meta, data } = await get(INVENTORY.replace('INBOX', 'Gaps'));

    const { uidValidity, state, ...rest } = meta;
    assert.deepEqual(rest, { exists: 7, uids: '1:6,9', digest: sha256('1:6,9') });
    assert.deepEqual([typeof uidValidity, typeof state, data], ['number', 'string', undefined]);
  });

  it('has an empty set for an empty folder', async () => {
    server.sandbox.user(USER.name).createMailbox('Empty');

    const { meta } = await get(INVENTORY.replace('INBOX', 'Empty'));

    assert.deepEqual([meta.exists, meta.uids, meta.digest], [0, '', sha256('')]);
  });

  it('has the state of the same moment', async () => {
    const { meta } = await get(INVENTORY);
    const uid = deliver();

    const { data } = await get(`${INBOX}/changes?since=${meta.state}&fields[MessageItem]=uid`);

    assert.deepEqual(
      data.map(({ attributes }: { attributes: object }) => attributes),
      [{ uid }],
    );
  });

  it('answers 304 until a message arrives', async () => {
    const { etag } = (await server.get(INVENTORY)).headers;
    const headers = { 'if-none-match': String(etag) };

    const unchanged = await server.get(INVENTORY, headers);
    deliver();
    const changed = await server.get(INVENTORY, headers);

    assert.deepEqual([unchanged.statusCode, changed.statusCode], [304, 200]);
  });

  it('is at the flat address of the folder as well', async () => {
    const { data } = await get(INBOX);

    const { meta } = await get(`${data.links.self}/inventory`);

    assert.equal(meta.digest, sha256(meta.uids));
  });

  it('answers 404 for an unknown folder', async () => {
    assert.equal((await server.get(INVENTORY.replace('INBOX', 'Nowhere'))).statusCode, 404);
  });
});

describe('POST …/MailFolders/{id}/inventory', () => {
  it('answers 204 to a client that has the same messages', async () => {
    const { meta } = await get(INVENTORY);

    const answer = await compare({ meta: { digest: meta.digest.toUpperCase() } });

    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
  });

  it('shows the present messages to a client that lacks one', async () => {
    const { meta: before } = await get(INVENTORY);
    deliver();

    const answer = await compare({ meta: { digest: before.digest } });

    const { meta } = await get(INVENTORY);
    assert.deepEqual([answer.statusCode, answer.json().meta], [200, meta]);
    assert.equal(meta.exists, before.exists + 1);
  });

  const WRONG = [
    { document: {}, pointer: '/meta' },
    { document: { meta: [] }, pointer: '/meta' },
    { document: { meta: {} }, pointer: '/meta/digest' },
    { document: { meta: { digest: 7 } }, pointer: '/meta/digest' },
    { document: { meta: { digest: 'abc' } }, pointer: '/meta/digest' },
    { document: { meta: { digest: `${'0'.repeat(63)}g` } }, pointer: '/meta/digest' },
  ];
  for (const { document, pointer } of WRONG) {
    it(`refuses ${JSON.stringify(document).slice(0, 40)} at ${pointer}`, async () => {
      const answer = await compare(document);

      assert.deepEqual([answer.statusCode, answer.json().errors[0].source], [422, { pointer }]);
    });
  }
});
