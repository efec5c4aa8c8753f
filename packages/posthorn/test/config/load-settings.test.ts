/** Settings from the file `.env` and from the environment. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { loadSettings, readSettings } from '../../src/config/load-settings.ts';

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
      emailApi: 'latest',
      host: '127.0.0.1',
      port: 8025,
      mailHostsAllow: [],
      isCleartextAllowed: false,
      caFile: null,
      trustedProxies: [],
      logLevel: 'info',
      listMaxRows: 5000,
      sessionsPerAccount: 3,
      sessionsTotal: 200,
      sessionIdleSeconds: 300,
      requestTimeoutSeconds: 30,
      stopTimeoutSeconds: 30,
      metricsPort: null,
      metricsHost: '127.0.0.1',
    });
  });

  it('reads .env with comments, quotes and keys that are no setting', () => {
    writeEnv('# Mail\nAPP_ENV="development" # here\nexport PORT=9000\nAPP_NAME=other\n__proto__=x\n');

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

  it('takes an empty variable of the process for a missing one', () => {
    writeEnv('PORT=9000\n');

    assert.equal(loadSettings({ rootDirectory, environment: { PORT: '' } }).port, 9000);
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

    assert.throws(() => loadSettings({ rootDirectory, environment: {} }), {
      problems: [{ key: '.env', expected: 'a readable file', got: 'EISDIR' }],
    });
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
