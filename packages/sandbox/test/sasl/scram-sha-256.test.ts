/** SCRAM-SHA-256 with the example of RFC 7677 §3, and with clients that get it wrong. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Account, Accounts } from '../../src/accounts/accounts.ts';
import { Authenticator } from '../../src/accounts/authenticator.ts';
import { LoginFailure } from '../../src/accounts/login-refusal.ts';
import { SaslAuthorizationError, SaslSyntaxError } from '../../src/sasl/mechanism.ts';
import { scramSha256 } from '../../src/sasl/scram-sha-256.ts';

const SERVER_NONCE = '%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const SALT = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
const CLIENT_FIRST = 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO';
const SERVER_FIRST = `r=rOprNGfwEbeRWgbNEkqO${SERVER_NONCE},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`;
const CLIENT_FINAL = `c=biws,r=rOprNGfwEbeRWgbNEkqO${SERVER_NONCE},p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=`;

function startExchange(first: string, iterations = 4096) {
  // The mailboxes play no part in a login.
  const user = { name: 'user', password: 'pencil', tokens: new Map(), state: 'open' } as unknown as Account;
  const context = {
    authenticator: new Authenticator(new Accounts([user])),
    identify: async () => undefined,
    scramIterations: iterations,
    // The nonce of the example is no base64: these octets only look so once they are written.
    randomOctets: (octets: number) => (octets === SALT.length ? SALT : nonceOctets()),
  };
  return scramSha256.exchange(context, first);
}

function nonceOctets(): Buffer {
  const octets = Buffer.alloc(0);
  octets.toString = () => SERVER_NONCE;
  return octets;
}

describe('SCRAM-SHA-256', () => {
  it('holds the conversation of RFC 7677', async () => {
    const exchange = startExchange(CLIENT_FIRST);

    assert.deepEqual(await exchange.next(), { done: false, value: SERVER_FIRST });
    assert.deepEqual(await exchange.next(CLIENT_FINAL), {
      done: false,
      value: 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=',
    });
    const { done, value } = await exchange.next('');
    assert.equal(done && value.name, 'user');
  });

  for (const [title, final] of [
    ['a wrong proof', CLIENT_FINAL.replace('dHzb', 'dHzc')],
    ['a short proof', CLIENT_FINAL.replace(/p=.*/, 'p=AAAA')],
  ] as const) {
    it(`fails for ${title}`, async () => {
      const exchange = startExchange(CLIENT_FIRST);
      await exchange.next();
      await assert.rejects(exchange.next(final), LoginFailure);
    });
  }

  it('fails for an unknown user only behind the proof', async () => {
    const exchange = startExchange(CLIENT_FIRST.replace('n=user', 'n=nobody'));
    assert.deepEqual(await exchange.next(), { done: false, value: SERVER_FIRST });
    await assert.rejects(exchange.next(CLIENT_FINAL), LoginFailure);
  });

  it('does not compute more iterations than it would do itself', async () => {
    const exchange = startExchange(CLIENT_FIRST, 2 ** 31);
    const { value } = await exchange.next();
    assert.match(String(value), /,i=2147483648$/);
    await assert.rejects(exchange.next(CLIENT_FINAL), LoginFailure);
  });

  for (const [title, final] of [
    ['another nonce', CLIENT_FINAL.replace('rOpr', 'xOpr')],
    ['another GS2 header', CLIENT_FINAL.replace('c=biws', 'c=eSws')],
    ['no proof', 'c=biws,r=x'],
  ] as const) {
    it(`refuses a final message with ${title}`, async () => {
      const exchange = startExchange(CLIENT_FIRST);
      await exchange.next();
      await assert.rejects(exchange.next(final), SaslSyntaxError);
    });
  }

  for (const first of [
    'p=tls-unique,,n=user,r=x',
    'n,,m=ext,n=user,r=x',
    'n,,n=a=b,r=x',
    'n,,n=user',
    'n=user,r=x',
  ]) {
    it(`refuses the first message ${first}`, async () => {
      await assert.rejects(startExchange(first).next(), SaslSyntaxError);
    });
  }

  it('does not act for another user', async () => {
    await assert.rejects(startExchange('n,a=bob,n=user,r=x').next(), SaslAuthorizationError);
  });
});
