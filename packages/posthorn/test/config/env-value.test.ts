import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { quoteEnvValue } from '../../src/config/env-value.ts';

describe('quoteEnvValue', () => {
  it('leaves URLs and words without quotes', () => {
    assert.equal(quoteEnvValue('https://mail.example.org:8443/a_b~c'), 'https://mail.example.org:8443/a_b~c');
  });

  it('prefers the quotes in which nothing is expanded', () => {
    assert.equal(quoteEnvValue('$(touch /tmp/x) #1'), "'$(touch /tmp/x) #1'");
  });

  it('takes other quotes where the value has some', () => {
    assert.equal(quoteEnvValue("it's"), '"it\'s"');
    assert.equal(quoteEnvValue(`it's "x"`), '`it\'s "x"`');
    assert.equal(quoteEnvValue("it's \\n"), "`it's \\n`");
  });

  it('quotes an empty value', () => {
    assert.equal(quoteEnvValue(''), "''");
  });

  for (const value of ['a\nb', 'a\rb', '\u0000', '\u007f', '\u0085', '\u2028', '\ud800', `'"\``]) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      assert.equal(quoteEnvValue(value), undefined);
    });
  }

  it('writes nothing that Node reads otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const quoted = quoteEnvValue(value);
        return quoted === undefined || parseEnv(`A=${quoted}\nB=1`).A === value;
      }),
    );
  });
});
