/** A client that works as Ember Data does: each change sends the whole resource, with null for what it does not know. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PLAIN } from '../v1-server.ts';
import { type ClientServer, HEADERS, MESSAGE, sentBy, startClientServer } from './client-server.ts';

interface Identifier {
  readonly type: string;
  readonly id: string;
}
interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Identifier | null }>>;
}

/** A model names all that a record has; whatever is not set is sent as null (JSONAPISerializer of Ember Data). */
const MODEL = {
  attributes: ['to', 'subject', 'textPlain', 'date', 'size', 'uid', 'messageId', 'hasAttachments'],
  relationships: ['MailFolder', 'MessageBody'],
};

describe('A client like Ember Data', () => {
  let server: ClientServer;
  before(async () => {
    server = await startClientServer();
  });
  after(() => server?.close());

  const send = async (method: string, path: string, data?: object) => {
    const answer = await fetch(`${server.apiUrl}/${path}`, {
      method,
      headers: { ...HEADERS, 'Content-Type': PLAIN },
      ...(data && { body: JSON.stringify({ data }) }),
    });
    const text = await answer.text();
    return { status: answer.status, document: text === '' ? null : JSON.parse(text) };
  };
  const serialize = ({ attributes, relationships = {}, ...identity }: Partial<Resource>) => ({
    ...identity,
    type: 'MessageItem',
    attributes: Object.fromEntries(MODEL.attributes.map((name) => [name, attributes?.[name] ?? null])),
    relationships: Object.fromEntries(
      MODEL.relationships.map((name) => [name, { data: relationships[name]?.data ?? null }]),
    ),
  });

  it('creates, changes, sends and deletes', async () => {
    const MailFolder = { data: { type: 'MailFolder', id: 'gmail.Drafts' } };
    const created = await send('POST', 'MessageItems', {
      // So does WarpDrive 5.8 (serializeResources).
      ...{ id: null, lid: '721a7526-11cc-46f5-8b10-8a9b8b9b9117' },
      ...serialize({ attributes: MESSAGE, relationships: { MailFolder } }),
    });
    const draft: Resource = created.document.data;
    const { textPlain, ...attributes } = serialize(draft).attributes;
    const changed = await send('PATCH', `MessageItems/${draft.id}`, {
      ...serialize(draft),
      attributes: { ...attributes, subject: 'Changed' },
    });
    const sent = await send('POST', `MessageItems/${changed.document.data.id}/send`);
    const deleted = await send('DELETE', `MessageItems/${sent.document.data.id}`);

    assert.deepEqual(
      [textPlain, created.status, changed.status, sent.status, deleted.status],
      [null, 201, 200, 200, 200],
    );
    assert.match(sentBy(server).join(), /^Subject: Changed\r$/m);
  });

  it('moves a received message by the whole resource', async () => {
    const { document } = await send('GET', 'MailFolders/gmail.INBOX/MessageItems?sort=uid');
    const { id } = document.data[0];
    const message: Resource = (await send('GET', `MessageItems/${id}`)).document.data;
    const MailFolder = { data: { type: 'MailFolder', id: 'gmail.Work' } };
    const { textPlain, ...attributes } = serialize(message).attributes;
    const moved = await send('PATCH', `MessageItems/${id}`, {
      ...serialize({ ...message, relationships: { ...message.relationships, MailFolder } }),
      attributes,
    });

    assert.deepEqual([textPlain, moved.status], [null, 200]);
    assert.match(moved.document.data.id, /^gmail\.Work\./);
  });
});
