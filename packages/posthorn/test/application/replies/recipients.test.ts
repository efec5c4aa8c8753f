/** Who a reply goes to. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recipientsOfReply, recipientsOfReplyToAll } from '../../../src/application/replies/recipients.ts';
import type { MailAccount } from '../../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailAddress } from '../../../src/domain/values/mail-address.ts';
import { accountOf, JANE } from '../../http/test-server.ts';

function person(name: string, address = `${name.toLowerCase()}@example.com`): MailAddress {
  return { address, name };
}

const ME = person('Jane', JANE);
const ALIAS = person('Jane', 'office@example.org');
const [ANN, BOB, CAT, LIST] = [person('Ann'), person('Bob'), person('Cat'), person('List')];
const ACCOUNT: MailAccount = {
  ...accountOf(passwordLogin('login@example.org', 'secret')),
  from: ME,
  replyTo: ALIAS,
};
const LOGIN = person('', 'login@example.org');

describe('a reply', () => {
  it('goes to the author', () => {
    assert.deepEqual(recipientsOfReply({ from: [ANN], to: [ME, BOB], cc: [CAT] }, ACCOUNT), {
      to: [ANN],
      cc: [],
    });
  });

  it('goes where the author wants it', () => {
    assert.deepEqual(recipientsOfReply({ from: [ANN], replyTo: [LIST, BOB] }, ACCOUNT).to, [LIST, BOB]);
  });

  it('goes to the author when what he wants is no address', () => {
    assert.deepEqual(recipientsOfReply({ from: [ANN], replyTo: [person('x', 'nobody')] }, ACCOUNT).to, [ANN]);
  });

  for (const own of [ME, ALIAS, LOGIN, person('', 'JANE@Example.ORG')]) {
    it(`to a message of one's own from ${own.address} goes where that went`, () => {
      const original = { from: [own], to: [ANN, own], cc: [BOB], replyTo: [own] };

      assert.deepEqual(recipientsOfReply(original, ACCOUNT), { to: [ANN], cc: [] });
    });
  }

  it('to a note to oneself goes to oneself', () => {
    assert.deepEqual(recipientsOfReply({ from: [ME], to: [ME] }, ACCOUNT).to, [ME]);
  });

  it('to a message of one\u2019s own to blind recipients goes to oneself', () => {
    assert.deepEqual(recipientsOfReply({ from: [ME] }, ACCOUNT).to, [ME]);
  });

  it('goes to nobody when nobody can be answered', () => {
    assert.deepEqual(recipientsOfReply({ from: [person('Mailer', 'MAILER-DAEMON')] }, ACCOUNT).to, []);
    assert.deepEqual(recipientsOfReply({}, ACCOUNT).to, []);
  });
});

describe('a reply to all', () => {
  it('goes to the author, and as a copy to all others but oneself', () => {
    const original = { from: [ANN], to: [ME, BOB, LOGIN], cc: [CAT, ALIAS] };

    assert.deepEqual(recipientsOfReplyToAll(original, ACCOUNT), { to: [ANN], cc: [BOB, CAT] });
  });

  it('names everybody once, whatever the case', () => {
    const original = {
      from: [ANN],
      to: [BOB, person('x', 'ANN@example.com')],
      cc: [person('B', 'Bob@Example.COM'), CAT],
    };

    assert.deepEqual(recipientsOfReplyToAll(original, ACCOUNT).cc, [BOB, CAT]);
  });

  it('knows an international domain in both forms', () => {
    const original = {
      from: [ANN],
      to: [person('U', 'u@m\u00fcnchen.example')],
      cc: [person('A', 'u@xn--mnchen-3ya.example')],
    };

    assert.deepEqual(recipientsOfReplyToAll(original, ACCOUNT).cc, [person('U', 'u@m\u00fcnchen.example')]);
  });

  it('to a message of one\u2019s own goes on to the same people', () => {
    const original = { from: [ME], to: [ANN, BOB], cc: [CAT, ME] };

    assert.deepEqual(recipientsOfReplyToAll(original, ACCOUNT), { to: [ANN, BOB], cc: [CAT] });
  });

  it('does not take a user name that is no address for one', () => {
    const original = { from: [ANN], to: [BOB] };

    assert.deepEqual(
      recipientsOfReplyToAll(original, { ...ACCOUNT, login: passwordLogin('bob', 'secret') }).cc,
      [BOB],
    );
  });

  it('leaves out what is no address, and cleans names', () => {
    const original = {
      from: [person('A\r\nnn\0', 'ann@example.com')],
      to: [person('x', 'a@b@c d'), person('y', ''), person(`\ud800${'n'.repeat(500)}`, BOB.address)],
    };

    assert.deepEqual(recipientsOfReplyToAll(original, ACCOUNT), {
      to: [person('A nn', 'ann@example.com')],
      cc: [person(`\ufffd${'n'.repeat(199)}`, BOB.address)],
    });
  });

  it('goes to a hundred people at most', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => person('', `p${index}@example.com`));
    const { to, cc } = recipientsOfReplyToAll({ from: [ANN, BOB], to: many, cc: many }, ACCOUNT);

    assert.deepEqual([to.length, cc.length, cc[0], cc[97]], [2, 98, many[0], many[97]]);
  });
});
