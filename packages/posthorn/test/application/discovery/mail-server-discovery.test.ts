import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleEntry } from '../../doctor/mail-server-entry-sample.ts';
import { silentDns } from '../../doctor/probe-tools.ts';
import { discoveryOver, documentOf, type FakeSources, sender, server } from './fake-sources.ts';

const SIGNAL = new AbortController().signal;
const WELL_KNOWN = 'https://acme.test/.well-known/autoconfig/mail/config-v1.1.xml';
const AUTOCONFIG = 'https://autoconfig.acme.test/mail/config-v1.1.xml';
const SRV = { '_imaps._tcp.acme.test': [{ host: 'srv.acme.test', port: 993 }] };
const HOSTER = {
  'hoster.test': { incoming: [server('imap.hoster.test')], outgoing: [sender('smtp.hoster.test')] },
};

const discover = (sources: FakeSources, address = 'jane@acme.test') =>
  discoveryOver(sources).discover(address, SIGNAL);

async function outline(sources: FakeSources, address?: string) {
  const { source, confidence, incoming } = await discover(sources, address);
  return [source, confidence, ...incoming.map(({ host }) => host)];
}

describe('MailServerDiscovery', () => {
  it('takes the entry of the installation first, and asks no one', async () => {
    const asked: string[] = [];
    const entries = () => [sampleEntry({ domain: 'acme.test' })];

    const found = await outline({
      asked,
      entries,
      documents: { [AUTOCONFIG]: documentOf([server('imap.acme.test')]) },
    });

    assert.deepEqual([found, asked], [['installation', 'certain', 'imap.example.org'], []]);
  });

  it('takes a known provider next, and asks no one', async () => {
    const asked: string[] = [];
    const providers = { 'acme.test': { incoming: [server('imap.provider.test')], outgoing: [] } };

    const found = await outline({ asked, providers });

    assert.deepEqual([found, asked], [['providers', 'certain', 'imap.provider.test'], []]);
  });

  it('asks all that is published at once, and takes the answers in their order', async () => {
    const documents = { [AUTOCONFIG]: documentOf([server('imap.acme.test')]) };
    const asked: string[] = [];

    const found = await outline({ asked, documents, services: SRV });

    assert.deepEqual(found, ['autoconfig', 'certain', 'imap.acme.test']);
    assert.deepEqual(
      asked.filter((each) => /^https|^MX/.test(each)),
      [WELL_KNOWN, AUTOCONFIG, 'MX acme.test'],
    );
  });

  it('prefers the document of the domain itself to that of its host autoconfig', async () => {
    const documents = {
      [AUTOCONFIG]: documentOf([server('second.acme.test')]),
      [WELL_KNOWN]: documentOf([server('first.acme.test')]),
    };

    assert.deepEqual(await outline({ documents }), ['well-known', 'certain', 'first.acme.test']);
  });

  it('is less sure of hosts of others that a domain names', async () => {
    const documents = { [AUTOCONFIG]: documentOf([server('imap.hoster.test')]) };

    assert.deepEqual(await outline({ documents }), ['autoconfig', 'likely', 'imap.hoster.test']);
  });

  it('is never sure of SRV records', async () => {
    assert.deepEqual(await outline({ services: SRV }), ['srv', 'likely', 'srv.acme.test']);
  });

  it('finds the provider whose hosts take the mail', async () => {
    const zone = { providers: HOSTER, mailExchangers: { 'acme.test': ['mx1.eu.hoster.test'] } };

    assert.deepEqual(await outline(zone), ['mx', 'likely', 'imap.hoster.test']);
  });

  it('guesses at the end only', async () => {
    const there = ['mail.acme.test:993', 'mail.acme.test:587'];

    const { source, confidence, incoming, outgoing } = await discover({ there });

    assert.deepEqual([source, confidence], ['usual-names', 'guess']);
    assert.deepEqual(
      [...incoming, ...outgoing].map(({ host, port, security, user }) => [host, port, security, user]),
      [
        ['mail.acme.test', 993, 'tls', 'jane@acme.test'],
        ['mail.acme.test', 587, 'starttls', 'jane@acme.test'],
      ],
    );
  });
});

describe('MailServerDiscovery, of the address', () => {
  it('tells no one the local part', async () => {
    const asked: string[] = [];

    await discover({ asked }, 'jane.secret@acme.test');

    assert.equal(
      asked.some((each) => each.includes('jane')),
      false,
    );
  });

  it('gives the user names that the servers want', async () => {
    const incoming = [server('imap.acme.test', { user: '%EMAILLOCALPART%' })];
    const outgoing = [sender('smtp.acme.test', { user: '%EMAILLOCALPART%+%EMAILDOMAIN%' })];

    const found = await discover({ documents: { [AUTOCONFIG]: documentOf(incoming, outgoing) } });

    assert.deepEqual([found.incoming[0]?.user, found.outgoing[0]?.user], ['jane', 'jane+acme.test']);
  });

  it('asks about an internationalised domain in ASCII', async () => {
    const asked: string[] = [];

    const { domain } = await discover({ asked }, 'jane@Bücher.test');

    assert.equal(domain, 'xn--bcher-kva.test');
    assert.equal(asked.includes('MX xn--bcher-kva.test'), true);
  });

  it('asks about the domain after the last @', async () => {
    const asked: string[] = [];

    await discover({ asked }, '"a@evil.test"@acme.test');

    assert.equal(
      asked.some((each) => each.includes('evil')),
      false,
    );
  });

  it('refuses what is no address', async () => {
    for (const text of [
      '',
      'jane',
      'jane@',
      '@acme.test',
      'jane@acme..test',
      'jane@127.0.0.1',
      'a b@acme.test',
      'jane\r\n@acme.test',
    ]) {
      await assert.rejects(discover({}, text), { code: 'invalid-parameter' });
    }
  });

  it('asks no one about a name of the own network', async () => {
    const asked: string[] = [];

    const found = await discover({ asked }, 'jane@localhost');

    assert.deepEqual([found.source, asked], [null, []]);
  });
});

describe('MailServerDiscovery, of what cannot be used', () => {
  const reportsOf = async (sources: FakeSources) =>
    (await discover(sources)).reports.map(({ source, finding }) => `${source}: ${finding}`).join('\n');

  it('leaves out other ports, addresses and user names that are not of the address', async () => {
    const unusable = [
      server('imap.acme.test', { port: 8993 }),
      server('127.0.0.1'),
      server('mail'),
      server('%EMAILLOCALPART%.acme.test'),
      server('imap.acme.test', { user: 'root' }),
      server('imap.acme.test', { user: '%EMAILADDRESS%\r\nx' }),
    ];

    const { incoming } = await discover({ documents: { [AUTOCONFIG]: documentOf(unusable) } });

    assert.deepEqual(incoming, []);
  });

  it('says that there is POP3 only', async () => {
    const documents = { [AUTOCONFIG]: { ...documentOf([]), isPopOnly: true } };
    const services = { '_pop3s._tcp.acme.test': [{ host: 'pop.acme.test', port: 995 }] };

    const text = await reportsOf({ documents, services });

    assert.match(text, /autoconfig: .* says that acme\.test has POP3 and no IMAP\./);
    assert.match(text, /srv: The SRV records of acme\.test name POP3 and no IMAP\./);
  });

  it('says why a document is not used', async () => {
    const documents = { [AUTOCONFIG]: { kind: 'unusable', reason: 'redirected' } } as const;

    assert.match(await reportsOf({ documents }), /it leads elsewhere, and redirects are not followed/);
  });

  it('says what a provider without IMAP has', async () => {
    const mailExchangers = { 'acme.test': ['mail.protonmail.ch'] };

    assert.match(await reportsOf({ mailExchangers }), /mx: Proton .* Bridge/);
  });

  it('says that no name server answers', async () => {
    assert.match(await reportsOf({ dns: silentDns() }), /srv: No name server .*\nmx: No name server/);
  });
});

describe('MailServerDiscovery, in time', () => {
  const never = () => new Promise<never>(() => undefined);

  it('goes on without a source that is silent', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const silent = { addresses: never, mailExchangers: never, services: never };
    const running = discover({ dns: silent, there: ['imap.acme.test:993'] });
    await new Promise((resolve) => setImmediate(resolve));

    t.mock.timers.tick(4_000);

    assert.equal((await running).source, 'usual-names');
  });

  it('ends with the signal', async () => {
    const silent = { addresses: never, mailExchangers: never, services: never };
    const controller = new AbortController();
    const running = discoveryOver({ dns: silent }).discover('jane@acme.test', controller.signal);

    controller.abort(new Error('given up'));

    await assert.rejects(running, /given up/);
  });
});
