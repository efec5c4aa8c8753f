import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfiguration } from '../../../src/adapters/network/autoconfig-document.ts';

const IMAP = `<incomingServer type="imap"><hostname>imap.acme.test</hostname><port>993</port><socketType>SSL</socketType>
  <username>%EMAILADDRESS%</username><authentication>password-cleartext</authentication></incomingServer>`;
const POP = IMAP.replace('"imap"', '"pop3"');
const SMTP = `<outgoingServer type="smtp"><hostname>smtp.acme.test</hostname><port>587</port><socketType>STARTTLS</socketType>
  <username>%EMAILLOCALPART%</username><authentication>OAuth2</authentication><authentication>password-cleartext</authentication></outgoingServer>`;

const documentWith = (servers: string, start = '<?xml version="1.0"?>') =>
  `${start}<clientConfig version="1.1"><emailProvider id="acme.test">${servers}</emailProvider></clientConfig>`;

describe('readConfiguration', () => {
  it('reads the servers in their order', () => {
    assert.deepEqual(readConfiguration(documentWith(POP + IMAP + SMTP)), {
      kind: 'servers',
      incoming: [
        {
          ...{ protocol: 'imap', host: 'imap.acme.test', port: 993, security: 'tls' },
          ...{ user: '%EMAILADDRESS%', mechanisms: ['password'] },
        },
      ],
      outgoing: [
        {
          ...{ protocol: 'smtp', host: 'smtp.acme.test', port: 587, security: 'starttls' },
          ...{ user: '%EMAILLOCALPART%', mechanisms: ['oauth', 'password'] },
        },
      ],
      isPopOnly: false,
    });
  });

  for (const { what, servers } of [
    { what: 'POP3', servers: POP },
    { what: 'no TLS', servers: IMAP.replace('SSL', 'plain') },
    { what: 'other mechanisms only', servers: IMAP.replace('password-cleartext', 'NTLM') },
    { what: 'a port that is no number', servers: IMAP.replace('993', 'imaps') },
    { what: 'no host', servers: IMAP.replace('imap.acme.test', '') },
    { what: 'a value without end', servers: IMAP.replace('imap.acme.test', 'a'.repeat(1_000)) },
    { what: 'a place outside of a provider', servers: `</emailProvider>${IMAP}<emailProvider>` },
    { what: 'a socket type of the prototype', servers: IMAP.replace('SSL', 'constructor') },
  ]) {
    it(`finds no server in one with ${what}`, () => {
      const configuration = readConfiguration(documentWith(servers));

      assert.deepEqual(configuration.kind === 'servers' && configuration.incoming, []);
    });
  }

  it('says that there is POP3 only', () => {
    const configuration = readConfiguration(documentWith(POP + SMTP));

    assert.equal(configuration.kind === 'servers' && configuration.isPopOnly, true);
  });
});

describe('readConfiguration of what is hostile', () => {
  for (const { what, text, reason } of [
    { what: 'no document', text: '', reason: 'malformed' },
    { what: 'HTML', text: '<html><body>Not found</body></html>', reason: 'malformed' },
    {
      what: 'a document type',
      text: documentWith(IMAP, '<!DOCTYPE clientConfig SYSTEM "http://evil.test/x">'),
      reason: 'document-type',
    },
    {
      what: 'entities that grow',
      text: documentWith('&b;', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'),
      reason: 'document-type',
    },
    { what: 'elements without end', text: documentWith('<a/>'.repeat(15_000)), reason: 'malformed' },
    { what: 'depth without end', text: documentWith('<a>'.repeat(15_000)), reason: 'malformed' },
  ]) {
    it(`refuses ${what}`, () => {
      assert.deepEqual(readConfiguration(text), { kind: 'unusable', reason });
    });
  }

  it('decodes the entities of XML alone, and once', () => {
    const text = documentWith(IMAP.replace('imap.acme.test', '&amp;lt;&unknown;&#x69;'));

    const configuration = readConfiguration(text);

    assert.equal(configuration.kind === 'servers' && configuration.incoming[0]?.host, '&lt;&unknown;i');
  });

  it('takes linear time', () => {
    const start = performance.now();

    for (const piece of ['<', '<!--', '<![CDATA[', '&', '</a>', '<a b="', '%EMAILADDRESS%']) {
      readConfiguration(documentWith(piece.repeat(Math.floor(65_000 / piece.length))));
    }

    assert.ok(performance.now() - start < 1_000);
  });
});
