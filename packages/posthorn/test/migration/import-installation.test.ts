/** Moving from lumen-app-email, from files to files. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { loadConfiguration } from '../../src/composition/load-configuration.ts';
import { type ImportRequest, importInstallation } from '../../src/migration/import-installation.ts';
import { ImportError } from '../../src/migration/import-journal.ts';
import {
  createLumenInstallation,
  LUMEN_CORS,
  LUMEN_ENV,
  LUMEN_SERVERS,
  type LumenInstallation,
  writePhpServers,
} from './lumen-installation.ts';

const SHIPPED = {
  '.env': LUMEN_ENV,
  'app/config/imapserver.php': writePhpServers(LUMEN_SERVERS),
  'app/config/cors.php': LUMEN_CORS,
};
const FILES = ['.env', 'app/config/imapserver.js', 'app/config/cors.js'];
const SERVER = `'inbox_address' => 'imap.example.org', 'inbox_port' => 993, 'inbox_ssl' => true, 'match' => '/@example\\.org$/'`;
const ONE_SERVER = `<?php return [['id' => 'example', ${SERVER}]];`;

let installations: LumenInstallation[] = [];

afterEach(() => {
  for (const installation of installations) installation.remove();
  installations = [];
});

function create(files: Readonly<Record<string, string>>): LumenInstallation {
  const installation = createLumenInstallation(files);
  installations.push(installation);
  return installation;
}

function runImport({ source, root }: LumenInstallation, options: Partial<ImportRequest> = {}) {
  return importInstallation({
    sourceDirectory: source,
    rootDirectory: root,
    mayOverwrite: false,
    isDryRun: false,
    ...options,
  });
}

/** The problems of an import that fails, as `file:line: text`. */
async function problemsOf(promise: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ImportError, String(error));
  return error.problems.map(
    ({ file, line, text }) => `${file}${line === undefined ? '' : `:${line}`}: ${text}`,
  );
}

async function notesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { notes } = await runImport(create(files));
  return notes.map(({ kind, text }) => `${kind}: ${text}`);
}

function load({ root }: LumenInstallation) {
  return loadConfiguration({ rootDirectory: root, environment: {} });
}

describe('importInstallation, with what lumen-app-email ships', () => {
  it('keeps the settings that Posthorn has, and pins version 0', async () => {
    const installation = create(SHIPPED);

    await runImport(installation);

    assert.equal(
      installation.read('.env'),
      `APP_URL=https://mail.example.org/backend
APP_EMAIL_PATH=rest-api-email
APP_AUTH_PATH=rest-imapuser
AUTH_PROVIDER=single-imap-user
APP_ENV=production
APP_DEBUG=false
APP_EMAIL_API=v0
`,
    );
  });

  it('keeps servers, root folders and expressions', async () => {
    const installation = create(SHIPPED);

    await runImport(installation);

    const { mailServers } = await load(installation);
    assert.deepEqual(
      mailServers.map(({ id, inbox, outbox, roots, patterns }) => ({
        id,
        inbox: `${inbox.host}:${inbox.port}`,
        outbox: `${outbox?.host}:${outbox?.port} ${outbox?.security}`,
        roots,
        patterns: patterns.map(({ source }) => source),
      })),
      LUMEN_SERVERS.map((server) => ({
        id: server.id,
        inbox: `${server.inbox}:993`,
        outbox: `${server.outbox}:${server.port} ${server.secure}`,
        roots: JSON.parse(`[${server.subscriptions}]`),
        patterns: JSON.parse(`[${server.match.replaceAll('\\', '\\\\')}]`),
      })),
    );
    assert.ok(mailServers[0]?.patterns.some((pattern) => pattern.matches('jane@gmail.com')));
  });

  it('keeps the CORS options', async () => {
    const installation = create(SHIPPED);

    await runImport(installation);

    assert.match(installation.read('app/config/cors.js'), /^export default \{\n {2}paths: \['\*'\],\n/m);
  });

  it('tells what it has changed, what to look at and what it has left out', async () => {
    const dot = (entry: string, source: string) =>
      `check: app/config/imapserver.php, ${entry}: match ${source} has a dot without a backslash, which any character matches (gmail.com: gmailXcom)`;

    assert.deepEqual(await notesOf(SHIPPED), [
      'changed: .env: APP_EMAIL_API=v0 keeps version 0 for clients that name no version',
      'check: .env: APP_URL has the path /backend; where the proxy passes it on, it belongs into APP_EMAIL_PATH and APP_AUTH_PATH (docs/migrating-from-lumen-app-email.md)',
      'left-out: .env: APP_NAME, APP_KEY',
      dot('entry 1 ("GMail")', '/\\@(googlemail.)(com)$/mi'),
      dot('entry 1 ("GMail")', '/\\@(gmail.)(com)$/mi'),
      'check: app/config/imapserver.php, entry 2 ("outlook.com"): nobody can sign in to outlook.office365.com: Microsoft takes OAuth 2.0 only since September 2024: set auth: [\'bearer\'], and users need an access token (docs/oauth.md)',
      dot('entry 2 ("outlook.com")', '/\\@(outlook.)(com)$/mi'),
      'check: app/config/imapserver.php, entry 3 ("Yahoo"): outbox_port 587 is mostly for tls or starttls, but outbox_secure is ssl',
      dot('entry 3 ("Yahoo")', '/\\@(yahoo.)(com)$/mi'),
      dot('entry 4 ("AOL")', '/\\@(aol.)(com)$/mi'),
      dot('entry 5 ("Freenet")', '/\\@(freenet.)(de)$/mi'),
      dot('entry 6 ("gmx")', '/\\@(gmx.)(de|net)$/mi'),
      dot('entry 7 ("web.de")', '/\\@(web.)(de)$/mi'),
    ]);
  });

  it('takes max_age false for none', async () => {
    const installation = create({
      ...SHIPPED,
      'app/config/cors.php': "<?php return ['paths' => ['*'], 'max_age' => false];",
    });

    const { notes } = await runImport(installation);

    const changed = {
      kind: 'changed',
      text: 'app/config/cors.php: max_age is null instead of false',
    } as const;
    assert.deepEqual(
      notes.find(({ text }) => text.includes('max_age')),
      changed,
    );
    assert.match(installation.read('app/config/cors.js'), /max_age: null/);
  });

  it('names the files and what is in them', async () => {
    const { files } = await runImport(create(SHIPPED));

    assert.deepEqual(
      files.map(({ name }) => name),
      FILES,
    );
    assert.equal(files[1]?.content, '7 mail servers: GMail, outlook.com, Yahoo, AOL, Freenet, gmx, web.de');
  });

  it('copies no secret', async () => {
    const installation = create(SHIPPED);

    const result = await runImport(installation);

    const everything = FILES.map(installation.read).join('') + JSON.stringify(result);
    assert.ok(!everything.includes('c2VjcmV0'));
  });

  it('lets only the owner read .env', async () => {
    const installation = create(SHIPPED);

    await runImport(installation);

    assert.equal(installation.modeOf('.env'), '600');
  });
});

describe('importInstallation, with other installations', () => {
  it('takes the folder config where there is no app/config', async () => {
    const installation = create({ '.env': LUMEN_ENV, 'config/imapserver.php': ONE_SERVER });

    await runImport(installation);

    assert.deepEqual(
      (await load(installation)).mailServers.map(({ id }) => id),
      ['example'],
    );
  });

  it('says what is not there, also when its template is', async () => {
    const notes = await notesOf({
      'app/config/imapserver.php': ONE_SERVER,
      'app/config/cors.php.example': LUMEN_CORS,
    });

    assert.deepEqual(
      notes.filter((note) => note.startsWith('not-found')),
      ['not-found: .env', 'not-found: app/config/cors.php (there is only its template)'],
    );
  });

  it('writes out the auth provider that lumen-app-email implies', async () => {
    const installation = create({ '.env': 'APP_DEBUG=TRUE\n', 'app/config/imapserver.php': ONE_SERVER });

    const { notes } = await runImport(installation);

    assert.equal(
      installation.read('.env'),
      'APP_DEBUG=true\nAUTH_PROVIDER=single-imap-user\nAPP_EMAIL_API=v0\n',
    );
    assert.deepEqual(notes.map(({ text }) => text).slice(1, 4), [
      '.env: AUTH_PROVIDER=single-imap-user is written out, which was implied',
      '.env: APP_EMAIL_API=v0 keeps version 0 for clients that name no version',
      '.env: APP_DEBUG is true, so that error answers show internals',
    ]);
  });

  it('needs no mail servers when clients name them', async () => {
    const installation = create({ '.env': 'AUTH_PROVIDER=local-mail-account\n' });

    const { files } = await runImport(installation);

    assert.deepEqual(
      files.map(({ name }) => name),
      ['.env'],
    );
  });

  it('needs them when users sign in to them', async () => {
    assert.deepEqual(await problemsOf(runImport(create({ '.env': LUMEN_ENV }))), [
      'app/config/imapserver.php: not found, and with AUTH_PROVIDER=single-imap-user users sign in to its mail servers',
    ]);
  });

  it('takes env() from .env and corrects what is written as a text', async () => {
    const installation = create({
      '.env': `${LUMEN_ENV}IMAP_PORT=1993\nIMAP_SSL=true\n`,
      'app/config/imapserver.php': `<?php return [[
        'id' => 'example', 'match' => '/@example\\.org$/', 'inbox_address' => 'imap.example.org',
        'inbox_port' => env('IMAP_PORT'), 'inbox_ssl' => env('IMAP_SSL'),
        'outbox_address' => 'smtp.example.org', 'outbox_port' => '25', 'outbox_secure' => null,
      ]];`,
    });

    const { notes } = await runImport(installation);

    const [entry] = (await load(installation)).mailServers;
    assert.deepEqual(
      [entry?.inbox, entry?.outbox],
      [
        { type: 'IMAP', host: 'imap.example.org', port: 1993, isTls: true },
        { host: 'smtp.example.org', port: 25, security: 'none' },
      ],
    );
    assert.deepEqual(
      notes
        .filter(({ kind }) => kind === 'changed')
        .map(({ text }) => text)
        .slice(1),
      [
        "app/config/imapserver.php, line 3: env('IMAP_PORT') is replaced by its present value",
        "app/config/imapserver.php, line 3: env('IMAP_SSL') is replaced by its present value",
        'app/config/imapserver.php, entry 1 ("example"): inbox_port is 1993 instead of "1993"',
        'app/config/imapserver.php, entry 1 ("example"): outbox_port is 25 instead of "25"',
        'app/config/imapserver.php, entry 1 ("example"): outbox_secure is "none" instead of null',
      ],
    );
  });

  it('knows the option outbox_ssl of old releases, and leaves out options that are none', async () => {
    const installation = create({
      '.env': 'AUTH_PROVIDER=single-imap-user',
      'app/config/imapserver.php': `<?php return ['x' => ['id' => 'example', ${SERVER}, 'root' => ['INBOX', 'Archive'],
        'outbox_address' => 'smtp.example.org', 'outbox_port' => 465, 'outbox_ssl' => true, 'color' => 'red', 7]];`,
      'app/config/cors.php': "<?php return ['paths' => [], 'debug' => true];",
    });

    const { notes } = await runImport(installation);

    const [entry] = (await load(installation)).mailServers;
    assert.deepEqual([entry?.outbox?.security, entry?.roots], ['ssl', ['INBOX', 'Archive']]);
    assert.deepEqual(
      notes.slice(1).map(({ kind, text }) => `${kind}: ${text}`),
      [
        'changed: app/config/imapserver.php, entry 1 ("example"): outbox_ssl is now outbox_secure, "ssl"',
        'left-out: app/config/imapserver.php, entry 1 ("example"): color',
        'left-out: app/config/imapserver.php, entry 1 ("example"): 0',
        'left-out: app/config/cors.php: debug',
      ],
    );
  });

  it('keeps a key __proto__ a key', async () => {
    const installation = create({
      '.env': 'AUTH_PROVIDER=local-mail-account',
      'app/config/imapserver.php': `<?php return [['__proto__' => ['id' => 'x'], 'id' => '__proto__', ${SERVER}]];`,
    });

    const { notes } = await runImport(installation);

    assert.deepEqual(
      (await load(installation)).mailServers.map(({ id }) => id),
      ['__proto__'],
    );
    assert.ok(
      notes.some(({ text }) => text === 'app/config/imapserver.php, entry 1 ("__proto__"): __proto__'),
    );
  });
});

describe('importInstallation, over an installation', () => {
  const over = async (files: Readonly<Record<string, string>>, present: Readonly<Record<string, string>>) => {
    const installation = create(files);
    for (const [name, text] of Object.entries(present)) {
      mkdirSync(dirname(join(installation.root, name)), { recursive: true });
      writeFileSync(join(installation.root, name), text);
    }
    return installation;
  };
  const PRESENT = '# mine\nPORT=8225\nAPP_KEY=abc\nAPP_URL=http://127.0.0.1:8225\nLOG_LEVEL=warn # quiet\n';

  it('keeps the settings that it does not replace, and says which it does', async () => {
    const installation = await over(
      { '.env': LUMEN_ENV, 'app/config/imapserver.php': ONE_SERVER },
      { '.env': PRESENT },
    );

    const { notes } = await runImport(installation, { mayOverwrite: true });

    assert.equal(
      installation.read('.env'),
      `# mine
PORT=8225
APP_KEY=abc
APP_URL=https://mail.example.org/backend
LOG_LEVEL=warn # quiet
APP_EMAIL_PATH=rest-api-email
APP_AUTH_PATH=rest-imapuser
AUTH_PROVIDER=single-imap-user
APP_ENV=production
APP_DEBUG=false
APP_EMAIL_API=v0
`,
    );
    assert.deepEqual(
      notes
        .filter(({ kind }) => kind === 'kept' || kind === 'dropped')
        .map(({ kind, text }) => `${kind}: ${text}`),
      [
        'dropped: .env: APP_URL=http://127.0.0.1:8225 (it is https://mail.example.org/backend now)',
        'kept: .env: PORT, APP_KEY, LOG_LEVEL',
      ],
    );
  });

  it('names what goes with a file that it replaces', async () => {
    const present = {
      'app/config/imapserver.js': `export default [{ id: 'ours', inbox_address: 'a.test', inbox_port: 993, inbox_ssl: true, match: /x/ }];\n`,
      'app/config/cors.js': 'export default {\n',
    };
    const installation = await over(SHIPPED, present);

    const { notes } = await runImport(installation, { mayOverwrite: true });

    assert.deepEqual(
      notes.filter(({ kind }) => kind === 'dropped').map(({ text }) => text),
      [
        'app/config/imapserver.js: the file of 1 lines that was there, with the mail servers ours',
        'app/config/cors.js: the file of 1 lines that was there',
      ],
    );
  });

  it('refuses what the present settings would refuse with the new ones, and changes nothing', async () => {
    const installation = await over(SHIPPED, { '.env': 'APP_NAME=x\n' });

    const [problem = '', ...others] = await problemsOf(runImport(installation, { mayOverwrite: true }));

    assert.match(problem, /\.env: APP_NAME: expected the name of a setting/);
    assert.deepEqual([others, installation.read('.env')], [[], 'APP_NAME=x\n']);
  });
});

describe('importInstallation, with more than settings', () => {
  it('names the code that it leaves', async () => {
    const notes = await notesOf({
      ...SHIPPED,
      'app/config/auth.php': '<?php return [];',
      'app/config/auth.example.php': '<?php return [];',
      'bootstrap/bindings.php': '<?php return [];',
    });

    assert.deepEqual(
      notes.filter((note) => note.startsWith('left-out')),
      [
        'left-out: app/config/auth.php: configures the old backend only',
        'left-out: bootstrap/bindings.php: own services; here they are written in app/config/bindings.js',
        'left-out: .env: APP_NAME, APP_KEY',
      ],
    );
  });
});

describe('importInstallation, when something is in the way', () => {
  it('tells everything at once and writes nothing', async () => {
    const installation = create({
      '.env': `APP_URL=\${HOST}/x\n`,
      'app/config/imapserver.php': "<?php\nreturn [\n  ['id' => gethostname()],\n];",
      'app/config/cors.php': "<?php\nif (true) {\n}\nreturn ['paths' => $x];",
    });

    assert.deepEqual(await problemsOf(runImport(installation)), [
      '.env:1: APP_URL refers to another key; write its value out',
      'app/config/imapserver.php:3: the call of gethostname() cannot be taken over, because PHP is not run here',
      'app/config/cors.php:2: a condition cannot be taken over, because PHP is not run here',
    ]);
    assert.equal(existsSync(installation.root), false);
  });

  it('tells what the loaders of Posthorn would refuse, of the old files', async () => {
    const installation = create({
      '.env': 'APP_URL=mail.example.org\n',
      'app/config/imapserver.php': ONE_SERVER,
    });
    const servers = create({
      '.env': LUMEN_ENV,
      'app/config/imapserver.php': `<?php return [['id' => 'a/b', ${SERVER}, 'match' => ['/(?=x)/', 'x']], 'x'];`,
    });

    assert.deepEqual(await problemsOf(runImport(installation)), [
      '.env: APP_URL: expected an http or https URL without user, query and fragment, got "mail.example.org"',
    ]);
    assert.deepEqual(await problemsOf(runImport(servers)), [
      'app/config/imapserver.php: entry 2: expected an array, got "x"',
    ]);
    servers.write(
      'app/config/imapserver.php',
      `<?php return [['id' => 'a/b', ${SERVER}, 'match' => ['/(?=x)/', 'x']]];`,
    );
    assert.deepEqual(await problemsOf(runImport(servers)), [
      'app/config/imapserver.php: entry 1 ("a/b"): id: expected a text of 1 to 64 characters without slashes and control characters, got "a/b"',
      'app/config/imapserver.php: entry 1 ("a/b"): match: expected an expression such as /@example\\.org$/i, got "/(?=x)/": error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      'app/config/imapserver.php: entry 1 ("a/b"): match: expected an expression such as /@example\\.org$/i, got "x": it does not start with a delimiter such as / # ~ or {',
    ]);
    assert.equal(existsSync(servers.root), false);
  });

  it('expects arrays', async () => {
    const installation = create({
      '.env': LUMEN_ENV,
      'app/config/imapserver.php': "<?php return 'x';",
      'app/config/cors.php': '<?php return 1;',
    });

    assert.deepEqual(await problemsOf(runImport(installation)), [
      'app/config/imapserver.php: expected a list of mail servers, got "x"',
      'app/config/cors.php: expected an array of options, got 1',
    ]);
  });

  it('does not run what it reads', async () => {
    const installation = create({ '.env': LUMEN_ENV });
    const witness = join(installation.source, 'witness');
    installation.write(
      'app/config/imapserver.php',
      `<?php\nsystem('touch ${witness}');\nfile_put_contents('${witness}', '');\nreturn [\`touch ${witness}\`];`,
    );

    assert.deepEqual(await problemsOf(runImport(installation)), [
      'app/config/imapserver.php:2: the call of system() cannot be taken over, because PHP is not run here',
      'app/config/imapserver.php:3: the call of file_put_contents() cannot be taken over, because PHP is not run here',
    ]);
    assert.equal(existsSync(witness), false);
  });

  it('reads no file of 5 MB, no folder and no other characters than UTF-8', async () => {
    const installation = create({
      'app/config/imapserver.php': `<?php return [${"'x',".repeat(1_300_000)}];`,
    });
    mkdirSync(join(installation.source, '.env'));
    installation.write('app/config/cors.php', Buffer.from("<?php return ['\xe4'];", 'latin1'));

    assert.deepEqual(await problemsOf(runImport(installation)), [
      '.env: this is no regular file',
      'app/config/imapserver.php: it has 5200016 octets; more than 131072 are not read',
      'app/config/cors.php: its characters are not in UTF-8',
    ]);
  });

  it('says when there is no installation', async () => {
    const installation = create({ 'composer.json': '{}' });

    assert.deepEqual(await problemsOf(runImport(installation)), [
      `${installation.source}: no .env, app/config/imapserver.php or app/config/cors.php here: not an installation of lumen-app-email`,
    ]);
  });

  it('does not import an installation into itself, by whatever path', async () => {
    const installation = create(SHIPPED);
    symlinkSync(installation.source, installation.root);

    const problems = await problemsOf(runImport(installation, { mayOverwrite: true }));

    assert.deepEqual(problems, [
      `${installation.source}: it cannot be imported into itself; name another directory by --root`,
    ]);
    assert.equal(readFileSync(join(installation.source, '.env'), 'utf8'), LUMEN_ENV);
  });

  it('shows no control characters of the files', async () => {
    const installation = create({
      '.env': LUMEN_ENV,
      'app/config/imapserver.php': '<?php return ["\\e[2J" => "\\e[31m"];',
    });

    const [problem = ''] = await problemsOf(runImport(installation));

    assert.doesNotMatch(problem, /\p{Cc}/u);
  });
});

describe('importInstallation, at its targets', () => {
  it('writes nothing in a dry run, and says the same', async () => {
    const installation = create(SHIPPED);
    mkdirSync(installation.root);

    const rehearsal = await runImport(installation, { isDryRun: true });

    assert.deepEqual(readdirSync(installation.root), []);
    assert.deepEqual(rehearsal, await runImport(installation));
  });

  it('overwrites only when told to', async () => {
    const installation = create(SHIPPED);
    mkdirSync(installation.root);
    writeFileSync(join(installation.root, '.env'), 'PORT=1\n');

    assert.deepEqual(await problemsOf(runImport(installation)), [
      `${installation.root}/.env: it exists (--overwrite replaces it)`,
    ]);
    assert.deepEqual(readdirSync(installation.root), ['.env']);
    await runImport(installation, { mayOverwrite: true });
    assert.match(installation.read('.env'), /^PORT=1\n(?:.*\n)*APP_URL=/);
    assert.deepEqual(readdirSync(join(installation.root, 'app/config')).sort(), ['cors.js', 'imapserver.js']);
  });

  it('follows no link, not even one to nothing', async () => {
    const installation = create(SHIPPED);
    const elsewhere = join(installation.source, 'elsewhere');
    mkdirSync(installation.root);
    symlinkSync(elsewhere, join(installation.root, '.env'));

    assert.deepEqual(await problemsOf(runImport(installation, { mayOverwrite: true })), [
      `${installation.root}/.env: it is a symbolic link: remove it first`,
    ]);
    assert.equal(existsSync(elsewhere), false);
  });

  it('writes beside a link that is in the way of its temporary file', async () => {
    const installation = create(SHIPPED);
    const elsewhere = join(installation.source, 'elsewhere');
    mkdirSync(installation.root);
    symlinkSync(elsewhere, join(installation.root, '.env.import'));

    await runImport(installation);

    assert.equal(existsSync(elsewhere), false);
    assert.match(installation.read('.env'), /^APP_URL=/);
  });

  it('leaves folders with the name of a file alone', async () => {
    const installation = create(SHIPPED);
    mkdirSync(join(installation.root, '.env'), { recursive: true });

    assert.deepEqual(await problemsOf(runImport(installation, { mayOverwrite: true })), [
      `${installation.root}/.env: it is no regular file: remove it first`,
    ]);
  });

  it('puts no module beside a JSON file with the same meaning', async () => {
    const installation = create(SHIPPED);
    mkdirSync(join(installation.root, 'app/config'), { recursive: true });
    writeFileSync(join(installation.root, 'app/config/imapserver.json'), '[]');

    assert.deepEqual(await problemsOf(runImport(installation, { mayOverwrite: true })), [
      `${installation.root}/app/config/imapserver.json: it would contradict app/config/imapserver.js: remove it first`,
    ]);
  });

  it('says when Node would not take the modules for modules', async () => {
    const installation = create(SHIPPED);
    mkdirSync(installation.root);
    writeFileSync(join(installation.root, 'package.json'), '{ "name": "mail", "type": "commonjs" }');

    assert.deepEqual(await problemsOf(runImport(installation)), [
      `${installation.root}/package.json: its type is commonjs, and the configuration files are ES modules (npm pkg set type=module)`,
    ]);
  });
});
