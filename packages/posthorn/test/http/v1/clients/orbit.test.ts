/** The JSON:API source of Orbit, unmodified and configured as its guide says, works on mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { JSONAPISerializers, JSONAPISource } from '@orbit/jsonapi';
import { type InitializedRecord, RecordKeyMap, RecordSchema } from '@orbit/records';
import { buildSerializerSettingsFor } from '@orbit/serializers';
import { type ClientServer, HEADERS, MESSAGE, sentBy, startClientServer } from './client-server.ts';

const SCHEMA = new RecordSchema({
  models: {
    MailAccount: {
      keys: { remoteId: {} },
      relationships: { MailFolders: { kind: 'hasMany', type: 'MailFolder' } },
    },
    MailFolder: {
      keys: { remoteId: {} },
      attributes: { name: { type: 'string' } },
      relationships: {
        MailAccount: { kind: 'hasOne', type: 'MailAccount' },
        MessageItems: { kind: 'hasMany', type: 'MessageItem' },
      },
    },
    MessageItem: {
      keys: { remoteId: {} },
      attributes: {
        to: { type: 'array' },
        subject: { type: 'string' },
        textPlain: { type: 'string' },
        flagged: { type: 'boolean' },
        date: { type: 'datetime' },
      },
      relationships: { MailFolder: { kind: 'hasOne', type: 'MailFolder' } },
    },
  },
});

function openSource(host: string): JSONAPISource {
  const keyMap = new RecordKeyMap();
  return new JSONAPISource({
    schema: SCHEMA,
    keyMap,
    name: 'posthorn',
    host,
    defaultFetchSettings: { headers: HEADERS },
    serializerSettingsFor: buildSerializerSettingsFor({
      settingsByType: {
        // The types and members of this API are written as they are.
        [JSONAPISerializers.ResourceTypePath]: { serializationOptions: { inflectors: ['pluralize'] } },
        [JSONAPISerializers.ResourceFieldPath]: { serializationOptions: { inflectors: [] } },
      },
    }),
  });
}

describe('Orbit, unmodified', () => {
  let server: ClientServer;
  let source: JSONAPISource;
  before(async () => {
    server = await startClientServer();
    source = openSource(server.apiUrl);
  });
  after(() => server?.close());

  const identify = (type: string, remoteId: string) => {
    const keyMap = source.keyMap as RecordKeyMap;
    const id = keyMap.keyToId(type, 'remoteId', remoteId) ?? SCHEMA.generateId(type);
    const identity = { type, id, keys: { remoteId } };
    keyMap.pushRecord(identity);
    return identity;
  };
  const findFolder = (remoteId: string) =>
    source.query<InitializedRecord>((q) => q.findRecord(identify('MailFolder', remoteId)));
  const remoteIdOf = (record: InitializedRecord) => record.keys?.remoteId;

  it('reads related records', async () => {
    const inbox = await findFolder('gmail.INBOX');
    const messages = await source.query<InitializedRecord[]>((q) =>
      q.findRelatedRecords(inbox, 'MessageItems'),
    );

    assert.equal(inbox.attributes?.name, 'INBOX');
    assert.deepEqual(
      messages.map(({ attributes }) => attributes?.subject),
      ['Report', 'Apples', 'Question'],
    );
  });

  it('creates, changes and sends', async () => {
    const drafts = await findFolder('gmail.Drafts');
    const { type, id } = drafts;
    const draft = await source.update<InitializedRecord>((t) =>
      t.addRecord({
        type: 'MessageItem',
        attributes: MESSAGE,
        relationships: { MailFolder: { data: { type, id } } },
      }),
    );
    const changed = await source.update<InitializedRecord>((t) =>
      t.replaceAttribute(draft, 'subject', 'Changed'),
    );
    const { requestProcessor } = source;
    const self = requestProcessor.urlBuilder.resourceURL('MessageItem', changed.id);
    await requestProcessor.fetch(`${self}/send`, { method: 'POST' });

    assert.match(String(remoteIdOf(draft)), /^gmail\.Drafts\./);
    assert.equal(changed.attributes?.subject, 'Changed');
    assert.match(sentBy(server).join(), /^Subject: Changed\r$/m);
  });

  it('sends a whole record back, moves it and removes it', async () => {
    const inbox = await findFolder('gmail.INBOX');
    const work = await findFolder('gmail.Work');
    const messages = await source.query<InitializedRecord[]>((q) =>
      q.findRelatedRecords(inbox, 'MessageItems'),
    );
    const message = messages.find(({ attributes }) => attributes?.subject === 'Apples');
    assert.ok(message);
    const flagged = await source.update<InitializedRecord>((t) =>
      t.updateRecord({ ...message, attributes: { ...message.attributes, flagged: true } }),
    );
    await source.update((t) => t.replaceRelatedRecord(message, 'MailFolder', work));
    const found = await source.query<InitializedRecord[]>((q) => q.findRelatedRecords(work, 'MessageItems'));
    const moved = found.find(({ attributes }) => attributes?.subject === 'Apples');
    assert.ok(moved);
    await source.update((t) => t.removeRecord(moved));

    assert.equal(flagged.attributes?.flagged, true);
    assert.equal(
      (await fetch(`${server.apiUrl}/MessageItems/${remoteIdOf(moved)}`, { headers: HEADERS })).status,
      404,
    );
  });

  it('creates, renames and removes a folder', async () => {
    const account = await source.query<InitializedRecord>((q) =>
      q.findRecord(identify('MailAccount', 'gmail')),
    );
    const relationships = { MailAccount: { data: { type: account.type, id: account.id } } };
    const folder = await source.update<InitializedRecord>((t) =>
      t.addRecord({ type: 'MailFolder', attributes: { name: 'New' }, relationships }),
    );
    const renamed = await source.update<InitializedRecord>((t) =>
      t.replaceAttribute(folder, 'name', 'Newer'),
    );
    await source.update((t) => t.removeRecord(renamed));

    assert.deepEqual([remoteIdOf(folder), remoteIdOf(renamed)], ['gmail.New', 'gmail.Newer']);
    assert.equal((await fetch(`${server.apiUrl}/MailFolders/gmail.Newer`, { headers: HEADERS })).status, 404);
  });
});
