/** The data provider ra-jsonapi-client of react-admin, with its defaults, works on mail through version 1. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import createProvider, { type Provider } from 'ra-jsonapi-client';
import { USER } from '../v1-server.ts';
import { type ClientServer, MESSAGE, startClientServer } from './client-server.ts';

const RESOURCE = 'MessageItems';
/** Where it looks for the login in a browser. */
const LOGIN = {
  getItem: (name: string) =>
    new Map([
      ['username', USER.name],
      ['password', USER.password],
    ]).get(name) ?? null,
};
const LIST = { sort: { field: 'date', order: 'DESC' }, filter: {} };

describe('ra-jsonapi-client, unmodified', () => {
  let server: ClientServer;
  let provider: Provider;
  before(async () => {
    server = await startClientServer();
    Object.defineProperty(globalThis, 'localStorage', { value: LOGIN, configurable: true });
    provider = createProvider.default(server.apiUrl);
  });
  after(async () => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    await server?.close();
  });

  it('lists and pages, and knows how many there are', async () => {
    const page = (number: number) =>
      provider('GET_LIST', RESOURCE, { ...LIST, pagination: { page: number, perPage: 2 } });
    const [first, second] = [await page(1), await page(2)];

    assert.deepEqual([first.data.length, first.total, second.data.length], [2, 5, 2]);
    assert.notEqual(first.data[0]?.id, second.data[0]?.id);
  });

  it('reads many by their ids', async () => {
    const { data } = await provider('GET_LIST', RESOURCE, {
      ...LIST,
      pagination: { page: 1, perPage: 10 },
    });
    const ids = data.slice(1, 4).map(({ id }) => id);
    const many = await provider('GET_MANY', RESOURCE, { ids });

    assert.deepEqual(
      many.data.map(({ id }) => id),
      ids,
    );
  });

  it('lists what refers to a folder', async () => {
    const { data } = await provider('GET_MANY_REFERENCE', RESOURCE, {
      ...LIST,
      target: 'MailFolder',
      id: 'gmail.INBOX',
      pagination: { page: 1, perPage: 10 },
    });

    assert.equal(data.length, 3);
  });

  it('creates, reads, changes and deletes', async () => {
    const { data: created } = await provider('CREATE', RESOURCE, { data: { ...MESSAGE } });
    const { data: read } = await provider('GET_ONE', RESOURCE, { id: created.id });
    const { data: changed } = await provider('UPDATE', RESOURCE, {
      id: read.id,
      data: { ...read, subject: 'Changed' },
    });
    await provider('DELETE', RESOURCE, { id: changed.id });

    assert.deepEqual([read.subject, changed.subject], [MESSAGE.subject, 'Changed']);
    await assert.rejects(provider('GET_ONE', RESOURCE, { id: changed.id }));
  });
});
