/** Remarks on mail server entries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkMailServer } from '../../src/migration/check-mail-server.ts';
import type { PhpValue } from '../../src/migration/php-value.ts';

function check(options: Readonly<Record<string, PhpValue>>): readonly string[] {
  return checkMailServer(new Map(Object.entries(options)));
}

describe('checkMailServer', () => {
  it('has nothing to say about a good entry', () => {
    const match = new Map<string | number, PhpValue>([[0, '/@example\\.org$/i']]);

    assert.deepEqual(
      check({ inbox_port: 993, inbox_ssl: true, outbox_port: 587, outbox_secure: 'tls', match }),
      [],
    );
  });

  it('tells ports that belong to another encryption', () => {
    assert.deepEqual(
      [
        ...check({ inbox_port: 143, inbox_ssl: true }),
        ...check({ inbox_port: 993, inbox_ssl: false }),
        ...check({ outbox_port: 587, outbox_secure: 'ssl' }),
        ...check({ outbox_port: 465, outbox_secure: 'starttls' }),
      ],
      [
        'inbox_port 143 is mostly without TLS from the start, but inbox_ssl is true',
        'inbox_port 993 is mostly with TLS from the start, but inbox_ssl is false',
        'outbox_port 587 is mostly for tls or starttls, but outbox_secure is ssl',
        'outbox_port 465 is mostly for ssl, but outbox_secure is starttls',
      ],
    );
  });

  it('tells servers that take no password any more', () => {
    assert.match(
      check({ inbox_address: 'Outlook.office365.com', inbox_ssl: true }).join(),
      /^nobody can sign in to Outlook\.office365\.com: Microsoft takes OAuth 2\.0 only/,
    );
  });

  it('tells passwords that may go in clear text, but for this machine', () => {
    const remote = { inbox_address: 'imap.a.test', outbox_address: 'smtp.a.test' };
    const plain = { inbox_ssl: false, outbox_secure: 'none' };

    assert.deepEqual(
      [
        check({ ...remote, ...plain }),
        check({ ...plain, inbox_address: 'localhost', outbox_address: '127.0.0.1' }),
      ],
      [
        [
          'inbox_ssl is false, so passwords go in clear text where the server offers no STARTTLS',
          'outbox_secure is none, so passwords go in clear text where the server offers no STARTTLS',
        ],
        [],
      ],
    );
  });

  it('tells dots that match any character, in one expression or in several', () => {
    const text = (source: string) =>
      `match ${source} has a dot without a backslash, which any character matches (gmail.com: gmailXcom)`;
    const match = new Map<string | number, PhpValue>([
      [0, '/@a.b$/'],
      [1, '/@a\\.b$/'],
    ]);

    assert.deepEqual(
      [...check({ match: '#gmail.com#' }), ...check({ match })],
      [text('#gmail.com#'), text('/@a.b$/')],
    );
  });

  it('leaves what is no expression to the loader', () => {
    assert.deepEqual(check({ match: 'gmail.com' }), []);
  });
});
