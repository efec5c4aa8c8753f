/** The JSON:API client of datx, unmodified, works on mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Attribute, Collection, getModelId, PureModel } from '@datx/core';
import { config, jsonapiCollection, jsonapiModel } from '@datx/jsonapi';
import { type ClientServer, HEADERS, MESSAGE, startClientServer } from './client-server.ts';

class Message extends jsonapiModel(PureModel) {
  static override readonly type = 'MessageItem';
  static readonly endpoint = 'MessageItems';
  declare subject: string;
}
Attribute()(Message.prototype, 'subject');

class Mail extends jsonapiCollection(Collection) {
  static override readonly types = [Message];
}

describe('@datx/jsonapi, unmodified', () => {
  let server: ClientServer;
  let mail: Mail;
  before(async () => {
    server = await startClientServer();
    config.baseUrl = `${server.apiUrl}/`;
    config.defaultFetchOptions = { headers: { ...HEADERS, 'Content-Type': 'application/vnd.api+json' } };
    mail = new Mail();
  });
  after(() => server?.close());

  it('lists and pages', async () => {
    const first = await mail.getMany(Message, {
      queryParams: { custom: [{ key: 'page[size]', value: '2' }] },
    });
    const second = await first.next?.();

    assert.deepEqual(
      [first, second].map((page) => ((page?.data ?? []) as Message[]).map(({ subject }) => subject)),
      [
        ['Report', 'Plan'],
        ['Apples', 'Re: Question'],
      ],
    );
  });

  it('creates, changes and deletes', async () => {
    const message = mail.add({ ...MESSAGE }, Message);
    await message.save();
    message.subject = 'Changed';
    await message.save();
    const id = String(getModelId(message));
    const read = await mail.getOne(Message, id, { cacheOptions: { skipCache: true } });
    await message.destroy();

    assert.equal((read.data as Message).subject, 'Changed');
    await assert.rejects(mail.getOne(Message, id, { cacheOptions: { skipCache: true } }));
  });
});
