import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { createHttpsConfigurations } from '../../../src/adapters/network/https-configurations.ts';
import { fakeInternet, type OpenServer, openWebServer } from '../../support/fake-internet.ts';
import { createTestAuthority, type TestAuthority } from '../../support/test-authority.ts';

const GOOD = `<clientConfig><emailProvider><incomingServer type="imap"><hostname>imap.acme.test</hostname><port>993</port>
<socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer></emailProvider></clientConfig>`;
const SIGNAL = new AbortController().signal;

type Answer = (response: ServerResponse) => void;
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/good': (response) => response.end(GOOD),
  '/missing': (response) => response.writeHead(404).end(),
  '/moved': (response) => response.writeHead(302, { location: 'https://acme.test/good' }).end(),
  '/broken': (response) => response.writeHead(500).end(),
  '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(GOOD),
  '/large': (response) => response.end(GOOD + ' '.repeat(70_000)),
  '/endless': (response) => {
    response.write(GOOD);
    const timer = setInterval(() => response.write(' '.repeat(1_000)), 1);
    response.on('close', () => clearInterval(timer));
  },
  '/heads': (response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end(GOOD),
  '/silent': () => undefined,
};

describe('createHttpsConfigurations', () => {
  let authority: TestAuthority;
  let server: OpenServer;
  let read: (
    address: string,
    signal?: AbortSignal,
  ) => ReturnType<ReturnType<typeof createHttpsConfigurations>['read']>;
  before(async () => {
    authority = await createTestAuthority();
    const certificate = await authority.issue({ names: ['DNS:acme.test', 'DNS:inside.test'], days: 2 });
    server = await openWebServer(certificate, ({ url = '' }, response) => ANSWERS[url]?.(response));
    const ports = { 443: server.port };
    const { webPolicy: hostPolicy } = fakeInternet({
      hosts: { 'acme.test': ports, 'other.test': ports, 'inside.test': ports, 'closed.test': {} },
      addresses: { 'inside.test': ['9.9.9.9', '10.0.0.1'] },
    });
    const configurations = createHttpsConfigurations({ hostPolicy, extraRoots: [authority.caPem] });
    read = (address, signal = SIGNAL) => configurations.read(address, signal);
  });
  after(async () => {
    server.close();
    await authority.remove();
  });

  it('reads the document, and names no one in the request', async () => {
    const configuration = await read('https://acme.test/good');

    assert.equal(configuration.kind, 'servers');
    assert.equal(server.received.at(-1), 'GET acme.test/good');
  });

  for (const { address, outcome } of [
    { address: 'https://acme.test/missing', outcome: { kind: 'absent' } },
    { address: 'https://nowhere.test/good', outcome: { kind: 'absent' } },
    { address: 'https://closed.test/good', outcome: { kind: 'absent' } },
    { address: 'https://acme.test/moved', outcome: { kind: 'unusable', reason: 'redirected' } },
    { address: 'https://acme.test/broken', outcome: { kind: 'unusable', reason: 'other-status' } },
    { address: 'https://acme.test/packed', outcome: { kind: 'unusable', reason: 'other-status' } },
    { address: 'https://acme.test/large', outcome: { kind: 'unusable', reason: 'too-large' } },
    { address: 'https://acme.test/endless', outcome: { kind: 'unusable', reason: 'too-large' } },
    { address: 'https://acme.test/heads', outcome: { kind: 'absent' } },
    { address: 'https://other.test/good', outcome: { kind: 'unusable', reason: 'certificate-invalid' } },
    { address: 'https://inside.test/good', outcome: { kind: 'unusable', reason: 'not-public' } },
    { address: 'https://localhost/good', outcome: { kind: 'unusable', reason: 'not-public' } },
    { address: 'https://127.0.0.1/good', outcome: { kind: 'unusable', reason: 'not-public' } },
  ]) {
    it(`answers ${address} with ${'reason' in outcome ? outcome.reason : outcome.kind}`, async () => {
      assert.deepEqual(await read(address), outcome);
    });
  }

  it('ends with the signal', async () => {
    await assert.rejects(read('https://acme.test/silent', AbortSignal.timeout(50)), { name: 'TimeoutError' });
  });
});
