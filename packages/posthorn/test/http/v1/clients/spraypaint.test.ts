/** The JSON:API client spraypaint works on mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import spraypaint from 'spraypaint';
import { AUTHORIZATION } from '../v1-server.ts';
import { type ClientServer, MESSAGE, startClientServer } from './client-server.ts';

const { attr, SpraypaintBase } = spraypaint;

function defineModels(apiUrl: string) {
  const { origin, pathname } = new URL(apiUrl);
  const Base = SpraypaintBase.extend({ static: { baseUrl: origin, apiNamespace: pathname, jwt: 'none' } });
  // Its way to log in is a token of Rails.
  Base.generateAuthHeader = () => AUTHORIZATION;
  return Base.extend({
    static: {
      jsonapiType: 'MessageItem',
      endpoint: '/MessageItems',
      keyCase: { server: 'camel', client: 'camel' },
    },
    attrs: { subject: attr(), to: attr(), textPlain: attr(), flagged: attr() },
  });
}

describe('spraypaint, unmodified', () => {
  let server: ClientServer;
  let Message: ReturnType<typeof defineModels>;
  before(async () => {
    server = await startClientServer();
    Message = defineModels(server.apiUrl);
  });
  after(() => server?.close());

  it('lists, pages and filters', async () => {
    const { data, meta } = await Message.where({ seen: true }).page(2).per(2).order({ date: 'desc' }).all();

    assert.deepEqual(
      data.map(({ subject }: { subject: string }) => subject),
      ['Re: Question', 'Question'],
    );
    assert.deepEqual(meta.total, 4);
  });

  it('selects fields', async () => {
    const { data } = await Message.select(['subject']).per(1).all();

    assert.deepEqual([data[0]?.subject, data[0]?.flagged], ['Report', undefined]);
  });

  it('creates, changes and deletes', async () => {
    const message = new Message({ ...MESSAGE });
    const isCreated = await message.save();
    message.subject = 'Changed';
    const isChanged = await message.save();
    const { data: read } = await Message.find(message.id ?? '');
    const isDeleted = await message.destroy();

    assert.deepEqual([isCreated, isChanged, read.subject, isDeleted], [true, true, 'Changed', true]);
    await assert.rejects(Message.find(message.id ?? ''));
  });
});
