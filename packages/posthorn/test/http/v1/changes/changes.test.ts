/** What has changed since a state, as version 1 tells it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, INBOX, jsonReader, MESSAGES, startV1Server, USER, type V1Server } from '../v1-server.ts';

const RAW = 'From: Ann <ann@example.com>\r\nSubject: News\r\n\r\nText.\r\n';

let server: V1Server;
let get: ReturnType<typeof jsonReader>;
before(async () => {
  server = await startV1Server();
  get = jsonReader(server);
});
after(() => server.close());

const deliver = () => server.sandbox.user(USER.name).deliver(RAW);
const changesSince = (state: string, more = '') => get(`${INBOX}/changes?since=${state}${more}`);
const stateOf = async (url = INBOX) => (await get(url)).meta.state;
const statusOf = async (url: string) => (await server.get(url)).statusCode;

describe('GET …/MailFolders/{id}/changes', () => {
  it('tells nothing to a client that has read a list just now', async () => {
    const { meta: list } = await get(MESSAGES);

    const { data, meta } = await changesSince(list.state);

    assert.deepEqual(data, []);
    assert.deepEqual({ ...meta, state: '' }, { removed: [], complete: true, more: false, state: '' });
  });

  it('shows a new message with the selected fields, and says that it is new', async () => {
    const state = await stateOf();
    const uid = deliver();

    const { data } = await changesSince(state, '&fields[MessageItem]=subject,uid');

    assert.deepEqual(
      data.map(({ attributes, meta }: { attributes: object; meta: object }) => ({ attributes, meta })),
      [{ attributes: { subject: 'News', uid }, meta: { change: 'created' } }],
    );
  });

  it('says which fields of a known message may have changed', async () => {
    const uid = deliver();
    const state = await stateOf();
    server.sandbox.user(USER.name).setFlags('INBOX', uid, ['\\Flagged']);

    const { data } = await changesSince(state, '&fields[MessageItem]=flagged');

    assert.equal(data.length, 1);
    assert.deepEqual(data[0].attributes, { flagged: true });
    assert.deepEqual(data[0].meta, {
      change: 'updated',
      fields: ['seen', 'answered', 'draft', 'flagged', 'keywords'],
    });
  });

  it('gives resources that can be sent back as they are', async () => {
    const state = await stateOf();
    deliver();
    const { data } = await changesSince(state, '&fields[MessageItem]=flagged');
    const [resource] = data;

    const answer = await server.send({
      method: 'PATCH',
      url: resource.links.self,
      document: { data: { ...resource, attributes: { flagged: true } } },
    });

    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('names those that are gone by their ids', async () => {
    const uid = deliver();
    const state = await stateOf();
    const { data: list } = await get(`${MESSAGES}?filter[uid]=${uid}`);
    server.sandbox.user(USER.name).expunge('INBOX', uid);

    const { data, meta } = await changesSince(state);

    assert.deepEqual([data, meta.removed], [[], [list[0].id]]);
  });

  it('comes in pages, and tells nothing twice', async () => {
    let state = await stateOf();
    const uids = [deliver(), deliver(), deliver()];

    const told: number[] = [];
    for (let isMore = true; isMore; ) {
      const { data, meta } = await changesSince(state, '&page[limit]=2&fields[MessageItem]=uid');
      told.push(...data.map((item: { attributes: { uid: number } }) => item.attributes.uid));
      ({ state, more: isMore } = meta);
    }

    assert.deepEqual(told, uids.reverse());
  });

  it('names the fields that were not compared, and below which uid', async (t) => {
    const old = await startV1Server({ capabilities: { without: ['QRESYNC', 'CONDSTORE'] } });
    t.after(() => old.close());
    const newest = 1_000;
    const [first = 0] = Array.from({ length: newest }, () => old.sandbox.user(USER.name).deliver(RAW));

    const { meta } = await jsonReader(old)(`${INBOX}/changes`);

    const fields = ['seen', 'answered', 'draft', 'flagged', 'keywords'];
    assert.deepEqual([meta.complete, meta.unseen], [false, { fields, belowUid: first }]);
  });

  it('includes what the client asks for', async () => {
    const state = await stateOf();
    deliver();

    const { included } = await changesSince(state, '&include=MessageBody&page[limit]=10');

    assert.deepEqual(included[0].attributes.textPlain.trim(), 'Text.');
  });

  it('gives the state of now to a client that has none', async () => {
    const { data, meta } = await get(`${INBOX}/changes`);
    deliver();

    assert.deepEqual(data, []);
    assert.equal((await changesSince(meta.state)).data.length, 1);
  });

  it('refuses a state that is forged, of another folder, or of an account', async () => {
    const { meta: folders } = await get(`${ACCOUNT}/MailFolders`);
    const state = await stateOf();
    const forged = `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`;
    const other = await stateOf(`${ACCOUNT}/MailFolders/Work`);

    for (const wrong of [forged, other, folders.state, 'x']) {
      const answer = await server.get(`${INBOX}/changes?since=${wrong}`);
      assert.equal(answer.statusCode, 400, wrong);
      const [{ code, source }] = answer.json().errors;
      assert.deepEqual([code, source], ['state-invalid', { parameter: 'since' }], wrong);
    }
  });

  it('refuses a state that is no text of a state', async () => {
    for (const wrong of ['%00', '']) {
      assert.equal((await server.get(`${INBOX}/changes?since=${wrong}`)).statusCode, 400, wrong);
    }
  });

  it('refuses a page that is too long', async () => {
    assert.equal(await statusOf(`${INBOX}/changes?page[limit]=201`), 400);
    assert.equal(await statusOf(`${INBOX}/changes?include=MessageBody&page[limit]=51`), 400);
  });

  it('is at the flat address of the folder as well', async () => {
    const { data } = await get(INBOX);

    assert.equal(await statusOf(`${data.links.self}/changes`), 200);
  });

  it('answers 410 for a re-created folder', async () => {
    const state = await stateOf();
    server.sandbox.user(USER.name).setUidValidity('INBOX', 1_900_000_000);

    assert.equal(await statusOf(`${INBOX}/changes?since=${state}`), 410);
  });
});

describe('GET …/MailAccounts/{id}/changes', () => {
  it('shows folders whose messages have changed', async () => {
    const state = await stateOf(`${ACCOUNT}/MailFolders`);
    deliver();

    const { data, meta } = await get(`${ACCOUNT}/changes?since=${state}&fields[MailFolder]=path`);

    assert.deepEqual(
      data.map(({ attributes }: { attributes: object }) => attributes),
      [{ path: 'INBOX' }],
    );
    assert.equal(data[0].meta.change, 'updated');
    assert.deepEqual((await get(`${ACCOUNT}/changes?since=${meta.state}`)).data, []);
  });

  it('shows new folders, and names those that are gone', async () => {
    const user = server.sandbox.user(USER.name);
    user.createMailbox('Old');
    const state = await stateOf(`${ACCOUNT}/MailFolders`);
    user.deleteMailbox('Old');
    user.createMailbox('New');

    const { data, meta } = await get(`${ACCOUNT}/changes?since=${state}&include=MailAccount`);

    assert.deepEqual(
      data.map((folder: { id: string; meta: object }) => [folder.id, folder.meta]),
      [['gmail.New', { change: 'created' }]],
    );
    assert.deepEqual(meta.removed, ['gmail.Old']);
  });

  it('refuses the state of a folder', async () => {
    assert.equal(await statusOf(`${ACCOUNT}/changes?since=${await stateOf()}`), 400);
  });

  it('has a state of the folder list only when that shows all folders', async () => {
    const { meta } = await get(`${ACCOUNT}/MailFolders?filter[root]=INBOX`);

    assert.equal(meta, undefined);
  });
});
