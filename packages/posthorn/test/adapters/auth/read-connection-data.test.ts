/** The strict schema of connection data. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readConnectionData } from '../../../src/adapters/auth/read-connection-data.ts';

const MINIMAL = { inbox_address: 'imap.example.org', inbox_port: 993 };
const INBOX = { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true };
const OUTBOX = { outbox_address: 'smtp.example.org', outbox_port: 465, outbox_secure: 'ssl' };

/** The words for a key that is not known. */
const unknownKey = (named: string): string =>
  `has ${named} is not known. The keys are user, inbox_auth, inbox_type, inbox_address, inbox_port, inbox_ssl, from, replyTo, outbox_address, outbox_port, outbox_secure, outbox_user, outbox_password`;

const REFUSED: Readonly<Record<string, readonly [data: unknown, what: string]>> = {
  'a missing header': [undefined, 'is missing'],
  null: [null, 'must be a JSON object'],
  'a list': [[MINIMAL], 'must be a JSON object'],
  text: ['imap.example.org', 'must be a JSON object'],
  'a missing address': [{ inbox_port: 993 }, 'needs inbox_address'],
  'an empty address': [{ ...MINIMAL, inbox_address: '' }, 'needs inbox_address'],
  'an address of another type': [{ ...MINIMAL, inbox_address: 1 }, 'needs inbox_address to be text'],
  'a line break in the address': [{ ...MINIMAL, inbox_address: 'a\r\nb' }, 'needs inbox_address to be text'],
  'an unpaired surrogate': [{ ...MINIMAL, inbox_address: '\ud800' }, 'needs inbox_address to be text'],
  'a missing port': [{ inbox_address: 'imap.example.org' }, 'needs inbox_port'],
  'a port as text': [{ ...MINIMAL, inbox_port: '993' }, 'needs inbox_port to be an integer from 1 to 65535'],
  'port 0': [{ ...MINIMAL, inbox_port: 0 }, 'needs inbox_port to be an integer from 1 to 65535'],
  'port 65536': [{ ...MINIMAL, inbox_port: 65_536 }, 'needs inbox_port to be an integer from 1 to 65535'],
  'a broken port': [{ ...MINIMAL, inbox_port: 993.5 }, 'needs inbox_port to be an integer from 1 to 65535'],
  'TLS as text': [{ ...MINIMAL, inbox_ssl: 'false' }, 'needs inbox_ssl to be true or false'],
  'a sender as text': [{ ...MINIMAL, from: 'jane' }, 'needs from to be an object with name and address'],
  'a sender address of another type': [
    { ...MINIMAL, replyTo: { address: 1 } },
    'needs replyTo.address to be text',
  ],
  'a line break in a sender name': [{ ...MINIMAL, from: { name: 'a\nb' } }, 'needs from.name to be text'],
  'an outbox without port': [{ ...MINIMAL, outbox_address: 'smtp.example.org' }, 'needs outbox_port'],
  'an unknown encryption': [
    { ...MINIMAL, ...OUTBOX, outbox_secure: 'none' },
    'needs outbox_secure to be ssl, tls or starttls',
  ],
  'another protocol': [{ ...MINIMAL, inbox_type: 'POP3' }, 'needs inbox_type to be IMAP'],
  'TLS options': [{ ...MINIMAL, tls: { rejectUnauthorized: false } }, unknownKey('the key tls, which')],
  'a proxy': [{ ...MINIMAL, proxy: 'socks://127.0.0.1' }, unknownKey('the key proxy, which')],
  'an account id': [{ ...MINIMAL, id: 'x' }, unknownKey('the key id, which')],
  'root folders': [{ ...MINIMAL, root: [] }, unknownKey('the key root, which')],
  'an own inbox user': [{ ...MINIMAL, inbox_user: 'x' }, unknownKey('the key inbox_user, which')],
  'a value in place of a key': [{ ...MINIMAL, 'hunter 2!': 'x' }, unknownKey('a key that')],
  'a prototype as own key': [
    JSON.parse('{"__proto__":{"inbox_port":993}}'),
    unknownKey('the key __proto__, which'),
  ],
};

describe('readConnectionData', () => {
  it('reads what the line for curl in docs/api-v0.md sends', () => {
    const page = readFileSync(new URL('../../../../../docs/api-v0.md', import.meta.url), 'utf8');
    const [, data = ''] = /printf '(\{.*\})' \| base64/.exec(page) ?? [];

    assert.deepEqual(readConnectionData(JSON.parse(data)).inbox, INBOX);
  });

  it('needs only the address and port of the inbox, and then expects TLS', () => {
    assert.deepEqual(readConnectionData(MINIMAL), { inbox: INBOX, from: {}, replyTo: {} });
    // The attribute of MailAccount, which clients send back.
    assert.deepEqual(readConnectionData({ ...MINIMAL, inbox_type: 'IMAP' }).inbox, INBOX);
  });

  it('reads everything that a client sends along with a message', () => {
    const data = {
      ...MINIMAL,
      inbox_ssl: false,
      from: { name: 'Jane', address: 'jane@example.org' },
      replyTo: { name: '', address: 'office@example.org' },
      ...OUTBOX,
      outbox_user: 'jane',
      outbox_password: 'secret',
    };

    assert.deepEqual(readConnectionData(data), {
      inbox: { ...INBOX, isTls: false },
      outbox: { host: 'smtp.example.org', port: 465, security: 'ssl', user: 'jane', password: 'secret' },
      from: { name: 'Jane', address: 'jane@example.org' },
      replyTo: { address: 'office@example.org' },
    });
  });

  it('takes null and empty text for missing', () => {
    const data = {
      ...MINIMAL,
      inbox_ssl: null,
      from: null,
      replyTo: null,
      outbox_address: '',
      outbox_port: null,
    };

    assert.deepEqual(readConnectionData(data), { inbox: INBOX, from: {}, replyTo: {} });
  });

  it('leaves unknown members of a sender behind', () => {
    const data = { ...MINIMAL, from: { id: 'EmailAddress-1', name: 'Jane', address: 'jane@example.org' } };

    assert.deepEqual(readConnectionData(data).from, { name: 'Jane', address: 'jane@example.org' });
  });

  for (const [outbox_secure, security] of Object.entries({
    ssl: 'ssl',
    tls: 'tls',
    starttls: 'starttls',
    '': 'none',
  })) {
    it(`reads the encryption "${outbox_secure}" as ${security}`, () => {
      assert.equal(readConnectionData({ ...MINIMAL, ...OUTBOX, outbox_secure }).outbox?.security, security);
    });
  }

  for (const [what, [data, expected]] of Object.entries(REFUSED)) {
    it(`refuses ${what}`, () => {
      // For the log: without the name of a key, which the client has chosen.
      const reason = 'The header X-CNMAIL-DATA has a key that is not known.';

      assert.throws(() => readConnectionData(data), {
        code: 'invalid-parameter',
        details: {
          detail: `The header X-CNMAIL-DATA ${expected}.`,
          ...(expected.includes('is not known') && { reason }),
          parameter: 'X-CNMAIL-DATA',
        },
      });
    });
  }
});
