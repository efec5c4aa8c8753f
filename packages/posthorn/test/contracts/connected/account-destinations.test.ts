/** Secrets of connected accounts go to the servers that they were given for, and to no inside address. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createHostPolicy } from '../../../src/adapters/network/host-policy.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  startConnectedServer,
} from './connected-server.ts';

const JANE = { name: 'jane@example.org', password: 'jane-secret' };
const PUBLIC_ADDRESS = '93.184.216.34';
const FOLDERS = '/MailAccounts/jane/MailFolders';

describe('A connected account whose name server is an attacker', () => {
  let listener: Server;
  let server: ConnectedServer;
  let answers: (readonly string[])[];
  let connections = 0;
  beforeEach(async () => {
    connections = 0;
    listener = createServer(() => {
      connections += 1;
    });
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const { port } = listener.address() as AddressInfo;
    const hostPolicy = createHostPolicy({
      ...{ allowList: [], isCleartextAllowed: true, clientPorts: new Set([port]) },
      isOwnAddress: () => false,
      resolve: async () => answers.shift() ?? ['127.0.0.1'],
    });
    server = await startConnectedServer({ overrides: { hostPolicy: () => hostPolicy } });
  });
  afterEach(async () => {
    await server.close();
    listener.close();
  });

  const connect = (query: string) => {
    const { port } = listener.address() as AddressInfo;
    const attributes = { ...accountAt({ imapPort: port }, JANE), inbox_address: 'rebind.example' };
    return server.ask({
      ...{ method: 'POST', url: `/MailAccounts${query}` },
      document: accountDocument(attributes, 'jane'),
    });
  };

  it('is refused where the name leads inside once it has been checked', async () => {
    answers = [[PUBLIC_ADDRESS]];
    const created = await connect('');

    assert.deepEqual(created.error.slice(0, 2), [422, 'host-not-allowed']);
    assert.deepEqual([answers.length, connections], [0, 0]);
    assert.equal(await server.store.store.accounts.find('jane' as never), null);
  });

  it('connects nowhere inside when the name leads there later', async () => {
    answers = [];
    await connect('?verify=false');
    const folders = await server.ask({ url: FOLDERS });
    const { body } = await server.ask({ url: '/MailAccounts/jane' });

    assert.deepEqual([folders.status, connections], [502, 0]);
    assert.equal(body.data.attributes.state, 'unreachable');
    assert.doesNotMatch(JSON.stringify([folders.body, body]), /127\.0\.0\.1/);
  });
});

describe('A row of a connected account that was changed in the database', () => {
  let own: Sandbox;
  let server: ConnectedServer;
  beforeEach(async () => {
    own = await startSandbox({ users: [JANE] });
    server = await startConnectedServer({
      servers: [{ imapPort: own.imapPort }],
    });
    const attributes = accountAt({ imapPort: own.imapPort }, JANE);
    await server.ask({
      ...{ method: 'POST', url: '/MailAccounts?verify=false' },
      document: accountDocument(attributes, 'jane'),
    });
  });
  afterEach(async () => {
    await server.close();
    await own.close();
  });

  it('opens no secret of another account', async () => {
    const { accounts } = server.store.store;
    const row = await accounts.find('jane' as never);
    assert.ok(row);
    await accounts.save({ ...row, id: 'ann' as never, epoch: 0 });
    const folders = await server.ask({ url: '/MailAccounts/ann/MailFolders' });

    assert.deepEqual(folders.error.slice(0, 2), [503, 'secret-unreadable']);
    assert.equal(own.recording.length, 0);
  });
});
