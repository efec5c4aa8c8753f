import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readHeaderList } from '../../../src/message/headers/header-list.ts';

const read = (text: string, maxOctets = 1_000) => readHeaderList(Buffer.from(text, 'latin1'), { maxOctets });

describe('readHeaderList', () => {
  it('gives all fields in their order, each as often as it occurs, decoded and on one line', () => {
    const header = [
      'Received: from a\r\n\tby b',
      'received: from c',
      'List-Id: =?utf-8?q?Gr=C3=BC=C3=9Fe?= <list.example.org>',
      'X-Empty:',
      'X-Latin : \xfc',
      'Subject: a: b',
    ];

    assert.deepEqual(read(`${header.join('\r\n')}\r\n\r\nBody: no\r\n`), {
      fields: [
        { name: 'Received', value: 'from a by b' },
        { name: 'received', value: 'from c' },
        { name: 'List-Id', value: 'Grüße <list.example.org>' },
        { name: 'X-Empty', value: '' },
        { name: 'X-Latin', value: 'ü' },
        { name: 'Subject', value: 'a: b' },
      ],
      isTruncated: false,
    });
  });

  it('reads octets that are not UTF-8 in the charset of the Content-Type', () => {
    const { fields } = read('Subject: \xcf\xf0\r\nContent-Type: text/plain; charset=windows-1251\r\n\r\n');

    assert.equal(fields[0]?.value, 'Пр');
  });

  it('leaves out what mail programs keep for themselves, and lines that are no fields', () => {
    const header = ['X-Posthorn-Draft: a', ' b', 'X-CN-Draft-Info: c', 'From ann', ' d', 'A: b'];

    assert.deepEqual(read(`${header.join('\r\n')}\r\n`).fields, [{ name: 'A', value: 'b' }]);
  });

  it('leaves out the field that is cut, and says so', () => {
    const header = 'A: b\r\nC: d\r\n e';

    assert.deepEqual(read(header, header.length), { fields: [{ name: 'A', value: 'b' }], isTruncated: true });
    assert.equal(read(header, header.length + 1).fields.length, 2);
    assert.equal(read(`A: b\r\n\r\n${'x'.repeat(2_000)}`).isTruncated, false);
  });

  it('gives 500 fields and no more', () => {
    const { fields, isTruncated } = read('a:b\r\n'.repeat(501), 10_000);

    assert.deepEqual([fields.length, isTruncated], [500, true]);
  });

  it('decodes 500 encoded words and no more', () => {
    const { fields, isTruncated } = read(`A: b\r\n${'C: =?utf-8?q?=C3=BC?=\r\n'.repeat(501)}`, 100_000);

    assert.deepEqual([fields.length, fields.at(-1)?.value, isTruncated], [500, 'ü', true]);
  });

  it('has no line break or control character in a value', () => {
    assert.deepEqual(read('A: x\x00y\r\n\r\n').fields, [{ name: 'A', value: 'xy' }]);
    assert.deepEqual(read('A: =?utf-8?q?x=0D=0AB:_y?=\r\n').fields, [{ name: 'A', value: 'x B: y' }]);
  });

  it('takes linear time', () => {
    const start = performance.now();
    for (const text of ['=?a?q?', '\r\n \r\n', 'a:\r\n', ' ', ':'])
      read(text.repeat(32_768 / text.length), 32_768);

    assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
  });
});
