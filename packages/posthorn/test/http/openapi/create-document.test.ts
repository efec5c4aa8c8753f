import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDocument } from '../../../src/http/openapi/create-document.ts';
import type { VersionDescription } from '../../../src/http/openapi/version-description.ts';
import type { ApiRoute } from '../../../src/http/route/api-route.ts';
import type { OpenApiDocument } from './described-answers.ts';

const DESCRIPTION: VersionDescription = {
  title: 'A',
  text: 'B',
  tags: [],
  schemas: { Thing: { type: 'object', properties: { id: { type: 'string', examples: ['7'] } } } },
  examples: {},
};

function route(values: Partial<ApiRoute> = {}): ApiRoute {
  return {
    method: 'GET',
    path: '/things/:id',
    operation: {
      operationId: 'getThing',
      summary: 'Get it',
      tags: [],
      params: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Its id.', examples: ['7'] } },
      },
      response: {
        200: {
          description: 'It.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
    login: 'account',
    handler: async () => null,
    ...values,
  };
}

async function create(...routes: readonly ApiRoute[]): Promise<OpenApiDocument> {
  const services = [{ prefixes: ['/api/v0', '/api'], routes }] as const;
  return (await createDocument({
    tag: 'v0',
    description: DESCRIPTION,
    base: '',
    services,
  })) as OpenApiDocument;
}

describe('createDocument', () => {
  it('writes a route as an operation below the paths of its service', async () => {
    const { servers, paths } = await create(route());

    assert.deepEqual(servers, [{ url: '/api/v0' }, { url: '/api' }]);
    assert.deepEqual(paths, {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          summary: 'Get it',
          tags: [],
          parameters: [
            {
              in: 'path',
              name: 'id',
              required: true,
              description: 'Its id.',
              example: '7',
              schema: { type: 'string' },
            },
          ],
          responses: {
            200: {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    });
  });

  it('keeps the operation id of a HEAD route', async () => {
    const head = route({ method: 'HEAD', operation: { operationId: 'headThing', summary: 'x', tags: [] } });

    const { paths } = await create(head, route());

    assert.deepEqual(
      Object.entries(paths['/things/{id}'] ?? {}).map(([method, { operationId }]) => [method, operationId]),
      [
        ['head', 'headThing'],
        ['get', 'getThing'],
      ],
    );
  });

  it('asks for no login where the route needs none', async () => {
    const { paths } = await create(route({ login: 'none' }));

    assert.deepEqual(paths['/things/{id}']?.get?.security, []);
  });

  it('gives the operations of another service its own paths', async () => {
    const document = (await createDocument({
      tag: 'v0',
      description: DESCRIPTION,
      base: '/mail',
      services: [
        { prefixes: ['/api/v0'], routes: [route()] },
        { prefixes: ['/auth'], routes: [route({ path: '/other' })] },
      ],
    })) as OpenApiDocument;

    assert.deepEqual(
      [document.paths['/things/{id}']?.get?.servers, document.paths['/other']?.get?.servers],
      [undefined, [{ url: '/mail/auth' }]],
    );
  });

  it('leaves the operations and the schemas as they are, and so gives the same document again', async () => {
    const same = route();

    const documents = [await create(same), await create(same)];

    assert.deepEqual(documents[0], documents[1]);
    assert.deepEqual(same, { ...route(), handler: same.handler });
  });
});
