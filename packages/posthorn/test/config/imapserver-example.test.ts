/** The template of the mail server configuration, loaded as an operator's file. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadMailServerEntries } from '../../src/config/mail-server-entries.ts';
import { hasSingleCharacterDot } from '../../src/config/single-character-dot.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';

const TEMPLATE = fileURLToPath(new URL('../../app/config/imapserver.example.js', import.meta.url));

let rootDirectory = '';
let entries: readonly MailServerEntry[] = [];

before(async () => {
  rootDirectory = mkdtempSync(join(tmpdir(), 'posthorn-template-'));
  mkdirSync(join(rootDirectory, 'app/config'), { recursive: true });
  writeFileSync(join(rootDirectory, 'package.json'), '{"type":"module"}');
  copyFileSync(TEMPLATE, join(rootDirectory, 'app/config/imapserver.js'));
  entries = await loadMailServerEntries({ rootDirectory, authProvider: 'single-imap-user' });
});

after(() => {
  rmSync(rootDirectory, { recursive: true });
});

function findId(userName: string): string | undefined {
  return entries.find((entry) => entry.patterns.some((pattern) => pattern.matches(userName)))?.id;
}

const USERS: Readonly<Record<string, string | undefined>> = {
  'jane@gmail.com': 'gmail',
  'Jane.Doe@GoogleMail.com': 'gmail',
  'jane@outlook.com': 'outlook.com',
  'jane@hotmail.com': 'outlook.com',
  'jane@your-organisation.example': 'microsoft365',
  'jane@yahoo.com': 'yahoo',
  'jane@yahoo.co.uk': 'yahoo',
  'jane@aol.com': 'aol',
  'jane@icloud.com': 'icloud',
  'jane@me.com': 'icloud',
  'jane@gmx.de': 'gmx',
  'jane@gmx.net': 'gmx',
  'jane@gmx.com': 'gmx.com',
  'jane@gmx.co.uk': 'gmx.com',
  'jane@web.de': 'web.de',
  'jane@freenet.de': 'freenet',
  'jane@fastmail.com': 'fastmail',
  'jane@fastmail.fm': 'fastmail',
  'jane@mailbox.org': 'mailbox.org',
  'jane@gmailXcom': undefined,
  'jane@gmxXde': undefined,
  'jane@mailboxXorg': undefined,
  'jane@gmail.com.example.org': undefined,
  'jane@some.me.com': undefined,
  'jane@example.org': undefined,
  gmail: undefined,
};

describe('imapserver.example.js', () => {
  for (const [userName, id] of Object.entries(USERS)) {
    it(`gives ${userName} ${id === undefined ? 'no server' : `the server ${id}`}`, () => {
      assert.equal(findId(userName), id);
    });
  }

  it('has no expression with a dot that matches any character', () => {
    const sources = entries.flatMap(({ patterns }) => patterns.map(({ source }) => source));

    assert.deepEqual(sources.filter(hasSingleCharacterDot), []);
  });

  it('gives no user name to two servers', () => {
    const owners = Object.keys(USERS).map((userName) =>
      entries.filter(({ patterns }) => patterns.some((pattern) => pattern.matches(userName))),
    );

    assert.deepEqual(
      owners.filter((servers) => servers.length > 1),
      [],
    );
  });

  it('names where tokens come from wherever they are taken', () => {
    const ids = (kind: 'password' | 'bearer') =>
      entries.filter(({ auth = ['password'] }) => auth.includes(kind)).map(({ id }) => id);

    assert.deepEqual(ids('bearer'), ['gmail', 'outlook.com', 'microsoft365', 'yahoo', 'aol', 'fastmail']);
    assert.deepEqual(
      entries.flatMap(({ id, oauth }) => (oauth === undefined ? [] : [id])),
      ids('bearer'),
    );
    assert.equal(ids('password').includes('outlook.com' as never), false);
  });

  it('connects with TLS from the start to receive', () => {
    assert.deepEqual(
      entries.filter(({ inbox }) => inbox.port !== 993 || !inbox.isTls).map(({ id }) => id),
      [],
    );
  });

  it('uses the port that belongs to the encryption to send', () => {
    assert.deepEqual(
      new Set(entries.map(({ outbox }) => `${outbox?.security} ${outbox?.port}`)),
      new Set(['ssl 465', 'starttls 587']),
    );
  });
});
