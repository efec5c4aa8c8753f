import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it, type TestContext } from 'node:test';
import { probedInbox, probedOutbox } from '../../src/doctor/probed-server.ts';
import { checkServer } from '../../src/doctor/server-checks.ts';
import type { OutboxSecurity } from '../../src/domain/accounts/mail-account.ts';
import {
  type ScriptedServer,
  type SmtpScript,
  startScriptedServer,
} from '../adapters/smtp/scripted-smtp-server.ts';
import { createTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { collect, outline, probeTools } from './probe-tools.ts';

const SIGNAL = new AbortController().signal;
const STARTTLS = ['STARTTLS', 'SIZE 1000'];

interface Visit {
  readonly port: number;
  readonly security?: OutboxSecurity;
  readonly host?: string;
  readonly extraRoots?: readonly string[];
  readonly answerTimeoutMs?: number;
}

/** Looks at the server, and gives the outline, the last check, and the features. */
async function visit({
  port,
  security = 'none',
  host = 'localhost',
  extraRoots,
  answerTimeoutMs = 5000,
}: Visit) {
  const tools = { ...probeTools({}, extraRoots), answerTimeoutMs };
  const { checks, result } = await collect(
    checkServer(probedOutbox({ host, port, security }), tools, SIGNAL),
  );
  return { outline: outline(checks), last: checks.at(-1), features: result };
}

/** A port at which a server does what the test says to each client. */
async function startBareServer(
  t: TestContext,
  onClient: (write: (text: string) => void, end: () => void) => void,
) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onClient(
      (text) => void socket.write(text),
      () => socket.destroy(),
    );
    t.after(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as { port: number }).port;
}

describe('checkServer', () => {
  let authority: TestAuthority;
  before(async () => {
    authority = await createTestAuthority();
  });
  after(() => authority.remove());

  /** A server with a certificate of the authority. */
  async function startTlsServer(
    t: TestContext,
    { names = ['DNS:localhost'], days = 90, ...script }: SmtpScript & { names?: string[]; days?: number },
  ): Promise<ScriptedServer> {
    return startScriptedServer(t, { ...script, tls: await authority.issue({ names, days }) });
  }

  it('walks through STARTTLS, and gives what the server says inside of TLS', async (t) => {
    const script = { keywords: STARTTLS, keywordsInTls: ['AUTH PLAIN', 'SIZE 2000'] };
    const { port, lines, closed } = await startTlsServer(t, script);

    const { outline: checks, features } = await visit({
      port,
      security: 'starttls',
      extraRoots: [authority.caPem],
    });

    assert.deepEqual(checks, [
      'ok SMTP host',
      'ok SMTP connection',
      'ok SMTP greeting',
      'ok SMTP STARTTLS',
      'ok SMTP TLS',
      'ok SMTP certificate',
      'ok SMTP certificate names',
      'ok SMTP certificate dates',
    ]);
    await closed;
    assert.deepEqual(
      features,
      new Map([
        ['AUTH', ['PLAIN']],
        ['SIZE', ['2000']],
      ]),
    );
    assert.deepEqual(
      lines.map((line) => line.split(' ')[0]),
      ['EHLO', 'STARTTLS', 'EHLO', 'QUIT'],
    );
  });

  it('walks through implicit TLS', async (t) => {
    const { port } = await startTlsServer(t, { isTlsImplicit: true });

    const { outline: checks } = await visit({ port, security: 'ssl', extraRoots: [authority.caPem] });

    assert.deepEqual(checks.slice(2, 7), [
      'ok SMTP TLS',
      'ok SMTP certificate',
      'ok SMTP certificate names',
      'ok SMTP certificate dates',
      'ok SMTP greeting',
    ]);
  });

  describe('stops at a certificate', () => {
    const complaints = async (
      t: TestContext,
      certificate: { names?: string[]; days?: number },
      roots: string[],
    ) => {
      const { port } = await startTlsServer(t, { isTlsImplicit: true, ...certificate });
      const { outline: checks, features } = await visit({ port, security: 'ssl', extraRoots: roots });
      return { problems: checks.filter((line) => !line.startsWith('ok')), features };
    };

    it('of an authority that nobody knows', async (t) => {
      assert.deepEqual(await complaints(t, {}, []), {
        problems: ['problem SMTP certificate'],
        features: null,
      });
    });

    it('that has expired', async (t) => {
      assert.deepEqual(await complaints(t, { days: -1 }, [authority.caPem]), {
        problems: ['problem SMTP certificate dates'],
        features: null,
      });
    });

    it('for another host', async (t) => {
      assert.deepEqual(await complaints(t, { names: ['DNS:mail.example.org'] }, [authority.caPem]), {
        problems: ['problem SMTP certificate names'],
        features: null,
      });
    });

    it('and tells all that is wrong with it', async (t) => {
      const certificate = { names: ['DNS:mail.example.org'], days: -1 };

      const { problems } = await complaints(t, certificate, [authority.caPem]);

      assert.deepEqual(problems, ['problem SMTP certificate names', 'problem SMTP certificate dates']);
    });
  });

  it('warns of a certificate that ends soon, and goes on', async (t) => {
    const { port } = await startTlsServer(t, { isTlsImplicit: true, days: 20 });

    const { outline: checks, features } = await visit({
      port,
      security: 'ssl',
      extraRoots: [authority.caPem],
    });

    assert.ok(checks.includes('warning SMTP certificate dates'));
    assert.ok(features?.has('AUTH'));
  });

  it('compares a certificate with an IP address where the entry has one', async (t) => {
    const { port } = await startTlsServer(t, { isTlsImplicit: true, names: ['IP:127.0.0.1'] });

    const { outline: checks } = await visit({
      port,
      host: '127.0.0.1',
      security: 'ssl',
      extraRoots: [authority.caPem],
    });

    assert.ok(checks.includes('ok SMTP certificate names'));
    assert.ok(!checks.includes('ok SMTP host'));
  });

  it('stops where the entry wants STARTTLS and the server has none', async (t) => {
    const { port } = await startScriptedServer(t);

    const { last, features } = await visit({ port, security: 'starttls' });

    assert.deepEqual([last?.check, last?.outcome, features], ['SMTP STARTTLS', 'problem', null]);
    assert.match(last?.advice ?? '', /outbox_secure: 'ssl'/);
  });

  it('warns of clear text where the entry allows it, and goes on', async (t) => {
    const { port } = await startScriptedServer(t);

    const { last, features } = await visit({ port, security: 'none' });

    assert.deepEqual([last?.check, last?.outcome], ['SMTP STARTTLS', 'warning']);
    assert.ok(features?.has('AUTH'));
  });

  it('stops when the reply to STARTTLS has something behind it', async (t) => {
    const { port } = await startScriptedServer(t, {
      keywords: STARTTLS,
      answers: { STARTTLS: '220 go ahead\r\n250-injected' },
    });

    const { last } = await visit({ port, security: 'starttls' });

    assert.deepEqual([last?.check, last?.outcome], ['SMTP TLS', 'problem']);
  });

  it('says that nothing listens', async (t) => {
    const port = await startBareServer(t, () => undefined);
    const closed = await new Promise<number>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = server.address() as { port: number };
        server.close(() => resolve(free));
      });
    });

    const { last } = await visit({ port: closed });

    assert.notEqual(port, closed);
    assert.equal(last?.finding, `Nothing takes connections at localhost, port ${closed}.`);
  });

  it('says that a port does not speak TLS from the start', async (t) => {
    const { port } = await startScriptedServer(t);

    const { last } = await visit({ port, security: 'ssl' });

    assert.equal(last?.finding, `Port ${port} of localhost does not speak TLS from the start.`);
    assert.match(last?.advice ?? '', /outbox_secure: 'starttls'/);
  });

  for (const security of ['ssl', 'none'] as const) {
    it(`says that a port is one of the other protocol, with ${security}`, async (t) => {
      const port = await startBareServer(t, (write) => write('* OK IMAP4rev1 ready\r\n'));

      const { last } = await visit({ port, security });

      assert.equal(last?.finding, `Port ${port} of localhost is one of IMAP, and the entry has it for SMTP.`);
      assert.equal(last?.advice, 'Correct outbox_port.');
    });
  }

  it('does not take a port that is silent with TLS and without for one of clear text', async (t) => {
    const port = await startBareServer(t, () => undefined);

    const { last } = await visit({ port, security: 'ssl', answerTimeoutMs: 300 });

    assert.match(last?.finding ?? '', /says nothing, neither with TLS nor without/);
    assert.doesNotMatch(last?.advice ?? '', /outbox_secure/);
  });

  it('says that a silent port probably expects TLS', async (t) => {
    const { port } = await startTlsServer(t, { isTlsImplicit: true });

    const { last } = await visit({ port, security: 'starttls', answerTimeoutMs: 200 });

    assert.match(last?.finding ?? '', /it probably expects TLS from the start/);
    assert.match(last?.advice ?? '', /outbox_secure: 'ssl'/);
  });

  it('says that a server speaks no safe version of TLS', async (t) => {
    const tls = {
      ...(await authority.issue({ names: ['DNS:localhost'], days: 90 })),
      maxVersion: 'TLSv1.1',
    } as const;
    const { port } = await startScriptedServer(t, { isTlsImplicit: true, tls });

    const { last } = await visit({ port, security: 'ssl', extraRoots: [authority.caPem] });

    assert.deepEqual([last?.check, last?.outcome], ['SMTP TLS', 'problem']);
  });

  it('tells a refusal by the words of the server', async (t) => {
    const { port } = await startScriptedServer(t, { answers: { GREETING: '554 5.7.1 not you' } });

    const { last } = await visit({ port });

    assert.deepEqual(
      [last?.check, last?.outcome, last?.finding],
      ['SMTP greeting', 'problem', 'The server does not let us in: "5.7.1 not you".'],
    );
  });

  it('gives up a server that talks without end', async (t) => {
    const port = await startBareServer(t, (write) => write('220-more\r\n'.repeat(50_000)));

    const { last } = await visit({ port });

    assert.deepEqual([last?.outcome, /broke off \(EPROTO\)/.test(last?.finding ?? '')], ['problem', true]);
  });

  it('gives up a server that hangs up', async (t) => {
    const port = await startBareServer(t, (_write, end) => end());

    const { last } = await visit({ port, security: 'ssl' });

    assert.deepEqual([last?.check, last?.outcome], ['SMTP TLS', 'problem']);
  });

  it('says that a name has no address', async () => {
    const { outline: checks, last } = await visit({ port: 1, host: 'nowhere.example' });

    assert.deepEqual(checks, ['problem SMTP host']);
    assert.match(last?.advice ?? '', /outbox_address/);
  });

  it('takes no PREAUTH for a welcome of IMAP', async (t) => {
    const port = await startBareServer(t, (write) => write('* PREAUTH come in\r\n'));
    const server = probedInbox({ type: 'IMAP', host: 'localhost', port, isTls: false });

    const { checks } = await collect(checkServer(server, probeTools(), SIGNAL));

    assert.deepEqual(outline(checks).at(-1), 'problem IMAP greeting');
  });
});
