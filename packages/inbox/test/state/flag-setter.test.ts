/** Flags that are set at the same time, by this page and by other programs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, ApiError, type Client, type RequestOptions } from '../../src/api/client.ts';
import { createFlagSetter } from '../../src/state/flag-setter.ts';

const ID = 'a.INBOX.1.1';

interface Server {
  readonly client: Client;
  readonly flags: Record<string, unknown>;
  /** Changes of other programs, each after a message is read. */
  foreignChanges: number;
}

/** A server with one message, whose tag every change replaces. */
function createServer(): Server {
  let version = 1;
  const server: Server = { client: { ask } as unknown as Client, flags: {}, foreignChanges: 0 };
  async function ask(_path: string, { method, headers, body }: RequestOptions = {}): Promise<Answer> {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (method === 'PATCH') {
      if (headers?.['if-match'] !== `"${version}"`)
        throw new ApiError('It has changed.', 412, 'outdated-version');
      version += 1;
      Object.assign(server.flags, (body as { data: { attributes: object } }).data.attributes);
    }
    const etag = `"${version}"`;
    if (method === undefined && server.foreignChanges > 0) {
      server.foreignChanges -= 1;
      version += 1;
    }
    return { document: { data: { type: 'MessageItem', id: ID, attributes: server.flags } }, etag };
  }
  return server;
}

describe('createFlagSetter', () => {
  it('sets flags of one message in the order of the calls', async () => {
    const { client, flags } = createServer();
    const set = createFlagSetter(client);

    await Promise.all([set(ID, { seen: true }), set(ID, { flagged: true }), set(ID, { flagged: false })]);

    assert.deepEqual(flags, { seen: true, flagged: false });
  });

  it('sets a flag after another program has changed the message', async () => {
    const server = createServer();
    server.foreignChanges = 2;

    await createFlagSetter(server.client)(ID, { flagged: true });

    assert.deepEqual(server.flags, { flagged: true });
  });

  it('gives up when others change the message each time, and can go on later', async () => {
    const server = createServer();
    server.foreignChanges = 3;
    const set = createFlagSetter(server.client);

    await assert.rejects(set(ID, { flagged: true }), { status: 412 });
    await set(ID, { seen: true });

    assert.deepEqual(server.flags, { seen: true });
  });
});
