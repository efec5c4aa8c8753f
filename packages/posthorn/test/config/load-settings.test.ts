/** Settings from the file `.env` and from the environment. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { loadSettings, readSettings, warnOfSettings } from '../../src/config/load-settings.ts';

let rootDirectory = '';

beforeEach(() => {
  rootDirectory = mkdtempSync(join(tmpdir(), 'posthorn-settings-'));
});

afterEach(() => {
  rmSync(rootDirectory, { recursive: true });
});

function writeEnv(text: string): void {
  writeFileSync(join(rootDirectory, '.env'), text);
}

describe('loadSettings', () => {
  it('gives the defaults when nothing is set', () => {
    assert.deepEqual(loadSettings({ rootDirectory, environment: {} }), {
      appUrl: 'http://127.0.0.1:8025',
      emailPath: 'rest-api-email',
      authProvider: 'local-mail-account',
      authPath: 'rest-imapuser',
      key: null,
      environment: 'production',
      isDebug: false,
      isWatching: true,
      webhookHostsAllow: [],
      emailApi: 'latest',
      hasDocs: true,
      host: '127.0.0.1',
      port: 8025,
      mailHostsAllow: [],
      mailHostsOnly: [],
      isCleartextAllowed: false,
      caFile: null,
      trustedProxies: [],
      trustedClients: [],
      isClientTold: false,
      logLevel: 'info',
      auditLog: null,
      databaseUrl: null,
      databaseListenUrl: null,
      databasePasswordFile: null,
      secretsKeysFile: null,
      secretsKeys: null,
      listMaxRows: 5000,
      sessionsPerAccount: 3,
      sessionsTotal: 200,
      failedSignInsPerMinute: 20,
      eventStreams: 1000,
      eventStreamsPerAccount: 20,
      eventsDays: 7,
      workers: 1,
      nodeUrl: null,
      roles: ['api', 'watch', 'send', 'hooks'],
      sessionIdleSeconds: 300,
      messageCacheMegabytes: 32,
      maxMailboxMessages: 5_000_000,
      requestTimeoutSeconds: 30,
      stopTimeoutSeconds: 30,
      stopDelaySeconds: 0,
      metricsPort: null,
      metricsHost: '127.0.0.1',
    });
  });

  it('reads .env with comments, quotes and keys that are no setting', () => {
    writeEnv('# Mail\nAPP_ENV="development" # here\nexport PORT=9000\nOTHER_NAME=other\n__proto__=x\n');

    const { environment, port } = loadSettings({ rootDirectory, environment: {} });

    assert.deepEqual({ environment, port }, { environment: 'development', port: 9000 });
  });

  it('reads .env with a byte order mark', () => {
    writeEnv('\ufeffPORT=9000\n');

    assert.equal(loadSettings({ rootDirectory, environment: {} }).port, 9000);
  });

  it('prefers variables of the process', () => {
    writeEnv('PORT=9000\nAPP_ENV=development\n');

    const { environment, port } = loadSettings({ rootDirectory, environment: { PORT: '9001' } });

    assert.deepEqual({ environment, port }, { environment: 'development', port: 9001 });
  });

  it('takes the default for an empty variable of the process, whatever the file has', () => {
    writeEnv('PORT=9000\nMETRICS_PORT=9464\n');

    const { port, metricsPort } = loadSettings({ rootDirectory, environment: { METRICS_PORT: '' } });

    assert.deepEqual({ port, metricsPort }, { port: 9000, metricsPort: null });
  });

  it('reports all problems at once', () => {
    writeEnv('PORT=http\nAPP_DEBUG=maybe\nAPP_URL=http://jane:tiger@example.org\n');

    assert.throws(
      () => loadSettings({ rootDirectory, environment: { LOG_LEVEL: 'loud' } }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigurationError);
        assert.equal(
          error.message,
          [
            'The configuration cannot be used.',
            '  APP_URL: expected an http or https URL without user, query and fragment, got a URL with a user',
            '  APP_DEBUG: expected true or false, got "maybe"',
            '  PORT: expected an integer from 0 to 65535, got "http"',
            '  LOG_LEVEL: expected one of fatal, error, warn, info, debug, trace, silent, got "loud"',
          ].join('\n'),
        );
        return true;
      },
    );
  });

  it('refuses one path for both services', () => {
    const environment = { AUTH_PROVIDER: 'single-imap-user', APP_EMAIL_PATH: 'api', APP_AUTH_PATH: '/api/' };

    assert.throws(() => loadSettings({ rootDirectory, environment }), {
      problems: [{ key: 'APP_AUTH_PATH', expected: 'a path other than APP_EMAIL_PATH', got: '"api"' }],
    });
  });

  it('refuses a node that could not be one of several', () => {
    const refused = (environment: Readonly<Record<string, string>>) => {
      try {
        loadSettings({
          rootDirectory,
          environment: { APP_NODE_URL: 'http://10.0.0.1:8025', ...environment },
        });
        return [];
      } catch (error) {
        return (error as { problems: readonly { key: string; got: string }[] }).problems.map(
          ({ key, got }) => `${key} ${got}`,
        );
      }
    };
    const postgres = { APP_DATABASE_URL: 'postgres://u@h/d', APP_KEY: 'a long text' };

    assert.deepEqual(refused({ APP_DATABASE_URL: 'file:store.db', APP_KEY: 'x' }), [
      'APP_DATABASE_URL a file, which has one server',
    ]);
    assert.deepEqual(refused({}), ['APP_DATABASE_URL none', 'APP_KEY none']);
    assert.deepEqual(refused({ ...postgres, APP_NODE_URL: 'http://10.0.0.1/base' }), [
      'APP_NODE_URL "http://10.0.0.1/base"',
    ]);
    assert.deepEqual(refused({ ...postgres, APP_ROLES: 'watch,all' }), ['APP_ROLES "watch,all"']);
    assert.deepEqual(refused({ ...postgres, APP_DATABASE_LISTEN_URL: 'file:store.db' }), [
      'APP_DATABASE_LISTEN_URL a file, or none',
    ]);
    assert.deepEqual(refused({ ...postgres, APP_DATABASE_LISTEN_URL: 'postgres://u@direct/d' }), []);
    assert.deepEqual(refused(postgres), []);
  });

  it('refuses the port of the API for metrics', () => {
    assert.throws(
      () => loadSettings({ rootDirectory, environment: { PORT: '9000', METRICS_PORT: '9000' } }),
      {
        problems: [{ key: 'METRICS_PORT', expected: 'a port other than PORT', got: '9000' }],
      },
    );
  });

  it('takes any free port for metrics beside any free port', () => {
    const { port, metricsPort } = loadSettings({
      rootDirectory,
      environment: { PORT: '0', METRICS_PORT: '0' },
    });

    assert.deepEqual([port, metricsPort], [0, 0]);
  });

  it('lets both paths be equal when there is no auth service', () => {
    assert.equal(
      loadSettings({ rootDirectory, environment: { APP_EMAIL_PATH: 'rest-imapuser' } }).port,
      8025,
    );
  });

  it('says so when .env cannot be read', () => {
    mkdirSync(join(rootDirectory, '.env'));

    const expected = `a file that the user of this process (uid ${process.getuid?.()}) can read`;
    assert.throws(() => loadSettings({ rootDirectory, environment: {} }), {
      problems: [{ key: '.env', expected, got: 'EISDIR' }],
    });
  });
});

describe('what no setting is', () => {
  const load = (text: string) => {
    writeEnv(text);
    return loadSettings({ rootDirectory, environment: {} });
  };

  it('ends the start when its key is one of ours, and is told with the rest', () => {
    const wanted = 'the name of a setting (docs/settings.md)';
    assert.throws(() => load('APP_UR=https://a.test\nAPP_NAME=x\nMETRIC_PORT=1\nMETRICS_PRT=1\nPORT=x\n'), {
      problems: [
        { key: '.env: APP_UR', expected: 'APP_URL', got: 'a key that is no setting' },
        { key: '.env: APP_NAME', expected: wanted, got: 'a key that is no setting' },
        { key: '.env: METRICS_PRT', expected: 'METRICS_PORT', got: 'a key that is no setting' },
        { key: 'PORT', expected: 'an integer from 0 to 65535', got: '"x"' },
      ],
    });
  });

  it('ends the start when it is a line that cannot be read, which is not shown', () => {
    const line = { expected: 'KEY=value or a comment', got: 'neither' };
    assert.throws(() => load('# mine\nsecret words\nAPP_KEY="two\nlines"\n\nAPP_URL: x\nPORT=1\n'), {
      problems: [
        { key: '.env, line 2', ...line },
        { key: '.env, line 6', ...line },
        { key: 'APP_KEY', expected: 'text without control characters', got: 'a value that is not shown' },
      ],
    });
  });

  it('is worth a warning otherwise, with the setting that it is close to', () => {
    writeEnv('LOG_LEVL=debug\nPROT=8\nport=9\nTIMEZONE=UTC\n');

    assert.deepEqual(warnOfSettings({ rootDirectory, environment: {} }), [
      '.env: LOG_LEVL is no setting and is ignored. Did you mean LOG_LEVEL?',
      '.env: PROT is no setting and is ignored. Did you mean PORT?',
      '.env: port is no setting and is ignored. Did you mean PORT?',
      '.env: TIMEZONE is no setting and is ignored.',
    ]);
  });

  it('is worth a warning in the environment when it looks like one of ours', () => {
    const environment = {
      APP_NAME: 'x',
      LOG_LEVL: 'debug',
      HOME: '/root',
      PATH: '/bin',
      POST: '1',
      LOG_LEVEL: 'info',
    };

    assert.deepEqual(warnOfSettings({ rootDirectory, environment }), [
      'APP_NAME in the environment is no setting and is ignored.',
      'LOG_LEVL in the environment is no setting and is ignored. Did you mean LOG_LEVEL?',
    ]);
  });

  it('is not .env.example', () => {
    const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');

    assert.equal(load(text).port, 8025);
    assert.deepEqual(warnOfSettings({ rootDirectory, environment: {} }), []);
  });
});

describe('a settings file in place of .env', () => {
  it('is read, and .env is not', () => {
    writeEnv('PORT=1\n');
    const settingsFile = join(rootDirectory, 'posthorn.env');
    writeFileSync(settingsFile, 'HOST=::1\n');

    const { host, port } = loadSettings({ rootDirectory, settingsFile, environment: {} });

    assert.deepEqual([host, port], ['::1', 8025]);
  });

  it('must be there', () => {
    const settingsFile = join(rootDirectory, 'posthorn.env');

    assert.throws(
      () => loadSettings({ rootDirectory, settingsFile, environment: {} }),
      /posthorn\.env: expected .*ENOENT/,
    );
  });
});

describe('readSettings', () => {
  it('needs no installation', () => {
    const { port, caFile } = readSettings({ PORT: '9000', APP_CA_FILE: 'ca.pem' }, '/srv');

    assert.deepEqual({ port, caFile }, { port: 9000, caFile: '/srv/ca.pem' });
  });

  it('reports problems like a file does', () => {
    assert.throws(() => readSettings({ PORT: 'http' }), {
      problems: [{ key: 'PORT', expected: 'an integer from 0 to 65535', got: '"http"' }],
    });
  });
});
