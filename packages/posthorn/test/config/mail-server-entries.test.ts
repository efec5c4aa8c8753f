/** The operator's mail servers, from a module or from JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { loadMailServerEntries } from '../../src/config/mail-server-entries.ts';
import { useConfigurationFolder } from './configuration-folder.ts';

const { root, write } = useConfigurationFolder();

function writeJson(...entries: readonly unknown[]): void {
  write('imapserver.json', JSON.stringify(entries));
}

function load(authProvider: 'single-imap-user' | 'local-mail-account' = 'single-imap-user') {
  return loadMailServerEntries({ rootDirectory: root(), authProvider });
}

const EXAMPLE = {
  id: 'example',
  inbox_address: 'imap.example.org',
  inbox_port: 993,
  inbox_ssl: true,
  match: '/@example\\.org$/i',
};

const FILE = 'app/config/imapserver.json';

function problemsOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => [],
    (error: unknown) => {
      assert.ok(error instanceof ConfigurationError);
      return error.problems.map(({ key, expected, got }) => `${key}: expected ${expected}, got ${got}`);
    },
  );
}

describe('loadMailServerEntries', () => {
  it('loads a module with all options of an entry', async () => {
    write(
      'imapserver.js',
      `export default [{
        id: 'example', inbox_type: 'IMAP', inbox_address: 'imap.example.org', inbox_port: 143, inbox_ssl: false,
        outbox_address: 'smtp.example.org', outbox_port: 587, outbox_secure: 'tls',
        match: [/@example\\.org$/i, '/@example[.]net$/'], root: ['INBOX', '[Gmail]'],
      }];`,
    );

    const [entry] = await load();

    assert.ok(entry);
    assert.deepEqual(
      { ...entry, patterns: entry.patterns.map((pattern) => pattern.source) },
      {
        id: 'example',
        inbox: { type: 'IMAP', host: 'imap.example.org', port: 143, isTls: false },
        outbox: { host: 'smtp.example.org', port: 587, security: 'tls' },
        patterns: ['/@example\\.org$/i', '/@example[.]net$/'],
        roots: ['INBOX', '[Gmail]'],
      },
    );
  });

  it('loads JSON, with INBOX as root folder and no sending server by default', async () => {
    writeJson(EXAMPLE);

    const [entry] = await load();

    assert.ok(entry);
    assert.deepEqual(
      { ...entry, patterns: entry.patterns.map((pattern) => pattern.matches('jane@example.org')) },
      {
        id: 'example',
        inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
        patterns: [true],
        roots: ['INBOX'],
      },
    );
  });

  it('keeps the order of the file', async () => {
    writeJson({ ...EXAMPLE, id: 'b' }, { ...EXAMPLE, id: 'a' });

    assert.deepEqual(
      (await load()).map((entry) => entry.id),
      ['b', 'a'],
    );
  });

  it('takes an empty root as all mailboxes', async () => {
    writeJson({ ...EXAMPLE, root: [] });

    assert.deepEqual((await load())[0]?.roots, []);
  });

  it('takes subscriptions as another name of root', async () => {
    writeJson({ ...EXAMPLE, subscriptions: ['inbox', 'Archive'] });

    assert.deepEqual((await load())[0]?.roots, ['INBOX', 'Archive']);
  });

  it('is empty without a file when clients name their servers', async () => {
    assert.deepEqual(await load('local-mail-account'), []);
  });

  it('says what to do without a file when users sign in to configured servers', async () => {
    assert.deepEqual(await problemsOf(load()), [
      'app/config/imapserver.js: expected at least one mail server, because AUTH_PROVIDER is single-imap-user (run: posthorn copyconfig), got no such file',
    ]);
  });

  it('does not take an empty list for servers to sign in to', async () => {
    writeJson();

    assert.deepEqual(await problemsOf(load()), [
      'app/config/imapserver.js: expected at least one mail server, because AUTH_PROVIDER is single-imap-user (run: posthorn copyconfig), got an empty list',
    ]);
  });

  it('refuses to choose between two files', async () => {
    writeJson(EXAMPLE);
    write('imapserver.js', 'export default [];');

    assert.deepEqual(await problemsOf(load()), [
      'app/config/imapserver: expected one file, got app/config/imapserver.js and app/config/imapserver.json',
    ]);
  });

  it('reports a module that does not load', async () => {
    write('imapserver.js', 'throw new Error("Out of order.");');

    assert.deepEqual(await problemsOf(load()), [
      'app/config/imapserver.js: expected a file that can be loaded, got Out of order.',
    ]);
  });

  it('reports a module without a list', async () => {
    write('imapserver.js', 'export const servers = [];');

    assert.deepEqual(await problemsOf(load()), [
      'app/config/imapserver.js: expected a list of mail servers, got nothing',
    ]);
  });

  it('reports all problems of all entries at once', async () => {
    writeJson(
      { ...EXAMPLE, inbox_port: '993', inbox_adress: 'x', inbox_type: 'POP3' },
      {},
      'imap.example.org',
      {
        ...EXAMPLE,
        inbox_address: 'https://imap.example.org',
        outbox_address: 'smtp.example.org',
        outbox_secure: 'TLS1.3',
        match: ['/@example\\.org$/i', '/(?=x)/', 'example.org'],
        root: ['a\u0000b'],
        subscriptions: [1],
      },
    );

    const servers = 'one or more regular expressions for user names';
    const expression = 'an expression such as /@example\\.org$/i';
    assert.deepEqual(await problemsOf(load()), [
      `${FILE}, entry 1 ("example"): inbox_type: expected "IMAP", got "POP3"`,
      `${FILE}, entry 1 ("example"): inbox_port: expected an integer from 1 to 65535, got "993"`,
      `${FILE}, entry 1 ("example"): inbox_adress: expected no such key, got "x"`,
      `${FILE}, entry 2: id: expected a text of 1 to 64 characters without slashes and control characters, got nothing`,
      `${FILE}, entry 2: inbox_address: expected a DNS name or an IP address, got nothing`,
      `${FILE}, entry 2: inbox_port: expected an integer from 1 to 65535, got nothing`,
      `${FILE}, entry 2: inbox_ssl: expected true or false, got nothing`,
      `${FILE}, entry 2: match: expected ${servers}, got nothing`,
      `${FILE}, entry 3: expected an object, got "imap.example.org"`,
      `${FILE}, entry 4 ("example"): inbox_address: expected a DNS name or an IP address, got "https://imap.example.org"`,
      `${FILE}, entry 4 ("example"): outbox_port: expected an integer from 1 to 65535, got nothing`,
      `${FILE}, entry 4 ("example"): outbox_secure: expected "ssl", "tls", "starttls", or "none" for clear text, got "TLS1.3"`,
      `${FILE}, entry 4 ("example"): match: expected ${expression}, got "/(?=x)/": error parsing regexp: invalid or unsupported Perl syntax: \`(?=\``,
      `${FILE}, entry 4 ("example"): match: expected ${expression}, got "example.org": it does not start with a delimiter such as / # ~ or {`,
      `${FILE}, entry 4 ("example"): subscriptions: expected only one of root and subscriptions, got both`,
      `${FILE}, entry 4 ("example"): subscriptions: expected a list of mailbox names, got a list`,
      `${FILE}: id: expected a different id for each entry, got "example"`,
    ]);
  });

  it('knows ids such as __proto__', async () => {
    write('imapserver.json', `[${JSON.stringify({ ...EXAMPLE, id: '__proto__' })}]`);

    assert.deepEqual(
      (await load()).map((entry) => entry.id),
      ['__proto__'],
    );
  });

  it('takes a key __proto__ for an unknown key', async () => {
    write('imapserver.json', `[${JSON.stringify(EXAMPLE).replace('{', '{"__proto__":{"id":"x"},')}]`);

    assert.deepEqual(await problemsOf(load()), [
      `${FILE}, entry 1 ("example"): __proto__: expected no such key, got an object`,
    ]);
  });
});
