/** What the operator writes of CORS, as a module or as JSON. */
import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ConfigurationError } from '../../src/config/configuration-error.ts';
import { ANSWER_HEADERS, DEFAULT_CORS_OPTIONS } from '../../src/config/cors-options.ts';
import { loadCorsOptions } from '../../src/config/load-cors-options.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { useConfigurationFolder } from './configuration-folder.ts';

const TEMPLATE = fileURLToPath(new URL('../../app/config/cors.example.js', import.meta.url));

const DOCUMENT = new URL('../../../../docs/cors.md', import.meta.url);

const { root, write } = useConfigurationFolder();

/** The options that JSON says. */
async function loadJson(options: unknown) {
  write('cors.json', JSON.stringify(options));
  return (await loadCorsOptions(root())) ?? assert.fail('There is no file.');
}

function problemsOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => [],
    (error: unknown) => {
      assert.ok(error instanceof ConfigurationError);
      return error.problems.map(({ key, expected, got }) => `${key}: expected ${expected}, got ${got}`);
    },
  );
}

const ORIGIN =
  '"*", "null", or an origin such as https://app.example.org, https://*.example.org, example.org:*';
const KEY = 'app/config/cors.json';
const OPENAPI = ['v0', 'v1'].map((name) => new URL(`../../../../docs/openapi/${name}.json`, import.meta.url));

/** The headers of requests and answers in an OpenAPI document, in lower case. */
function namedHeaders(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'in' in node && node.in === 'header' && 'name' in node ? [String(node.name).toLowerCase()] : [];
  const answered = 'description' in node && 'headers' in node ? Object.keys(node.headers as object) : [];
  return [...own, ...answered, ...Object.values(node).flatMap(namedHeaders)];
}
/** Where nothing else is said of paths. */
const PATHS = ['rest-api-email/*'];

describe('loadCorsOptions', () => {
  it('gives nothing without a file', async () => {
    assert.equal(await loadCorsOptions(root()), undefined);
  });

  it('gives the defaults of the options that are not there', async () => {
    assert.deepEqual(await loadJson({}), DEFAULT_CORS_OPTIONS);
  });

  it('takes all options of a module', async () => {
    write(
      'cors.js',
      `export default {
        paths: ['api/*'], allowed_origins: ['https://a.test', 'https://*.b.test'],
        allowed_origins_patterns: [/^https:\\/\\/c[0-9]\\.test$/, '#^http://d\\\\.test$#i'],
        allowed_methods: ['GET'], allowed_headers: ['Accept'], exposed_headers: ['ETag'],
        max_age: null, supports_credentials: true,
      };`,
    );

    const options = await loadCorsOptions(root());

    assert.deepEqual(
      { ...options, allowedOriginPatterns: options?.allowedOriginPatterns.map(({ source }) => source) },
      {
        paths: { everywhere: ['api/*'], byHost: new Map() },
        allowedOrigins: ['https://a.test', 'https://*.b.test'],
        allowedOriginPatterns: ['/^https:\\/\\/c[0-9]\\.test$/', '#^http://d\\.test$#i'],
        allowedMethods: ['GET'],
        allowedHeaders: ['Accept'],
        exposedHeaders: ['ETag'],
        maxAgeSeconds: null,
        hasCredentials: true,
      },
    );
  });

  it('takes the template, which allows no page and exposes every header of the API', async () => {
    copyFileSync(TEMPLATE, join(root(), 'app/config/cors.js'));

    assert.deepEqual(await loadCorsOptions(root()), {
      ...DEFAULT_CORS_OPTIONS,
      paths: { everywhere: ['*'], byHost: new Map() },
      // A name that no host can have (RFC 2606 §2).
      allowedOrigins: ['https://webmail.example'],
      exposedHeaders: ANSWER_HEADERS.map((name) => name),
      maxAgeSeconds: 600,
    });
  });

  it('takes the example of docs/cors.md', async () => {
    write('cors.js', /^```js\n(.*?)^```$/ms.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '');

    const options = await loadCorsOptions(root());

    assert.deepEqual(
      [options?.allowedOrigins, options?.exposedHeaders],
      [['https://webmail.example.org'], ANSWER_HEADERS],
    );
  });

  it('has in the example of docs/cors.md, in any case, every header that the OpenAPI documents name', async () => {
    write('cors.js', /^```js\n(.*?)^```$/ms.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '');
    const options = await loadCorsOptions(root());

    const listed = [...(options?.allowedHeaders ?? []), ...(options?.exposedHeaders ?? [])];
    const known = new Set(listed.map((name) => name.toLowerCase()));
    const described = OPENAPI.flatMap((url) => namedHeaders(JSON.parse(readFileSync(url, 'utf8'))));
    assert.ok(described.length > 10);
    assert.deepEqual(
      described.filter((name) => !known.has(name)),
      [],
    );
  });

  it('takes paths by host', async () => {
    const { paths } = await loadJson({ paths: { 'Mail.example.org': ['api/*'], ['__proto__']: [] } });

    assert.deepEqual(paths, {
      everywhere: [],
      byHost: new Map([
        ['mail.example.org', ['api/*']],
        ['__proto__', []],
      ]),
    });
  });

  it('writes origins as browsers do', async () => {
    const { allowedOrigins } = await loadJson({
      paths: PATHS,
      allowed_origins: [
        'HTTPS://App.Example.org:443',
        'http://localhost:80',
        'https://m\u00fcller.example',
        'null',
      ],
    });

    assert.deepEqual(allowedOrigins, [
      'https://app.example.org',
      'http://localhost',
      'https://xn--mller-kva.example',
      'null',
    ]);
  });

  it('takes origins that are no web sites', async () => {
    const origins = ['capacitor://localhost', 'moz-extension://0a1b2c3d'];

    assert.deepEqual((await loadJson({ paths: PATHS, allowed_origins: origins })).allowedOrigins, origins);
  });

  it('compares expressions with whole origins', async () => {
    const { allowedOriginPatterns } = await loadJson({
      paths: PATHS,
      allowed_origins_patterns: ['/https:\\/\\/app\\.example\\.org|https:\\/\\/app\\.example\\.org:8443/'],
    });

    const isAllowed = (origin: string) => allowedOriginPatterns.some(({ matches }) => matches(origin));
    assert.deepEqual(
      [
        'https://app.example.org',
        'https://app.example.org:8443',
        'https://app.example.org.evil.test',
        'https://evil.test/https://app.example.org',
      ].map(isAllowed),
      [true, true, false, false],
    );
  });

  it('matches expressions in linear time', async () => {
    const { allowedOriginPatterns } = await loadJson({
      paths: PATHS,
      allowed_origins_patterns: ['/^(a+)+$/'],
    });
    const start = cpuMs();

    const matches = allowedOriginPatterns.map((pattern) => pattern.matches(`${'a'.repeat(500)}!`));

    assert.deepEqual([matches, cpuMs() - start < 500], [[false], true]);
  });

  it('tells all problems at once', async () => {
    const problems = await problemsOf(
      loadJson({
        paths: ['', 7],
        allowed_origins: [
          'https://app.example.org/',
          'app.example.org',
          'https://a.test, https://b.test',
          'https://',
          7,
        ],
        allowed_origins_patterns: ['example', '/(?=a)/'],
        allowed_methods: 'GET',
        allowed_headers: ['X Y'],
        exposed_headers: true,
        max_age: -1,
        supports_credentials: 'yes',
        allow_origin: '*',
      }),
    );

    assert.deepEqual(problems, [
      `${KEY}: paths: expected a path such as rest-api-email/*, got ""`,
      `${KEY}: paths: expected a path such as rest-api-email/*, got 7`,
      `${KEY}: allowed_origins: expected ${ORIGIN}, got "https://app.example.org/"`,
      `${KEY}: allowed_origins: expected ${ORIGIN}, got "app.example.org"`,
      `${KEY}: allowed_origins: expected ${ORIGIN}, got "https://a.test, https://b.test"`,
      `${KEY}: allowed_origins: expected ${ORIGIN}, got "https://"`,
      `${KEY}: allowed_origins: expected ${ORIGIN}, got 7`,
      `${KEY}: allowed_origins_patterns: expected an expression such as /^https:\\/\\/[a-z]+\\.example\\.org$/, ` +
        'got "example": it does not start with a delimiter such as / # ~ or {',
      `${KEY}: allowed_origins_patterns: expected an expression such as /^https:\\/\\/[a-z]+\\.example\\.org$/, ` +
        'got "/(?=a)/": error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
      `${KEY}: allowed_methods: expected a list, got "GET"`,
      `${KEY}: allowed_headers: expected a name, or "*", got "X Y"`,
      `${KEY}: exposed_headers: expected false or a list of header names, got true`,
      `${KEY}: max_age: expected null or an integer from 0 to 31536000, got -1`,
      `${KEY}: supports_credentials: expected true or false, got "yes"`,
      `${KEY}: allow_origin: expected no such key, got "*"`,
    ]);
  });

  it('wants paths when there is anything else', async () => {
    const problems = await problemsOf(loadJson({ allowed_origins: ['https://a.test'] }));

    assert.deepEqual(problems, [
      `${KEY}: paths: expected a list of the paths where CORS is on (an empty one switches it off), got nothing`,
    ]);
  });

  it('is switched off by an empty list of paths', async () => {
    const { paths } = await loadJson({ paths: [], allowed_origins: ['https://a.test'] });

    assert.deepEqual(paths, { everywhere: [], byHost: new Map() });
  });

  it('wants a list for each host', async () => {
    const problems = await problemsOf(loadJson({ paths: { 'a.test': 'api/*' } }));

    assert.deepEqual(problems, [`${KEY}: paths: expected a list for "a.test", got "api/*"`]);
  });

  for (const entry of ['*', 'https://*', '*://*:*', '**']) {
    it(`refuses credentials for everybody, written as ${entry}`, async () => {
      const problems = await problemsOf(
        loadJson({ paths: PATHS, allowed_origins: [entry], supports_credentials: true }),
      );

      assert.deepEqual(problems, [
        `${KEY}: supports_credentials: expected false, because ${entry} lets in the pages of every site, got true`,
      ]);
    });
  }

  it('refuses credentials for everybody, written as an expression', async () => {
    const problems = await problemsOf(
      loadJson({
        paths: PATHS,
        allowed_origins: [],
        allowed_origins_patterns: ['/^https?:.+$/'],
        supports_credentials: true,
      }),
    );

    assert.deepEqual(problems, [
      `${KEY}: supports_credentials: expected false, because /^https?:.+$/ lets in the pages of every site, got true`,
    ]);
  });

  it('refuses credentials where nothing says which origins are allowed', async () => {
    const problems = await problemsOf(loadJson({ paths: PATHS, supports_credentials: true }));

    assert.deepEqual(problems, [
      `${KEY}: supports_credentials: expected false, because * lets in the pages of every site, got true`,
    ]);
  });

  for (const value of [[], null, 'x']) {
    it(`refuses ${JSON.stringify(value)} in place of options`, async () => {
      const [problem = '', ...others] = (await problemsOf(loadJson(value))) as readonly string[];

      assert.deepEqual([problem.split(', ')[0], others], [`${KEY}: expected an object`, []]);
    });
  }

  it('refuses a module without a default export', async () => {
    write('cors.js', 'export const cors = {};');

    assert.deepEqual(await problemsOf(loadCorsOptions(root())), [
      'app/config/cors.js: expected an object, got nothing',
    ]);
  });

  it('refuses two files', async () => {
    write('cors.js', 'export default {};');

    assert.deepEqual(await problemsOf(loadJson({})), [
      'app/config/cors: expected one file, got app/config/cors.js and app/config/cors.json',
    ]);
  });
});
