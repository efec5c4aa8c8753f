/** Decoding of the header in which clients describe their mail servers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeConnectionData } from '../../../src/adapters/auth/connection-data.ts';
import { MailError } from '../../../src/domain/errors/mail-error.ts';

function base64(text: string, encoding: BufferEncoding = 'utf8'): string {
  return Buffer.from(text, encoding).toString('base64');
}

const EXPECTED_ERROR = {
  name: 'MailError',
  code: 'invalid-parameter',
  details: {
    detail: 'The header X-CNMAIL-DATA must be a JSON object in base64.',
    parameter: 'X-CNMAIL-DATA',
  },
};

const REFUSED: Readonly<Record<string, string>> = {
  'an empty header': '',
  'what is not base64': 'not base64!',
  'base64 without its padding': base64('{"a":1}').replace(/=+$/, ''),
  'two headers joined by the HTTP parser': `${base64('{}')}, ${base64('{}')}`,
  'padding in the middle': 'e30=e30=',
  'line breaks': `${base64('{}')}\n`,
  'the URL-safe alphabet': '_-_-',
  'what is not JSON': base64('hello'),
  'cut JSON': base64('{"inbox_address":"imap.exa'),
  'a header of more than 8 KB': base64(JSON.stringify({ a: 'x'.repeat(6200) })),
  'JSON of great depth': base64('['.repeat(3000) + ']'.repeat(3000)),
  'JSON that is deeper than connection data': base64('{"a":{"b":{"c":{"d":{"e":1}}}}}'),
  'a prototype key': base64('{"__proto__":{"isAdmin":true}}'),
  'a prototype key further in': base64('{"from":{"constructor":{"prototype":{}}}}'),
};

describe('decodeConnectionData', () => {
  it('gives the JSON value', () => {
    assert.deepEqual(decodeConnectionData(base64('{"inbox_port":993,"from":{"name":"Jane"}}')), {
      inbox_port: 993,
      from: { name: 'Jane' },
    });
  });

  it('reads UTF-8', () => {
    assert.deepEqual(decodeConnectionData(base64('{"name":"J\u00fcrgen \u65e5"}')), {
      name: 'J\u00fcrgen \u65e5',
    });
  });

  it('reads Latin-1, which browsers send', () => {
    assert.deepEqual(decodeConnectionData(base64('{"name":"J\u00fcrgen"}', 'latin1')), {
      name: 'J\u00fcrgen',
    });
  });

  it('takes a header of just 8 KB', () => {
    const text = JSON.stringify({ a: 'x'.repeat(6144 - 8) });

    assert.equal(base64(text).length, 8192);
    assert.deepEqual(decodeConnectionData(base64(text)), JSON.parse(text));
  });

  it('leaves it to others whether the value is an object', () => {
    assert.deepEqual(decodeConnectionData(base64('[1]')), [1]);
  });

  for (const [what, header] of Object.entries(REFUSED)) {
    it(`refuses ${what}, always with the same words`, () => {
      assert.throws(() => decodeConnectionData(header), EXPECTED_ERROR);
    });
  }

  it('does not quote the header in any part of the error', () => {
    assert.throws(
      () => decodeConnectionData(base64('{"outbox_password":"tiger", oops')),
      (error: unknown) => {
        assert.ok(error instanceof MailError);
        assert.equal(error.cause, undefined);
        assert.doesNotMatch(`${error.stack}`, /tiger/);
        return true;
      },
    );
  });
});
