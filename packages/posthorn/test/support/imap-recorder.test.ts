/** The recorder between an IMAP client and Dovecot. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { type Dovecot, startDovecot } from './dovecot.ts';
import { type ImapConnection, openImapConnection } from './imap-connection.ts';
import { type ImapRecorder, startImapRecorder } from './imap-recorder.ts';

describe('ImapRecorder', () => {
  let dovecot: Dovecot;
  let recorder: ImapRecorder;
  const openConnection = (): Promise<ImapConnection> =>
    openImapConnection(recorder, dovecot.user('alice@example.org'));

  before(async () => {
    dovecot = await startDovecot();
    recorder = await startImapRecorder(dovecot);
  });
  afterEach(() => recorder.clear());
  after(async () => {
    recorder.close();
    await dovecot.stop();
  });

  it('records the commands of a connection without its secrets', async () => {
    const connection = await openConnection();
    await connection.command('SELECT INBOX');
    await connection.close();

    assert.deepEqual(recorder.commands(), ['LOGIN <secret>', 'SELECT INBOX', 'LOGOUT']);
  });

  it('counts connections, commands, round trips and octets', async () => {
    const connection = await openConnection();
    recorder.clear();
    await connection.command('NOOP');
    await connection.command('NOOP');

    const { serverOctets, ...traffic } = recorder.traffic();
    await connection.close();
    assert.deepEqual(traffic, { connections: 0, commands: 2, roundTrips: 2, writes: 2, clientOctets: 16 });
    assert.ok(serverOctets > 0);
  });

  it('forgets what it recorded when told to', async () => {
    await (await openConnection()).close();

    recorder.clear();

    assert.deepEqual(
      [recorder.commands(), recorder.traffic()],
      [[], { connections: 0, commands: 0, roundTrips: 0, writes: 0, clientOctets: 0, serverOctets: 0 }],
    );
  });

  it('cuts the connections that are open', async () => {
    const connection = await openConnection();

    recorder.cutConnections();

    await assert.rejects(connection.command('NOOP'), /ECONNRESET|closed the connection/);
  });

  it('refuses new connections until it accepts them again', async () => {
    recorder.refuse();
    await assert.rejects(openConnection(), /ECONNREFUSED/);

    await recorder.accept();
    await (await openConnection()).close();

    assert.equal(recorder.traffic().connections, 1);
  });

  it('keeps open connections while it refuses new ones', async () => {
    const connection = await openConnection();

    recorder.refuse();

    assert.deepEqual(await connection.command('NOOP'), []);
    await recorder.accept();
    await connection.close();
  });
});
