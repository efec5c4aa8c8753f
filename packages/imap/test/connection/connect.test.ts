import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { before, describe, it, type TestContext } from 'node:test';
import { connect } from '../../src/connection/connect.ts';
import type { ConnectOptions } from '../../src/connection/connect-options.ts';
import { ConnectionClosed } from '../../src/connection/connection-errors.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { BoundExceeded, DeadlineExceeded, ProtocolViolation, TlsUnavailable } from '../../src/errors.ts';
import { abortable, command, SIGNAL } from '../support/dial.ts';
import {
  GREETING,
  type ScriptedServerOptions,
  type ServerPeer,
  startScriptedServer,
} from '../support/scripted-server.ts';
import { createTlsCredentials, type TlsCredentials } from '../support/tls-credentials.ts';

const STARTTLS_GREETING = '* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready\r\n';

let tls: TlsCredentials;
let otherTls: TlsCredentials;
before(async () => {
  [tls, otherTls] = await Promise.all([createTlsCredentials(), createTlsCredentials('DNS:mail.example.org')]);
});

/** Connects to a server that plays the script; `tls` with its certificate trusted unless the options say otherwise. */
async function open(
  t: TestContext,
  { play, tls: credentials }: ScriptedServerOptions,
  options: Partial<ConnectOptions> = {},
): Promise<ImapConnection> {
  const server = await startScriptedServer(t, { play, ...(credentials && { tls: credentials }) });
  const security = credentials ? 'tls' : 'cleartext';
  const extraRoots = [tls.cert, otherTls.cert];
  const connection = await connect({ ...server, security, extraRoots, ...options }, SIGNAL);
  t.after(() => connection.destroy());
  return connection;
}

function greet(greeting: string): (peer: ServerPeer) => Promise<void> {
  return async (peer) => {
    peer.send(greeting);
    await peer.end();
  };
}

describe('connect', () => {
  it('takes the capabilities from the greeting', async (t) => {
    const connection = await open(t, { play: greet(GREETING) });

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'LITERAL+', 'ENABLE']);
  });

  it('asks for the capabilities that the greeting does not tell', async (t) => {
    const connection = await open(t, {
      async play(peer) {
        peer.send('* OK ready\r\n');
        await peer.expect('A1 CAPABILITY');
        peer.send('* CAPABILITY IMAP4rev1 idle\r\nA1 OK done\r\n');
      },
    });

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'IDLE']);
  });

  it('reads a greeting that comes octet by octet', async (t) => {
    const connection = await open(t, { play: (peer) => peer.sendSlowly(GREETING, 0) });

    assert.ok(connection.capabilities.has('ENABLE'));
  });

  it('refuses a server that does not tell its capabilities', async (t) => {
    const opening = open(t, {
      async play(peer) {
        peer.send('* OK ready\r\n');
        await peer.expect('A1 CAPABILITY');
        peer.send('A1 NO not today\r\n');
      },
    });

    await assert.rejects(opening, ProtocolViolation);
  });

  it('refuses PREAUTH in the clear', async (t) => {
    await assert.rejects(open(t, { play: greet('* PREAUTH welcome\r\n') }), ProtocolViolation);
  });

  it('refuses PREAUTH under TLS', async (t) => {
    await assert.rejects(open(t, { play: greet('* PREAUTH welcome\r\n'), tls }), ProtocolViolation);
  });

  it('refuses PREAUTH before STARTTLS', async (t) => {
    const opening = open(t, { play: greet('* PREAUTH welcome\r\n') }, { security: 'starttls' });

    await assert.rejects(opening, ProtocolViolation);
  });

  it('tells what a server says that greets with BYE', async (t) => {
    const opening = open(t, { play: greet('* BYE [UNAVAILABLE] too many connections\r\n') });

    await assert.rejects(opening, (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.deepEqual([error.byeText, error.byeCode?.name], ['too many connections', 'UNAVAILABLE']);
      return true;
    });
  });

  it('refuses a server that begins with another response', async (t) => {
    await assert.rejects(open(t, { play: greet('220 mail.example.org ESMTP\r\n') }), ProtocolViolation);
  });

  it('waits for the greeting no longer than the deadline', async (t) => {
    const opening = open(t, { play: greet('') }, { deadlines: { greetingMs: 50 } });

    await assert.rejects(opening, { name: 'DeadlineExceeded', waitedFor: 'the greeting' });
  });

  it('ends a greeting that comes an octet at a time at the deadline', async (t) => {
    const opening = open(
      t,
      { play: (peer) => peer.sendSlowly('* OK '.padEnd(1000, 'x'), 20) },
      { deadlines: { greetingMs: 200 } },
    );

    await assert.rejects(opening, DeadlineExceeded);
  });

  it('reads no greeting that never ends', async (t) => {
    const opening = open(t, {
      async play(peer) {
        while (await peer.sendAll(`* OK ${'x'.repeat(1000)}`));
      },
    });

    await assert.rejects(opening, { name: 'BoundExceeded', bound: 'greetingOctets' });
  });

  it('refuses more capabilities than the bound allows', async (t) => {
    const words = Array.from({ length: 10_000 }, (_, index) => `X${index}`);
    const opening = open(
      t,
      { play: greet(`* OK [CAPABILITY IMAP4rev1 ${words.join(' ')}] ready\r\n`) },
      { bounds: { greetingOctets: 1024 * 1024 } },
    );

    await assert.rejects(opening, { name: 'BoundExceeded', bound: 'capabilities' });
  });

  it('refuses a CAPABILITY response of so many words by the bound of its line', async (t) => {
    const opening = open(t, {
      async play(peer) {
        peer.send('* OK ready\r\n');
        await peer.line();
        peer.send(`* CAPABILITY IMAP4rev1 ${'X '.repeat(10_000)}\r\nA1 OK done\r\n`);
      },
    });

    await assert.rejects(opening, BoundExceeded);
  });

  it('refuses a server that says BYE right after its greeting', async (t) => {
    const opening = open(t, { play: greet(`${GREETING}* BYE too late\r\n`) });

    await assert.rejects(opening, { name: 'ConnectionClosed', byeText: 'too late' });
  });

  it('tells that nobody listens', async () => {
    const listener = createServer();
    await once(listener.listen(0, '127.0.0.1'), 'listening');
    const address = listener.address();
    assert.ok(address !== null && typeof address === 'object');
    await new Promise((resolve) => listener.close(resolve));

    const opening = connect({ host: '127.0.0.1', port: address.port, security: 'cleartext' }, SIGNAL);

    await assert.rejects(opening, (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'ECONNREFUSED');
      return true;
    });
  });

  it('gives up with the reason of the signal, and closes the socket', async (t) => {
    const { signal, abort } = abortable();
    const server = await startScriptedServer(t, {
      async play(peer) {
        abort(new Error('given up'));
        await peer.end();
      },
    });

    await assert.rejects(connect({ ...server, security: 'cleartext' }, signal), { message: 'given up' });
    await server.played;
  });

  it('does not begin under a signal that has aborted', async () => {
    const options = { host: '127.0.0.1', port: 1, security: 'cleartext' } as const;

    await assert.rejects(connect(options, AbortSignal.abort(new Error('too late'))), { message: 'too late' });
  });
});

describe('connect with TLS', () => {
  it('accepts a certificate for the address of the host', async (t) => {
    const connection = await open(t, { play: greet(GREETING), tls });

    assert.equal(connection.isEncrypted, true);
  });

  it('accepts a certificate for the given server name', async (t) => {
    const connection = await open(
      t,
      { play: greet(GREETING), tls: otherTls },
      { serverName: 'mail.example.org' },
    );

    assert.equal(connection.isEncrypted, true);
  });

  it('accepts a certificate for the name of the host', async (t) => {
    const connection = await open(t, { play: greet(GREETING), tls }, { host: 'localhost' });

    assert.equal(connection.isEncrypted, true);
  });

  it('speaks no TLS older than 1.2', async (t) => {
    const opening = open(
      t,
      {
        play(peer) {
          peer.startTls(tls, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
        },
      },
      { security: 'tls' },
    );

    await assert.rejects(opening, (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.match(
        (error.cause as NodeJS.ErrnoException).code ?? '',
        /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
      );
      return true;
    });
  });

  it('refuses a certificate for another name', async (t) => {
    await assert.rejects(open(t, { play: greet(GREETING), tls: otherTls }), (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'ERR_TLS_CERT_ALTNAME_INVALID');
      return true;
    });
  });

  it('refuses a certificate that no root vouches for', async (t) => {
    const opening = open(t, { play: greet(GREETING), tls }, { extraRoots: [] });

    await assert.rejects(opening, (error: ConnectionClosed) => {
      assert.ok(error instanceof ConnectionClosed);
      assert.equal((error.cause as NodeJS.ErrnoException).code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
      return true;
    });
  });

  it('waits for the handshake no longer than the deadline', async (t) => {
    const opening = open(t, { play: greet('') }, { security: 'tls', deadlines: { tlsMs: 50 } });

    await assert.rejects(opening, { name: 'DeadlineExceeded', waitedFor: 'the TLS handshake' });
  });

  it('tells of a server that speaks no TLS', async (t) => {
    await assert.rejects(open(t, { play: greet(GREETING) }, { security: 'tls' }), ConnectionClosed);
  });

  it('tells of a server that closes in the middle of the handshake', async (t) => {
    const opening = open(
      t,
      {
        async play(peer) {
          await peer.octets(20);
          peer.cut();
        },
      },
      { security: 'tls' },
    );

    await assert.rejects(opening, ConnectionClosed);
  });
});

describe('connect with STARTTLS', () => {
  it('asks for the capabilities anew after the handshake', async (t) => {
    const connection = await open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          peer.send('A1 OK begin\r\n');
          peer.startTls(tls);
          await peer.expect('A2 CAPABILITY');
          peer.send('* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\nA2 OK done\r\n');
        },
      },
      { security: 'starttls' },
    );

    assert.equal(connection.isEncrypted, true);
    assert.deepEqual([...connection.capabilities], ['IMAP4REV1', 'AUTH=PLAIN']);
  });

  it('refuses a server that does not offer it', async (t) => {
    const opening = open(t, { play: greet(GREETING) }, { security: 'starttls' });

    await assert.rejects(opening, TlsUnavailable);
  });

  it('goes on in the clear without an offer where that is allowed', async (t) => {
    const connection = await open(t, { play: greet(GREETING) }, { security: 'starttls-if-offered' });

    assert.equal(connection.isEncrypted, false);
  });

  it('does not go on in the clear when the offer is not kept', async (t) => {
    const opening = open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          peer.send('A1 NO not now\r\n');
        },
      },
      { security: 'starttls-if-offered' },
    );

    await assert.rejects(opening, TlsUnavailable);
  });

  it('refuses responses that come in the packet of the OK', async (t) => {
    const opening = open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          peer.send('A1 OK begin\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\nA2 OK done\r\n');
        },
      },
      { security: 'starttls' },
    );

    await assert.rejects(opening, ProtocolViolation);
  });

  it('refuses responses that come right behind the OK', async (t) => {
    const opening = open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          await peer.sendSlowly('A1 OK begin\r\n* CAPABILITY IMAP4rev1\r\n', 0);
        },
      },
      { security: 'starttls' },
    );

    // Where they come after the handshake has begun, they are no TLS.
    await assert.rejects(
      opening,
      (error) => error instanceof ProtocolViolation || error instanceof ConnectionClosed,
    );
  });

  it('believes nothing that was told before TLS', async (t) => {
    const unclaimed: unknown[] = [];
    const connection = await open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          peer.send('* ENABLED IMAP4rev2\r\n* 9 EXISTS\r\nA1 OK [CAPABILITY IMAP4rev1 X-INJECTED] begin\r\n');
          peer.startTls(tls);
          await peer.expect('A2 CAPABILITY');
          peer.send('* CAPABILITY IMAP4rev1\r\nA2 OK done\r\n');
        },
      },
      { security: 'starttls', onUnclaimed: (response) => unclaimed.push(response) },
    );

    assert.deepEqual([...connection.capabilities], ['IMAP4REV1']);
    assert.deepEqual([...connection.enabled], []);
    assert.deepEqual(unclaimed, []);
  });

  it('sends nothing but STARTTLS before TLS', async (t) => {
    const connection = await open(
      t,
      {
        async play(peer) {
          peer.send(STARTTLS_GREETING);
          await peer.expect('A1 STARTTLS');
          peer.send('A1 OK begin\r\n');
          peer.startTls(tls);
          await peer.expect('A2 CAPABILITY');
          peer.send('* CAPABILITY IMAP4rev1\r\nA2 OK done\r\n');
          await peer.expect('A3 NOOP');
          peer.send('A3 OK done\r\n');
        },
      },
      { security: 'starttls' },
    );

    assert.equal((await connection.run(command('NOOP'), SIGNAL)).text, 'done');
  });
});
