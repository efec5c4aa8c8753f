/** The OpenAPI documents that the server hands out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { HttpServices } from '../../../src/http/route/http-services.ts';
import { API_VERSIONS } from '../../../src/http/server/api-versions.ts';
import { authProvider, createTestServer } from '../test-server.ts';
import {
  createAnswerCheck,
  type OpenApiDocument,
  type Operation,
  readDocument,
  readGoldenFile,
} from './described-answers.ts';

/** All operations, each with the name by which tests speak of it. */
function operationsOf({
  paths,
}: OpenApiDocument): readonly { readonly name: string; readonly operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

/** The services of routes that need a store, which is never asked. */
const STORED = {
  ...{
    managedKeys: {},
    connectedAccounts: {},
    connectLinks: {},
    storedEvents: {},
    eventStreams: {},
    managedWebhooks: {},
    webhookTests: {},
    directSubmissions: {},
  },
} as Partial<HttpServices>;

for (const { tag } of API_VERSIONS) {
  const document = readDocument(tag);

  describe(`docs/openapi/${tag}.json`, () => {
    it('is what the server answers with; `npm run docs` rewrites it', async (t) => {
      const answer = await createTestServer(t, { services: STORED }).inject(`/openapi/${tag}.json`);

      assert.deepEqual(answer.json(), JSON.parse(readGoldenFile(tag)));
    });

    it('is valid OpenAPI 3.1', async () => {
      const validator = new Validator();

      const { errors } = await validator.validate(JSON.parse(readGoldenFile(tag)));

      assert.deepEqual([errors, validator.version], [undefined, '3.1']);
    });

    it('gives each operation an id of its own', () => {
      const ids = operationsOf(document).map(({ operation }) => operation.operationId);

      assert.deepEqual(ids, [...new Set(ids)]);
    });

    it('puts operations into groups that it describes, and uses each group', () => {
      const used = operationsOf(document).flatMap(({ operation }) => operation.tags);

      assert.deepEqual(new Set(used), new Set(document.tags.map(({ name }) => name)));
    });

    it('describes every operation and every parameter, the parameters with examples', () => {
      const silent = operationsOf(document).flatMap(({ name, operation }) => [
        ...(operation.description ? [] : [name]),
        ...(operation.parameters ?? [])
          .filter(({ description, example, content }) => {
            const shown = example ?? Object.values(content ?? {})[0]?.example;
            return description === undefined || shown === undefined;
          })
          .map((parameter) => `${name}: ${parameter.name}`),
      ]);

      assert.deepEqual(silent, []);
    });

    it('shows examples of the shape that it describes', () => {
      const errorsOf = createAnswerCheck(document);
      const errors = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).flatMap(([method, { responses }]) =>
          Object.entries(responses).flatMap(([status, { content }]) => {
            const { example, examples = {} } = Object.values(content ?? {})[0] ?? {};
            const named = Object.keys(examples).map((code) => document.components.examples[code]?.value);
            return [...(example === undefined ? [] : [example]), ...named].flatMap((body) =>
              errorsOf({ path, method, status }, body).map(
                (error) => `${method} ${path} ${status}: ${error}`,
              ),
            );
          }),
        ),
      );

      assert.deepEqual(errors, []);
    });
  });
}

describe('GET /openapi/v0.json', () => {
  const get = async (app: ReturnType<typeof createTestServer>) =>
    (await app.inject('/openapi/v0.json')).json() as OpenApiDocument;

  it('names the configured paths', async (t) => {
    const options = { emailPath: 'mail/api', authPath: 'login', aliasVersion: 'v0' } as const;

    const document = await get(createTestServer(t, { options }));

    assert.deepEqual(document.servers, [{ url: '/mail/api/v0' }, { url: '/mail/api' }]);
    assert.deepEqual(document.paths['/auth']?.post?.servers, [{ url: '/login/v0' }, { url: '/login' }]);
  });

  it('has a server also where the email service is at the root', async (t) => {
    const document = await get(createTestServer(t, { options: { emailPath: '', aliasVersion: 'v0' } }));

    assert.deepEqual(document.servers, [{ url: '/v0' }, { url: '/' }]);
  });

  it('has no sign-in where the auth provider has none', async (t) => {
    const provider = { ...authProvider, hasSignIn: false };

    const { paths } = await get(createTestServer(t, { authProvider: provider }));

    assert.equal(paths['/auth'], undefined);
  });

  it('asks for no login for the sign-in, and for one everywhere else', async (t) => {
    const document = await get(createTestServer(t));

    const open = operationsOf(document).filter(({ operation }) => operation.security?.length === 0);

    assert.deepEqual(
      open.map(({ name }) => name),
      ['POST /auth'],
    );
    assert.deepEqual(document.security, [
      { basicAuth: [] },
      { basicAuth: [], connectionData: [] },
      { bearerAuth: [], mailUser: [] },
      { bearerAuth: [], connectionData: [] },
      { basicAuth: [], mailAuth: [] },
    ]);
  });

  it('lists the logins that the auth provider takes', async (t) => {
    const securityWith = async (hasTokens: boolean, hasConnectionData: boolean) => {
      const provider = { ...authProvider, acceptedLogins: () => ({ hasTokens, hasConnectionData }) };
      const { security, components } = await get(createTestServer(t, { authProvider: provider }));
      const { securitySchemes } = components as unknown as { securitySchemes: object };
      return [security, Object.keys(securitySchemes)];
    };

    assert.deepEqual(await securityWith(false, false), [[{ basicAuth: [] }], ['basicAuth']]);
    assert.deepEqual(await securityWith(true, false), [
      [{ basicAuth: [] }, { bearerAuth: [], mailUser: [] }, { basicAuth: [], mailAuth: [] }],
      ['basicAuth', 'bearerAuth', 'mailUser', 'mailAuth'],
    ]);
    assert.deepEqual(await securityWith(false, true), [
      [{ basicAuth: [] }, { basicAuth: [], connectionData: [] }],
      ['basicAuth', 'connectionData'],
    ]);
  });

  it('has no operation of another version', async (t) => {
    const { paths } = await get(createTestServer(t));

    assert.deepEqual(
      [paths['/auth'] === undefined, paths['/MailAccounts/{mailAccountId}'] === undefined],
      [false, true],
    );
  });
});

describe('GET /openapi/v1.json', () => {
  it('has no operation of another version', async (t) => {
    const answer = await createTestServer(t).inject('/openapi/v1.json');
    const { paths } = answer.json() as OpenApiDocument;

    assert.deepEqual(
      [paths['/auth'] === undefined, paths['/MailAccounts/{mailAccountId}'] === undefined],
      [true, false],
    );
  });
});
