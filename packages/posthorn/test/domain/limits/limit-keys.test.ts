/** One key for all spellings of a name. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  accountKey,
  mailboxKey,
  messageLockKey,
  serverKey,
  userKey,
} from '../../../src/domain/limits/limit-keys.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../src/domain/values/uid.ts';
import { testAccount } from '../../contracts/store-under-test.ts';

const USER_SPELLINGS: readonly (readonly [string, readonly string[]])[] = [
  [
    'alice@example.org',
    ['Alice@example.org', 'aLICE@EXAMPLE.ORG', 'alice@example.org.', ' alice@example.org '],
  ],
  [
    'alice@example.org',
    ['alice@ｅxample.org', 'ⓐlice@example.org', 'alice＠example.org', 'alice@example。org'],
  ],
  [
    'jörg@bücher.example',
    ['jo\u0308rg@bu\u0308cher.example', 'JÖRG@xn--bcher-kva.example', 'Jörg@XN--BCHER-KVA.EXAMPLE.'],
  ],
  ['strasse@example.org', ['STRASSE@example.org', 'straße@example.org', 'ſtrasse@example.org']],
  ['alice', ['Alice', 'ALICE']],
];

describe('The key of a user', () => {
  for (const [user, spellings] of USER_SPELLINGS) {
    it(`is that of ${user} for ${spellings.join(', ')}`, () => {
      assert.deepEqual(
        spellings.map(userKey),
        spellings.map(() => userKey(user)),
      );
    });
  }

  it('is another one for another user or domain', () => {
    const users = [
      'alice@example.org',
      'alice@example.com',
      'alicea@example.org',
      'alice',
      '@example.org',
      '',
    ];

    assert.equal(new Set(users.map(userKey)).size, users.length);
  });
});

describe('The key of an account', () => {
  const keyOf = (host: string, port: number, user = 'alice') =>
    accountKey({ login: passwordLogin(user, 'x'), server: { host, port } });

  it('is the same for all spellings of the host, and for both ports of IMAP', () => {
    const keys = [
      keyOf('imap.example.org', 993),
      keyOf('IMAP.example.org.', 993),
      keyOf('imap.example.org', 143),
    ];

    assert.equal(new Set(keys).size, 1);
  });

  it('is another one for another host, port or user', () => {
    const keys = [
      keyOf('imap.example.org', 993),
      keyOf('imap.example.com', 993),
      keyOf('imap.example.org', 1993),
      keyOf('imap.example.org', 465),
      keyOf('imap.example.org', 993, 'bob'),
    ];

    assert.equal(new Set(keys).size, keys.length);
  });
});

describe('The key of a server', () => {
  it('has its port and the circumstances', () => {
    const [host, port] = ['Mail.example.', 993];

    assert.deepEqual(
      [serverKey({ host, port }), serverKey({ host, port }, 'client', 'tls')],
      ['mail.example:993', 'client tls mail.example:993'],
    );
  });
});

describe('The key of a mailbox', () => {
  it('is the same for all spellings of its name', () => {
    const keys = ['INBOX', 'inbox', 'InBox'].map(mailboxKey);

    assert.equal(new Set(keys).size, 1);
    assert.equal(mailboxKey('Entwu\u0308rfe'), mailboxKey('ENTWÜRFE'));
    assert.notEqual(mailboxKey('Sent'), mailboxKey('Sent/2024'));
  });
});

describe('The key of the lock of a message', () => {
  it('is the same for all spellings of its account and mailbox', () => {
    const keyOf = (name: string, mailbox: string, uid: number) =>
      messageLockKey({
        account: testAccount({ host: '127.0.0.1', port: 143 }, { name, password: 'x' }),
        mailbox: mailbox as MailboxName,
        uid: uid as Uid,
      });

    assert.equal(keyOf('Alice@example.org', 'Drafts', 4), keyOf('alice@example.org.', 'drafts', 4));
    assert.notEqual(keyOf('alice@example.org', 'Drafts', 4), keyOf('alice@example.org', 'Drafts', 5));
  });
});
