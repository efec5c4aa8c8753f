import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { BoundExceeded, ProtocolViolation } from '../../src/errors.ts';
import { ScramSha256Exchange } from '../../src/sasl/scram-sha-256.ts';

const NONCE = 'rOprNGfwEbeRWgbNEkqO';
const SERVER_NONCE = `${NONCE}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0`;
const SERVER_FIRST = `r=${SERVER_NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`;
const SERVER_FINAL = 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

function begin(): ScramSha256Exchange {
  return new ScramSha256Exchange({ user: 'user', password: 'pencil' }, NONCE);
}

function answer(exchange: ScramSha256Exchange, challenge: string): Promise<string> {
  return exchange.answer(Buffer.from(challenge)).then(String);
}

describe('ScramSha256Exchange', () => {
  it('gives the messages of RFC 7677 §3', async () => {
    const exchange = begin();

    assert.equal(exchange.begin().toString(), `n,,n=user,r=${NONCE}`);
    assert.equal(
      await answer(exchange, SERVER_FIRST),
      `c=biws,r=${SERVER_NONCE},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`,
    );
    assert.equal(await answer(exchange, SERVER_FINAL), '');
    assert.doesNotThrow(() => exchange.finish());
  });

  it('uses another nonce each time', () => {
    const [one, two] = [0, 1].map(() =>
      new ScramSha256Exchange({ user: 'u', password: 'p' }).begin().toString(),
    );

    assert.notEqual(one, two);
    assert.match(one ?? '', /^n,,n=u,r=[A-Za-z0-9+/]{32}$/);
  });

  it('escapes and prepares the user name', () => {
    const exchange = new ScramSha256Exchange({ user: 'a,b=c\u00ad\u2168', password: 'p' }, 'N');

    assert.equal(exchange.begin().toString(), 'n,,n=a=2Cb=3DcIX,r=N');
  });

  it('takes a base64 nonce of a server that extends it', async () => {
    await assert.doesNotReject(answer(begin(), `r=${NONCE}x,s=AAAA,i=4096,extension=1`));
  });

  const wrongFirst = [
    ['a nonce that is not the extended nonce of the client', 'r=other,s=AAAA,i=4096', ProtocolViolation],
    ['a nonce without a part of the server', `r=${NONCE},s=AAAA,i=4096`, ProtocolViolation],
    ['a mandatory extension', `m=x,${SERVER_FIRST}`, ProtocolViolation],
    ['no salt', `r=${SERVER_NONCE},s=,i=4096`, ProtocolViolation],
    ['an error', 'e=unknown-user', ProtocolViolation],
    ['fewer iterations than 4096', `r=${SERVER_NONCE},s=AAAA,i=4095`, ProtocolViolation],
    ['more iterations than a million', `r=${SERVER_NONCE},s=AAAA,i=1000001`, BoundExceeded],
    ['iterations that are no number', `r=${SERVER_NONCE},s=AAAA,i=1e9`, ProtocolViolation],
    ['an endless salt', `r=${SERVER_NONCE},s=${'AAAA'.repeat(300)},i=4096`, BoundExceeded],
  ] as const;

  for (const [name, message, error] of wrongFirst) {
    it(`refuses ${name}`, async () => {
      await assert.rejects(answer(begin(), message), error);
    });
  }

  for (const message of ['v=AAAA', 'v=', '', `v=${'A'.repeat(43)}=`, 'x=1']) {
    it(`refuses "${message}" as the signature of the server`, async () => {
      const exchange = begin();
      await answer(exchange, SERVER_FIRST);

      await assert.rejects(answer(exchange, message), ProtocolViolation);
      assert.throws(() => exchange.finish(), ProtocolViolation);
    });
  }

  it('is not complete before the server has proved itself', async () => {
    const exchange = begin();
    assert.throws(() => exchange.finish(), ProtocolViolation);
    await answer(exchange, SERVER_FIRST);
    assert.throws(() => exchange.finish(), ProtocolViolation);
  });

  it('answers an error of the server by an empty message, and is not complete', async () => {
    const exchange = begin();
    await answer(exchange, SERVER_FIRST);

    assert.equal(await answer(exchange, 'e=invalid-proof'), '');
    assert.throws(() => exchange.finish(), ProtocolViolation);
  });

  it('shows no password when it is printed', () => {
    assert.doesNotMatch(inspect(begin(), { depth: null, showHidden: true }), /pencil/);
  });
});
