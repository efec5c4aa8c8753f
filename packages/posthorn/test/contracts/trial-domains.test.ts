/** `posthorn try` at many kinds of domain: it opens the mailbox or gives a plain reason, in time, and sends no password to a wrong server. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDiscovery } from '../../src/composition/create-discovery.ts';
import type { Configuration } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import { openMailbox } from '../../src/trial/open-mailbox.ts';
import { TrialFailure } from '../../src/trial/trial-failure.ts';
import type { TrialPerson, TrialQuestion } from '../../src/trial/trial-person.ts';
import { sampleEntry } from '../doctor/mail-server-entry-sample.ts';
import { type Dovecot, startDovecot } from '../support/dovecot.ts';
import { fakeInternet, openPlainServer, openTlsServer, openWebServer } from '../support/fake-internet.ts';
import { createTestAuthority, type TestAuthority } from '../support/test-authority.ts';
import { DOCUMENTS, type DomainServers, GOOD_HOSTS, PROVIDER_HOSTS, planDomains } from './mail-domains.ts';

const PASSWORD = 'the-password-of-jane';
const LIMIT_MS = 10_000;
const HOSTS_OF_WEB = ['pop', 'wrong-name', 'old', 'self-signed', 'closed', 'silent', 'clear', 'hostile'];

/** Addresses whose mailbox is opened, at the server that is named. */
const OPENED = [
  ['jane@entry.test', 'imap.entry.test'],
  ['jane@gmx.net', 'imap.gmx.net'],
  ['jane@well-known.test', 'imap.well-known.test'],
  ['jane@autoconfig.test', 'imap.autoconfig.test'],
  ['jane@srv.test', 'imap.srv.test'],
  ['jane@starttls.test', 'imap.starttls.test'],
  ['jane@mx.test', 'imap.gmx.net'],
  ['jane@usual.test', 'mail.usual.test'],
  // Several that disagree.
  ['jane@two.test', 'imap.two.test'],
  ['jane@three.test', 'imap.three.test'],
  ['jane@likely.test', 'imap.gmx.net'],
  ['jane@second.test', 'imap.second.test'],
  // Names.
  ['jane@bücher.test', 'imap.xn--bcher-kva.test'],
  ['jane@sub.parent.test', 'imap.sub.parent.test'],
  // Documents that are left aside.
  ['jane@moved.test', 'imap.moved.test'],
  ['jane@huge.test', 'imap.huge.test'],
  ['jane@slow-web.test', 'imap.slow-web.test'],
  ['jane@bad-web.test', 'imap.bad-web.test'],
  ['jane@no-xml.test', 'imap.no-xml.test'],
] as const;

/** Addresses whose mailbox is not opened, and the reason. */
const REFUSED = [
  ['jane@wrong-name.test', /It is not for imap\.wrong-name\.test/],
  ['jane@old.test', /It expired on/],
  ['jane@self-signed.test', /not trusted/],
  ['jane@closed.test', /Nothing takes connections at imap\.closed\.test, port 993/],
  ['jane@silent.test', /imap\.silent\.test.* (does not answer|says nothing)/],
  ['jane@clear.test', /names no IMAP server with TLS/],
  ['jane@stripped.test', /does not offer it/],
  ['jane@pop.test', /has POP3 and no IMAP/],
  ['jane@pop-srv.test', /name POP3 and no IMAP/],
  ['jane@hostile.test', /declares a document type/],
  ['jane@none.test', /No mail server was found for jane@none\.test/],
  ['jane@nowhere.test', /Ask your provider for its IMAP and SMTP servers/],
  ['jane@proton.test', /Bridge/],
  ['jane@office.test', /takes no passwords, but OAuth tokens/],
  ['jane@inside.test', /has a private address/],
  ['wrong@srv.test', /The mail server did not accept|Check the password/],
  ['"a@evil.test"@quoted.test', /Check the password/],
  ['jane', /is no e-mail address/],
] as const;

describe('openMailbox', () => {
  let authority: TestAuthority;
  let dovecot: Dovecot;
  let servers: DomainServers;
  const seconds: string[] = [];
  before(async () => {
    authority = await createTestAuthority();
    dovecot = await startTrialDovecot(authority);
    servers = await openServers(authority, dovecot);
  });
  after(async () => {
    for (const server of Object.values(servers ?? {})) if (typeof server === 'object') server.close();
    await dovecot?.stop();
    await authority?.remove();
  });

  /** Opens the mailbox as a person who agrees to all but private addresses. */
  async function open(address: string, answers: Partial<TrialPerson> = {}) {
    const asked: TrialQuestion[] = [];
    const internet = fakeInternet(planDomains(servers));
    const inbox = { type: 'IMAP', host: 'imap.entry.test', port: 993, isTls: true } as const;
    const { outbox: _outbox, ...entry } = sampleEntry({ domain: 'entry.test', inbox });
    const configuration: Configuration = {
      ...{ settings: readSettings({}), mailServers: [entry], extraRoots: [authority.caPem] },
    };
    const network = {
      dns: internet.dns,
      discovery: createDiscovery(configuration, internet),
      policyFor: (inside: readonly { readonly host: string; readonly port: number }[]) =>
        internet.policy(
          [143, 993, 465, 587],
          inside.map(({ host, port }) => `${host}:${port}`),
        ),
    };
    const person: TrialPerson = {
      tell: () => undefined,
      async confirm(question) {
        asked.push(question);
        return question.kind !== 'private';
      },
      askPassword: async () => new Secret(address.startsWith('wrong') ? `not-${PASSWORD}` : PASSWORD),
      requestToken: async () => null,
      ...answers,
    };
    const start = performance.now();
    const outcome = await openMailbox(
      { address, configuration, network, person },
      new AbortController().signal,
    ).then(
      ({ account }) => account.inbox.host,
      (error: unknown) => {
        if (error instanceof TrialFailure) return error;
        throw error;
      },
    );
    const ms = performance.now() - start;
    seconds.push(`${(ms / 1000).toFixed(1)} s ${address}`);
    return { outcome, ms, asked };
  }

  for (const [address, host] of OPENED) {
    it(`opens ${address}`, async () => {
      const { outcome, ms } = await open(address);

      assert.equal(outcome instanceof Error ? outcome.message : outcome, host);
      assert.ok(ms < LIMIT_MS, `${ms} ms`);
    });
  }

  for (const [address, reason] of REFUSED) {
    it(`says why it does not open ${address}`, async () => {
      const { outcome, ms } = await open(address);

      assert.ok(outcome instanceof TrialFailure, String(outcome));
      assert.match(outcome.message, reason);
      assert.ok(ms < LIMIT_MS, `${ms} ms`);
    });
  }

  it('opens a mailbox at a private address after a yes', async () => {
    const { outcome, asked } = await open('jane@inside.test', { confirm: async () => true });

    assert.deepEqual([outcome, asked], ['imap.inside.test', []]);
  });

  it('sends nothing to servers that the person does not agree to', async () => {
    const { outcome } = await open('jane@likely.test', { confirm: async () => false });

    assert.ok(outcome instanceof TrialFailure);
    assert.match(outcome.message, /Nothing was sent to imap\.gmx\.net/);
  });

  it('has sent no password to a server without a valid certificate, and no user to any web server', (t) => {
    t.diagnostic(seconds.join(', '));
    const { web, otherName, expired, selfSigned, silent, clear } = servers;

    const received = [otherName, expired, selfSigned, silent, clear].map((server) =>
      server.received.join(''),
    );

    assert.equal(
      received.some(
        (octets) => /password|LOGIN|AUTHENTICATE/i.test(octets) || octets.includes(btoa(PASSWORD)),
      ),
      false,
    );
    assert.equal(
      web.received.some((request) => request.includes('jane')),
      false,
    );
    assert.ok(web.received.length > 10);
  });
});

async function startTrialDovecot(authority: TestAuthority): Promise<Dovecot> {
  const hosts = [...GOOD_HOSTS, ...PROVIDER_HOSTS, 'imap.inside.test'];
  const { key, cert } = await authority.issue({ names: hosts.map((host) => `DNS:${host}`), days: 30 });
  const users = OPENED.map(([address]) => address.replace('bücher', 'xn--bcher-kva'));
  const dovecot = await startDovecot({
    users: [...users, 'jane@inside.test'].map((name) => ({ name, password: PASSWORD })),
    hasTls: true,
    certificate: { key, cert },
  });
  return dovecot;
}

async function openServers(authority: TestAuthority, { tlsPort = 0, port }: Dovecot): Promise<DomainServers> {
  const webHosts = [...GOOD_HOSTS, ...HOSTS_OF_WEB.map((domain) => `autoconfig.${domain}.test`)];
  const good = await authority.issue({ names: webHosts.map((host) => `DNS:${host}`), days: 30 });
  const other = await authority.issue({ names: ['DNS:other.test'], days: 30 });
  const old = await authority.issue({ names: ['DNS:imap.old.test'], days: -1 });
  const stranger = await createTestAuthority();
  const strange = await stranger.issue({ names: ['DNS:imap.self-signed.test'], days: 30 });
  await stranger.remove();
  const greeting = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready';
  const answer = (line: string) => {
    const [tag = '', command = ''] = line.split(' ');
    return command.toUpperCase() === 'CAPABILITY'
      ? `* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK`
      : `${tag} OK done`;
  };
  return {
    ...{ tlsPort, startTlsPort: port },
    web: await openWebServer(good, ({ headers, url = '' }, response) => {
      const send = DOCUMENTS.get(`${headers.host}${url}`);
      if (send === undefined) response.writeHead(404).end();
      else send(response);
    }),
    otherName: await openTlsServer(other, { greeting, answer }),
    expired: await openTlsServer(old, { greeting, answer }),
    selfSigned: await openTlsServer(strange, { greeting, answer }),
    silent: await openPlainServer({ greeting: '' }),
    clear: await openPlainServer({ greeting, answer }),
  };
}
