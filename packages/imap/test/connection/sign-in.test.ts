import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { signIn } from '../../src/commands/sign-in.ts';
import { SignInRefused } from '../../src/commands/sign-in-refusal.ts';
import { ConnectionClosed } from '../../src/connection/connection-errors.ts';
import { ProtocolViolation } from '../../src/errors.ts';
import { dial, SIGNAL } from '../support/dial.ts';
import { GREETING, type ServerPeer } from '../support/scripted-server.ts';

const REQUEST = { user: 'ann', password: 'secret', isCleartextAllowed: true };

function connected(t: TestContext, play: (peer: ServerPeer) => Promise<void>, greeting = GREETING) {
  return dial(t, async (peer) => {
    peer.send(greeting);
    await play(peer);
  });
}

describe('signIn over a connection', () => {
  it('learns the capabilities that the OK tells', async (t) => {
    const connection = await connected(t, async (peer) => {
      await peer.expect('A1 LOGIN "ann" "secret"');
      peer.send('A1 OK [CAPABILITY IMAP4rev1 MOVE] done\r\n');
    });

    await signIn(connection, REQUEST, SIGNAL);

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'MOVE']);
  });

  it('asks for the capabilities that the server has not told', async (t) => {
    const connection = await connected(t, async (peer) => {
      await peer.expect('A1 LOGIN "ann" "secret"');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 CAPABILITY');
      peer.send('* CAPABILITY IMAP4rev1 IDLE\r\nA2 OK done\r\n');
    });

    await signIn(connection, REQUEST, SIGNAL);

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'IDLE']);
  });

  it('tells that the login is good and the mailbox is not there', async (t) => {
    const connection = await connected(t, async (peer) => {
      await peer.expect('A1 LOGIN "ann" "secret"');
      peer.send('A1 OK done\r\n');
      await peer.expect('A2 CAPABILITY');
      peer.send('A2 BAD User is authenticated but not connected.\r\n');
    });

    await assert.rejects(signIn(connection, REQUEST, SIGNAL), (error) => {
      assert.ok(error instanceof SignInRefused);
      assert.equal(error.reason, 'contact-admin');
      assert.equal(error.command, 'CAPABILITY');
      assert.equal(error.text, 'User is authenticated but not connected.');
      return true;
    });
    assert.equal(connection.isOpen, false);
  });

  it('tells why the server closes the connection', async (t) => {
    const connection = await connected(t, async (peer) => {
      await peer.expect('A1 LOGIN "ann" "secret"');
      peer.send('* BYE [UNAVAILABLE] come back later\r\n');
      peer.finish();
    });

    await assert.rejects(
      signIn(connection, REQUEST, SIGNAL),
      (error) => error instanceof ConnectionClosed && error.byeCode?.name === 'UNAVAILABLE',
    );
  });

  it('cancels an exchange, and closes a connection whose server goes on with it', async (t) => {
    let tell: (octets: string) => void = () => undefined;
    const afterwards = new Promise<string>((resolve) => {
      tell = resolve;
    });
    const play = async (peer: ServerPeer) => {
      await peer.expect('A1 AUTHENTICATE SCRAM-SHA-256');
      peer.send('+ \r\n');
      await peer.line();
      peer.send('+ bm9uc2Vuc2U=\r\n');
      await peer.expect('*');
      peer.send('+ bm9uc2Vuc2U=\r\n+ bm9uc2Vuc2U=\r\n');
      tell(await peer.end());
    };
    const greeting = '* OK [CAPABILITY IMAP4rev1 AUTH=SCRAM-SHA-256] ready\r\n';
    const connection = await connected(t, play, greeting);

    await assert.rejects(
      signIn(connection, { ...REQUEST, mechanism: 'SCRAM-SHA-256' }, SIGNAL),
      ProtocolViolation,
    );

    assert.equal(connection.isOpen, false);
    assert.equal(await afterwards, '');
  });
});
