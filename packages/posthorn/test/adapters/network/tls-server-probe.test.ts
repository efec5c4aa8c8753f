import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createServerProbe } from '../../../src/adapters/network/tls-server-probe.ts';
import type { PublishedServer } from '../../../src/domain/accounts/mail-servers.ts';
import {
  fakeInternet,
  type OpenServer,
  openPlainServer,
  openTlsServer,
} from '../../support/fake-internet.ts';
import {
  createTestAuthority,
  type IssuedCertificate,
  type TestAuthority,
} from '../../support/test-authority.ts';

const SIGNAL = new AbortController().signal;
const NAME = 'imap.acme.test';

describe('createServerProbe', () => {
  let authority: TestAuthority;
  let certificate: IssuedCertificate;
  const open: OpenServer[] = [];
  before(async () => {
    authority = await createTestAuthority();
    certificate = await authority.issue({ names: [`DNS:${NAME}`], days: 2 });
  });
  after(async () => {
    for (const server of open) server.close();
    await authority.remove();
  });

  /** What the probe says of the server, and what the server has received. */
  async function probe(server: OpenServer, parts: Partial<PublishedServer> = {}) {
    open.push(server);
    const asked = { protocol: 'imap', host: NAME, port: 993, security: 'tls', ...parts } as const;
    const { mailPolicy } = fakeInternet({ hosts: { [asked.host]: { [asked.port]: server.port } } });
    const { isThere } = createServerProbe({ hostPolicy: mailPolicy, extraRoots: [authority.caPem] });
    return { isThere: await isThere(asked, SIGNAL), received: server.received.join('') };
  }

  it('finds an IMAP server, and sends it nothing', async () => {
    const found = await probe(await openTlsServer(certificate, { greeting: '* OK ready' }));

    assert.deepEqual(found, { isThere: true, received: '' });
  });

  it('finds a submission server with STARTTLS up to its certificate', async () => {
    const greeting = '220 smtp';
    const answer = (line: string) => (line.startsWith('EHLO') ? '250-smtp\r\n250 STARTTLS' : '502 no');

    const found = await probe(await openPlainServer({ greeting, answer }), {
      ...{ protocol: 'smtp', port: 587, security: 'starttls' },
    });

    assert.deepEqual(found, { isThere: false, received: 'EHLO [127.0.0.1]\r\nSTARTTLS\r\n' });
  });

  for (const { what, greeting } of [
    { what: 'another protocol', greeting: '220 smtp' },
    { what: 'no welcome', greeting: '* BYE too many' },
    { what: 'a server that has signed in by itself', greeting: '* PREAUTH root' },
  ]) {
    it(`does not take ${what}`, async () => {
      assert.equal((await probe(await openTlsServer(certificate, { greeting }))).isThere, false);
    });
  }

  it('does not take a certificate for another name', async () => {
    const other = await authority.issue({ names: ['DNS:other.test'], days: 2 });

    assert.equal((await probe(await openTlsServer(other, { greeting: '* OK ready' }))).isThere, false);
  });

  it('does not take an expired certificate', async () => {
    const old = await authority.issue({ names: [`DNS:${NAME}`], days: -1 });

    assert.equal((await probe(await openTlsServer(old, { greeting: '* OK ready' }))).isThere, false);
  });

  it('does not take a name of the own network', async () => {
    const server = await openTlsServer(certificate, { greeting: '* OK ready' });

    assert.equal((await probe(server, { host: 'imap.local' })).isThere, false);
  });
});
