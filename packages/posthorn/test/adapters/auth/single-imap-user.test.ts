/** The auth provider for the operator's mail servers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSingleImapUser } from '../../../src/adapters/auth/single-imap-user.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../../src/domain/accounts/mail-server-entry.ts';
import { passwordLogin } from '../../../src/domain/logins/login.ts';
import type { MailboxName } from '../../../src/domain/mailboxes/mailbox-name.ts';

function entry(id: string, ...endings: readonly string[]): MailServerEntry {
  return {
    id: id as MailAccountId,
    inbox: { type: 'IMAP', host: `imap.${id}.example`, port: 993, isTls: true },
    outbox: { host: `smtp.${id}.example`, port: 465, security: 'ssl' },
    patterns: endings.map((ending) => ({ source: ending, matches: (user) => user.endsWith(ending) })),
    roots: ['INBOX' as MailboxName],
  };
}

const provider = createSingleImapUser(() => [
  entry('first', '@a.example', '@b.example'),
  entry('second', '@b.example', '@c.example'),
]);

function credentials(user: string) {
  return { login: passwordLogin(user, 'tiger') };
}

function id(text: string): MailAccountId {
  return text as MailAccountId;
}

const UNKNOWN_USER = {
  code: 'authentication-failed',
  details: {
    detail: 'The mail server refused the user name or the password.',
    // For the log; no client sees it.
    reason: 'No mail server is configured for this user name.',
  },
};

const UNUSABLE_USERS: Readonly<Record<string, string>> = {
  'a line break': 'x@evil.example\n@a.example',
  'a NUL': 'x\u0000@a.example',
  'an unpaired surrogate': '\ud800@a.example',
  'more than 320 octets': `${'x'.repeat(311)}@a.example`,
  'more than 320 octets of UTF-8': `${'\u00fc'.repeat(156)}@a.example`,
};

describe('SingleImapUser.getAccount', () => {
  it('gives the account of the entry that matches the user name', () => {
    const user = 'jane@c.example';

    assert.deepEqual(provider.getAccount({ credentials: credentials(user), id: id('second') }), {
      id: 'second',
      name: user,
      from: { address: user, name: user },
      replyTo: { address: user, name: user },
      login: passwordLogin(user, 'tiger'),
      inbox: { type: 'IMAP', host: 'imap.second.example', port: 993, isTls: true },
      outbox: {
        host: 'smtp.second.example',
        port: 465,
        security: 'ssl',
        login: passwordLogin(user, 'tiger'),
      },
      roots: ['INBOX'],
      origin: 'operator',
    });
  });

  it('takes the address of the mailbox, and not that of the master user who opens it', () => {
    const master = createSingleImapUser(() => [entry('first', '@a.example*admin@b.example')]);
    const user = 'jane@a.example*admin@b.example';

    const { name, from, login } = master.getAccount({ credentials: credentials(user), id: id('first') });

    assert.deepEqual(
      [name, from, login],
      [user, { address: 'jane@a.example', name: user }, passwordLogin(user, 'tiger')],
    );
  });

  it('prefers the first entry when several match', () => {
    assert.equal(
      provider.getAccount({ credentials: credentials('jane@b.example'), id: id('first') }).id,
      'first',
    );
  });

  it('knows no other account than the matching one', () => {
    assert.throws(
      () => provider.getAccount({ credentials: credentials('jane@b.example'), id: id('second') }),
      {
        code: 'mail-account-unknown',
      },
    );
  });

  it('answers a user without an entry like a wrong password', () => {
    assert.throws(
      () => provider.getAccount({ credentials: credentials('jane@d.example'), id: id('first') }),
      UNKNOWN_USER,
    );
  });

  it('leaves the sending server out when the entry has none', () => {
    const { outbox: _outbox, ...readOnly } = entry('first', '@a.example');

    const account = createSingleImapUser(() => [readOnly]).getAccount({
      credentials: credentials('jane@a.example'),
      id: id('first'),
    });

    assert.equal('outbox' in account, false);
  });
});

describe('SingleImapUser.listAccounts', () => {
  it('lists exactly the account of the matching entry', () => {
    assert.deepEqual(
      provider.listAccounts(credentials('jane@a.example')).map((account) => account.id),
      ['first'],
    );
  });

  it('answers a user without an entry like a wrong password', () => {
    assert.throws(() => provider.listAccounts(credentials('jane@d.example')), UNKNOWN_USER);
  });

  for (const [what, user] of Object.entries(UNUSABLE_USERS)) {
    it(`shows no pattern a user name with ${what}`, () => {
      const careless = { ...entry('first'), patterns: [{ source: '.', matches: () => true }] };

      assert.throws(
        () => createSingleImapUser(() => [careless]).listAccounts(credentials(user)),
        UNKNOWN_USER,
      );
    });
  }

  it('takes a user name of 320 octets', () => {
    assert.equal(provider.listAccounts(credentials(`${'x'.repeat(310)}@a.example`)).length, 1);
  });
});

describe('SingleImapUser.hasSignIn', () => {
  it('is true: clients ask for the account of a user name', () => {
    assert.equal(provider.hasSignIn, true);
  });
});
