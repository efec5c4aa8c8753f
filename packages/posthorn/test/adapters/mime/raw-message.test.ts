/** Header fields and bodies as they stand in a message. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { firstValue, splitMessage } from '../../../src/adapters/mime/raw-message.ts';

function split(text: string) {
  const { fields, body } = splitMessage(Buffer.from(text));
  return {
    fields: fields.map(({ name, octets }) => [name, Buffer.from(octets).toString()]),
    body: Buffer.from(body).toString(),
  };
}

describe('splitMessage', () => {
  it('gives the fields with their folds and line ends, and the body', () => {
    assert.deepEqual(split('Subject: a\r\n b\r\nX-Odd:\t1\r\n\r\nbody\r\n'), {
      fields: [
        ['subject', 'Subject: a\r\n b\r\n'],
        ['x-odd', 'X-Odd:\t1\r\n'],
      ],
      body: 'body\r\n',
    });
  });

  it('understands LF as line end', () => {
    assert.deepEqual(split('A: 1\nB: 2\n\nbody'), {
      fields: [
        ['a', 'A: 1\n'],
        ['b', 'B: 2\n'],
      ],
      body: 'body',
    });
  });

  it('ends the last field of a message that ends there', () => {
    assert.deepEqual(split('A: 1'), { fields: [['a', 'A: 1\r\n']], body: '' });
  });

  it('gives no field for a message without header', () => {
    assert.deepEqual(split('\r\nbody'), { fields: [], body: 'body' });
  });

  it('leaves a line that is no field with the field before it', () => {
    assert.deepEqual(split('Bcc: a@example.org,\r\nb@example.org\r\nTo: c@example.org\r\n\r\n'), {
      fields: [
        ['bcc', 'Bcc: a@example.org,\r\nb@example.org\r\n'],
        ['to', 'To: c@example.org\r\n'],
      ],
      body: '',
    });
  });

  it('leaves lines before the first field without a name', () => {
    assert.deepEqual(split('>From jane Tue Jan 2\r\nTo: c@example.org\r\n\r\n').fields, [
      ['', '>From jane Tue Jan 2\r\n'],
      ['to', 'To: c@example.org\r\n'],
    ]);
  });

  it('knows a name with white space before the colon', () => {
    assert.deepEqual(split('Bcc : a@example.org\r\n\r\n').fields, [['bcc', 'Bcc : a@example.org\r\n']]);
  });

  it('refuses a header of more than a megabyte', () => {
    const header = 'X-Field: 0123456789\r\n'.repeat(60_000);

    assert.throws(() => splitMessage(Buffer.from(header)), { code: 'invalid-document' });
  });

  it('loses no octet', () => {
    const pieces = fc.constantFrom('A', ':', ' ', '\r\n', '\n', '\r', 'Bcc: ', '\u00fc', '\0');
    fc.assert(
      fc.property(fc.string({ unit: pieces }), (text) => {
        const { fields, body } = splitMessage(Buffer.from(`${text}\n\nbody`));
        const header = Buffer.concat(fields.map(({ octets }) => octets)).toString();
        const rest = `${text}\n\nbody`.slice(header.length);
        assert.equal(`${text}\n\nbody`.startsWith(header), true);
        assert.equal(rest.replace(/^\r?\n/, ''), Buffer.from(body).toString());
      }),
    );
  });
});

describe('firstValue', () => {
  it('gives the first field of a name, decoded and unfolded', () => {
    const { fields } = splitMessage(Buffer.from('Subject: Gr\u00fc\r\n \u00dfe\r\nSubject: no\r\n\r\n'));

    assert.equal(firstValue(fields, 'subject'), 'Gr\u00fc \u00dfe');
  });

  it('gives undefined for a field that is not there', () => {
    assert.equal(firstValue([], 'subject'), undefined);
  });
});
