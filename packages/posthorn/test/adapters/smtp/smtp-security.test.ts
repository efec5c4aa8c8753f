/** Where the password and the message go, and where they do not go. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { rootCertificates } from 'node:tls';
import type { OutboxSecurity } from '../../../src/domain/accounts/mail-account.ts';
import { writeServerCertificate } from '../../support/tls-certificate.ts';
import { type ScriptedServer, type SmtpScript, startScriptedServer } from './scripted-smtp-server.ts';
import { codeOf, outcomeOf } from './submission-under-test.ts';

const STARTTLS = ['STARTTLS', 'AUTH PLAIN'];
const UNREACHABLE = { code: 'server-unreachable', detail: 'The mail server cannot be reached.' };
const TLS_REQUIRED = {
  code: 'tls-required',
  detail: 'The sending server offers no encrypted connection, and passwords are not sent without one.',
};

let folder: string;
let authority: string;
let tls: { readonly key: string; readonly cert: string };
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-smtp-'));
  authority = await writeServerCertificate(folder);
  const [key, cert] = await Promise.all(
    ['server.key', 'server.pem'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  tls = { key: key ?? '', cert: cert ?? '' };
});
after(() => rm(folder, { recursive: true }));

const verbs = (server: ScriptedServer) => server.lines.map((line) => line.split(' ', 1)[0]);

describe('A connection to the sending server', () => {
  it('is secured from the first octet for ssl', async (t) => {
    const server = await startScriptedServer(t, { tls, isTlsImplicit: true });

    assert.equal(await codeOf({ port: server.port, security: 'ssl', extraRoots: [authority] }), 'sent');
    assert.deepEqual(verbs(server).slice(0, 4), ['EHLO', 'AUTH', 'MAIL', 'RCPT']);
  });

  for (const security of ['tls', 'starttls'] as const) {
    it(`is upgraded before anything is sent for ${security}`, async (t) => {
      const server = await startScriptedServer(t, { tls, keywords: STARTTLS });

      assert.equal(await codeOf({ port: server.port, security, extraRoots: [authority] }), 'sent');
      assert.deepEqual(verbs(server).slice(0, 5), ['EHLO', 'STARTTLS', 'EHLO', 'AUTH', 'MAIL']);
    });
  }

  it('is upgraded for none where the server offers it', async (t) => {
    const server = await startScriptedServer(t, { tls, keywords: STARTTLS });

    assert.equal(await codeOf({ port: server.port, security: 'none', extraRoots: [authority] }), 'sent');
    assert.deepEqual(verbs(server).slice(0, 4), ['EHLO', 'STARTTLS', 'EHLO', 'AUTH']);
  });

  it('stays in clear text for none where the operator allows it and the server has nothing else', async (t) => {
    const server = await startScriptedServer(t);

    assert.equal(await codeOf({ port: server.port, security: 'none' }), 'sent');
    assert.deepEqual(verbs(server).slice(0, 3), ['EHLO', 'AUTH', 'MAIL']);
  });

  it('is not made in clear text for none where that is not allowed', async (t) => {
    const server = await startScriptedServer(t);

    assert.deepEqual(
      await outcomeOf({ port: server.port, security: 'none', origin: 'client' }),
      TLS_REQUIRED,
    );
    assert.deepEqual(verbs(server), ['EHLO', 'STARTTLS']);
  });

  it('is not made in clear text for none when STARTTLS fails that was offered', async (t) => {
    const server = await startScriptedServer(t, {
      keywords: STARTTLS,
      answers: { STARTTLS: '454 4.7.0 not now' },
    });

    assert.deepEqual(await outcomeOf({ port: server.port, security: 'none' }), TLS_REQUIRED);
    assert.deepEqual(verbs(server), ['EHLO', 'STARTTLS']);
  });

  it('uses what the server says inside TLS, not what was said before', async (t) => {
    const server = await startScriptedServer(t, {
      tls,
      keywords: ['STARTTLS', 'AUTH LOGIN', 'SMTPUTF8', 'SIZE 1'],
      keywordsInTls: ['AUTH PLAIN'],
    });
    const submission = { port: server.port, security: 'tls', extraRoots: [authority] } as const;

    assert.equal(await codeOf(submission), 'sent');
    assert.equal(await codeOf({ ...submission, to: ['bøb@example.org'] }), 'capability-missing');
    assert.match(server.lines[3] ?? '', /^AUTH PLAIN /);
  });
});

describe('Neither login nor message reaches a server', () => {
  const attacks: readonly (readonly [name: string, script: SmtpScript, expected: object])[] = [
    ['that does not offer STARTTLS', { answers: { STARTTLS: '502 unknown command' } }, TLS_REQUIRED],
    ['that refuses STARTTLS for now', { answers: { STARTTLS: '454 4.7.0 not now' } }, TLS_REQUIRED],
    ['that refuses STARTTLS for good', { answers: { STARTTLS: '554 5.7.3 never' } }, TLS_REQUIRED],
    ['that answers STARTTLS with +', { answers: { STARTTLS: '+ go on' } }, TLS_REQUIRED],
    ['that answers STARTTLS with 334', { answers: { STARTTLS: '334 go on' } }, TLS_REQUIRED],
    ['that drops the connection at STARTTLS', { answers: { STARTTLS: ({ drop }) => drop() } }, UNREACHABLE],
    ['that knows no EHLO', { answers: { EHLO: '502 unknown command' } }, TLS_REQUIRED],
    [
      'that goes on in clear text after STARTTLS',
      { answers: { STARTTLS: '220 go ahead', AUTH: '235 welcome' } },
      UNREACHABLE,
    ],
    [
      'that puts a reply behind that to STARTTLS',
      {
        answers: {
          STARTTLS: (conversation) => {
            conversation.send('220 go ahead\r\n250-injected\r\n250 AUTH PLAIN\r\n');
            conversation.startTls();
          },
        },
      },
      UNREACHABLE,
    ],
    [
      'that puts the beginning of a reply behind that to STARTTLS',
      {
        answers: {
          STARTTLS: (conversation) => {
            conversation.send('220 go ahead\r\n250-injected');
            conversation.startTls();
          },
        },
      },
      UNREACHABLE,
    ],
    [
      'that puts a reply before that to STARTTLS',
      {
        answers: {
          STARTTLS: (conversation) => {
            conversation.send('250 injected\r\n220 go ahead\r\n');
            conversation.startTls();
          },
        },
      },
      UNREACHABLE,
    ],
  ];
  for (const [name, script, expected] of attacks) {
    it(name, async (t) => {
      const server = await startScriptedServer(t, { tls, keywords: STARTTLS, ...script });
      const limits = { greetingMs: 500 };

      const outcome = await outcomeOf({
        ...{ port: server.port, security: 'tls', extraRoots: [authority], limits },
      });

      assert.deepEqual(outcome, expected);
      assert.deepEqual(
        server.lines.filter((line) => /AUTH|MAIL|RCPT|DATA/.test(line)),
        [],
      );
      assert.deepEqual(server.messages, []);
    });
  }
});

describe('A certificate', () => {
  const cases: readonly (readonly [name: string, given: object])[] = [
    ['of an unknown authority', { extraRoots: [] }],
    [
      'of an unknown authority, where the operator has named another one',
      { extraRoots: rootCertificates.slice(0, 1) },
    ],
    ['of another name', { host: 'mail.example.org' }],
  ];
  for (const security of ['ssl', 'tls', 'none'] as const) {
    for (const [name, given] of cases) {
      it(`${name} is refused for ${security}`, async (t) => {
        const server = await startServer(t, security);

        const outcome = await outcomeOf({
          ...{ port: server.port, security, extraRoots: [authority] },
          ...given,
        });

        assert.deepEqual(outcome, UNREACHABLE);
        assert.ok(!verbs(server).includes('AUTH'));
      });
    }
  }

  for (const security of ['ssl', 'tls'] as const) {
    it(`of an IP address serves a server that is named by it, for ${security}`, async (t) => {
      const { port } = await startServer(t, security);

      assert.equal(await codeOf({ port, security, host: '127.0.0.1', extraRoots: [authority] }), 'sent');
    });
  }

  it('does not help a server that speaks only TLS 1.1', async (t) => {
    const server = await startScriptedServer(t, {
      tls: { ...tls, maxVersion: 'TLSv1.1' },
      isTlsImplicit: true,
    });

    assert.deepEqual(
      await outcomeOf({ port: server.port, security: 'ssl', extraRoots: [authority] }),
      UNREACHABLE,
    );
  });

  function startServer(t: Parameters<typeof startScriptedServer>[0], security: OutboxSecurity) {
    return startScriptedServer(t, { tls, keywords: STARTTLS, isTlsImplicit: security === 'ssl' });
  }
});
