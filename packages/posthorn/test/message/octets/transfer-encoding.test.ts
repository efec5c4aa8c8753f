import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createBase64Decoder } from '../../../src/message/octets/base64-decoder.ts';
import {
  createTransferDecoder,
  decodeTransferEncoding,
} from '../../../src/message/octets/transfer-encoding.ts';
import { cpuMs } from '../../support/cpu-time.ts';

function decode(encoded: string, encoding: string): string {
  return Buffer.from(decodeTransferEncoding(Buffer.from(encoded, 'latin1'), encoding)).toString('latin1');
}

function decodeChunks(chunks: readonly Uint8Array[], encoding: string): Buffer {
  const decoder = createTransferDecoder(encoding);
  const pieces = chunks.map((chunk) => decoder?.write(chunk) ?? chunk);
  return Buffer.concat([...pieces, ...(decoder ? [decoder.end()] : [])]);
}

/** [what it does, encoded, decoded] */
const BASE64: readonly (readonly [string, string, string])[] = [
  ['decodes whole groups', 'TWFueSBo', 'Many h'],
  ['decodes padding', 'TWE=\r\n', 'Ma'],
  ['decodes double padding', 'TQ==', 'M'],
  ['skips line ends and white space', 'TW\r\nFu eS\tBo\r\n', 'Many h'],
  ['skips octets outside the alphabet', 'TW-F_u!\xffeSBo', 'Many h'],
  ['does without padding', 'TWE', 'Ma'],
  ['drops a lonely digit', 'TWFuT', 'Man'],
  ['ends at padding', 'TQ==\r\nTWFu\r\n_____\r\nThe list', 'M'],
  ['skips padding between groups', 'TWFu====TWFu', 'ManMan'],
  ['decodes nothing to nothing', '', ''],
];

/** [what it does, encoded, decoded] */
const QUOTED_PRINTABLE: readonly (readonly [string, string, string])[] = [
  ['decodes escapes', 'a=3Db=C3=A4', 'a=b\xc3\xa4'],
  ['decodes escapes in lower case', '=c3=a4', '\xc3\xa4'],
  ['joins lines at soft breaks', 'one =\r\ntwo=\nthree', 'one twothree'],
  ['accepts white space behind a soft break', 'one= \t\r\ntwo', 'onetwo'],
  ['keeps line ends as they are', 'one\r\ntwo\nthree\r\n', 'one\r\ntwo\nthree\r\n'],
  ['removes white space at the end of lines', 'one  \r\ntwo\t\r\n three ', 'one\r\ntwo\r\n three'],
  ['keeps encoded white space at the end of lines', 'one=20\r\n', 'one \r\n'],
  ['keeps an equals sign without two digits', 'a=b =zz =4', 'a=b =zz =4'],
  ['drops an equals sign at the end', 'a=', 'a'],
  ['keeps raw octets', 'caf\xe9\x00', 'caf\xe9\x00'],
  ['keeps a bare CR', 'a\rb', 'a\rb'],
];

const LONG_LINE = 65_536;

describe('decodeTransferEncoding', () => {
  describe('base64', () => {
    for (const [behaviour, encoded, decoded] of BASE64) {
      it(behaviour, () => {
        assert.equal(decode(encoded, 'base64'), decoded);
      });
    }

    it('gives the same for whole lines as for their digits one by one', () => {
      const digit = fc.constantFrom(...'ABZaz09+/', '=', '-', '_', '\r\n', '\n', ' ', '\xff');
      fc.assert(
        fc.property(fc.array(digit, { maxLength: 60 }), (digits) => {
          const decoder = createBase64Decoder();
          const single = digits
            .join('')
            .split('')
            .map((octet) => decoder.write(Buffer.from(octet, 'latin1')));
          const expected = Buffer.concat([...single, decoder.end()]).toString('latin1');
          assert.equal(decode(digits.join(''), 'base64'), expected);
        }),
      );
    });

    it('undoes what an encoder made of any octets', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 500 }), (octets) => {
          const lines = Buffer.from(octets).toString('base64').replace(/.{76}/g, '$&\r\n');
          assert.deepEqual(Buffer.from(decode(lines, 'base64'), 'latin1'), Buffer.from(octets));
        }),
      );
    });
  });

  describe('quoted-printable', () => {
    for (const [behaviour, encoded, decoded] of QUOTED_PRINTABLE) {
      it(behaviour, () => {
        assert.equal(decode(encoded, 'quoted-printable'), decoded);
      });
    }

    it('takes a megabyte of soft line breaks in a moment', () => {
      const startedAt = cpuMs();
      decode('=\r\n'.repeat(1_000_000), 'quoted-printable');

      // One by one, they took more than a second.
      assert.ok(cpuMs() - startedAt < 500);
    });

    it('keeps white space that is longer than any line', () => {
      const spaces = ' '.repeat(65_536);

      assert.equal(decode(`a${spaces}  \r\nb`, 'quoted-printable'), `a${spaces}\r\nb`);
    });

    it('splits no escape where a long line is decoded in pieces', () => {
      const encoded = '=C3=A4'.repeat(LONG_LINE);

      assert.equal(decode(encoded, 'quoted-printable'), '\xc3\xa4'.repeat(LONG_LINE));
    });

    it('joins lines where a soft break is at the end of a piece', () => {
      const text = 'a'.repeat(LONG_LINE - 1);

      assert.equal(decode(`${text}=\r\nb`, 'quoted-printable'), `${text}b`);
    });
  });

  describe('uuencode', () => {
    it('decodes the lines between begin and end', () => {
      assert.equal(decode('text\r\nbegin 644 a.txt\r\n#0V%T\r\n`\r\nend\r\nmore', 'x-uuencode'), 'Cat');
    });

    it('decodes lines that lost their spaces at the end', () => {
      assert.equal(decode('begin 644 a\n#80\nend\n', 'x-uuencode'), 'a\x00\x00');
    });

    it('skips broken lines', () => {
      assert.equal(decode('begin 644 a\n~~~~\n#0V%T\nend\n', 'uuencode'), 'Cat');
    });
  });

  it('gives the same octets for encodings that change none, and for unknown ones', () => {
    const octets = Buffer.from('a=3D');

    assert.equal(decodeTransferEncoding(octets, '7bit'), octets);
    assert.equal(decodeTransferEncoding(octets, '8bit'), octets);
    assert.equal(decodeTransferEncoding(octets, 'binary'), octets);
    assert.equal(decodeTransferEncoding(octets, 'x-nope'), octets);
    assert.equal(decodeTransferEncoding(octets, ''), octets);
    assert.equal(decodeTransferEncoding(octets, '__proto__'), octets);
  });

  it('reads the name of the encoding in any case and with junk around', () => {
    assert.equal(decode('TWFu', ' "BASE64" (x)'), 'Man');
  });
});

/** Octets that make up encoded text, so that escapes, padding and line ends meet. */
const encodedOctets = fc
  .array(
    fc.constantFrom('=', '\r', '\n', ' ', '\t', 'A', '3', 'd', 'begin 6\n', 'end\n', '#0V%T\n', '\xff'),
    {
      maxLength: 60,
    },
  )
  .map((pieces) => Buffer.from(pieces.join(''), 'latin1'));

describe('createTransferDecoder', () => {
  for (const encoding of ['base64', 'quoted-printable', 'x-uuencode', '8bit']) {
    it(`decodes ${encoding} as a whole or in any chunks with the same result`, () => {
      fc.assert(
        fc.property(encodedOctets, fc.array(fc.nat(60), { maxLength: 8 }), (octets, cuts) => {
          const bounds = [
            0,
            ...cuts.filter((cut) => cut < octets.length).sort((a, b) => a - b),
            octets.length,
          ];
          const chunks = bounds.slice(1).map((end, index) => octets.subarray(bounds[index], end));

          assert.deepEqual(
            decodeChunks(chunks, encoding),
            Buffer.from(decodeTransferEncoding(octets, encoding)),
          );
        }),
      );
    });
  }

  it('decodes a long line of quoted-printable in chunks as it does as a whole', () => {
    const octets = Buffer.from('=C3=A4 x'.repeat(20_000));
    const chunks = Array.from({ length: 200 }, (_, index) =>
      octets.subarray(index * 1000, index * 1000 + 1000),
    );

    assert.deepEqual(
      decodeChunks(chunks, 'quoted-printable'),
      Buffer.from(decodeTransferEncoding(octets, 'quoted-printable')),
    );
  });

  it('holds back less than a line', () => {
    const decoded = createTransferDecoder('quoted-printable')?.write(Buffer.alloc(1_000_000, 'a'));

    assert.ok(decoded && decoded.length > 900_000);
  });
});
