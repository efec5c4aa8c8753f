/** GS2 headers and the names in them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGs2Message, unescapeSaslName } from '../../src/sasl/gs2-header.ts';
import { SaslSyntaxError } from '../../src/sasl/mechanism.ts';

describe('readGs2Message', () => {
  it('splits header, name and rest', () => {
    assert.deepEqual(readGs2Message('y,a=a=2Cb=3Dc@x,n=1,r=2'), {
      header: 'y,a=a=2Cb=3Dc@x,',
      authorizationName: 'a,b=c@x',
      rest: 'n=1,r=2',
    });
  });

  it('takes a header without a name', () => {
    assert.deepEqual(readGs2Message('n,,'), { header: 'n,,', authorizationName: undefined, rest: '' });
  });

  for (const message of ['', 'n', 'n,', 'x,,', 'p=tls-exporter,,', 'n,b=c,', 'n,a=,']) {
    it(`refuses ${JSON.stringify(message)}`, () => {
      assert.throws(() => readGs2Message(message), SaslSyntaxError);
    });
  }
});

describe('unescapeSaslName', () => {
  for (const escaped of ['', 'a=b', 'a=2c', '=', 'a=3', 'a\0b']) {
    it(`refuses ${JSON.stringify(escaped)}`, () => {
      assert.throws(() => unescapeSaslName(escaped), SaslSyntaxError);
    });
  }
});
