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
  segments: { id: { type: 'string', description: 'Its id.', examples: ['7'] } },
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
      response: {
        200: {
          description: 'It.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
    access: { login: 'account', scope: 'mail.read' },
    handler: async () => null,
    ...values,
  };
}

function create(...routes: readonly ApiRoute[]): OpenApiDocument {
  const services = [{ prefixes: ['/api/v0', '/api'], routes }] as const;
  return createDocument({ tag: 'v0', description: DESCRIPTION, base: '', services }) as OpenApiDocument;
}

describe('createDocument', () => {
  it('writes a route as an operation below the paths of its service', () => {
    const { servers, paths, components } = create(route());

    assert.deepEqual(servers, [{ url: '/api/v0' }, { url: '/api' }]);
    assert.deepEqual(paths, {
      '/things/{id}': {
        get: {
          operationId: 'getThing',
          summary: 'Get it',
          tags: [],
          parameters: [{ $ref: '#/components/parameters/id' }],
          responses: {
            200: {
              description: 'It.',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
          },
        },
      },
    });
    assert.deepEqual((components as { readonly parameters?: object }).parameters, {
      id: {
        in: 'path',
        name: 'id',
        required: true,
        description: 'Its id.',
        example: '7',
        schema: { type: 'string' },
      },
    });
  });

  it('keeps the operation id of a HEAD route', () => {
    const head = route({ method: 'HEAD', operation: { operationId: 'headThing', summary: 'x', tags: [] } });

    const { paths } = create(head, route());

    assert.deepEqual(
      Object.entries(paths['/things/{id}'] ?? {}).map(([method, { operationId }]) => [method, operationId]),
      [
        ['head', 'headThing'],
        ['get', 'getThing'],
      ],
    );
  });

  it('asks for no login where the route needs none', () => {
    const { paths } = create(route({ access: { login: 'none' } }));

    assert.deepEqual(paths['/things/{id}']?.get?.security, []);
  });

  it('gives the operations of another service its own paths', () => {
    const document = createDocument({
      tag: 'v0',
      description: DESCRIPTION,
      base: '/mail',
      services: [
        { prefixes: ['/api/v0'], routes: [route()] },
        { prefixes: ['/auth'], routes: [route({ path: '/other' })] },
      ],
    }) as OpenApiDocument;

    assert.deepEqual(
      [document.paths['/things/{id}']?.get?.servers, document.paths['/other']?.get?.servers],
      [undefined, [{ url: '/mail/auth' }]],
    );
  });

  it('leaves the operations and the schemas as they are, and so gives the same document again', () => {
    const same = route();

    const documents = [create(same), create(same)];

    assert.deepEqual(documents[0], documents[1]);
    assert.deepEqual(same, { ...route(), handler: same.handler });
  });

  it('makes components of what operations share, and of what has a title', () => {
    const schema = { title: 'Shared', type: 'object', properties: { title: { type: 'string' } } };
    const operation = {
      ...route().operation,
      body: { content: { 'application/json': { schema } } },
      response: {
        200: { description: 'It.', content: { 'application/json': { schema } } },
        404: { description: 'None.' },
      },
    };
    const other = { ...operation, operationId: 'getOther' };

    const { paths, components } = create(
      route({ operation }),
      route({ path: '/others/:id', operation: other }),
    );

    const { get } = paths['/others/{id}'] ?? {};
    const { title: _, ...shared } = schema;
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Shared' } } };
    assert.deepEqual(
      [get?.requestBody, get?.responses],
      [
        { $ref: '#/components/requestBodies/getThing' },
        {
          200: { $ref: '#/components/responses/getThing200' },
          404: { $ref: '#/components/responses/Failure404' },
        },
      ],
    );
    assert.deepEqual(components, {
      parameters: components.parameters,
      requestBodies: { getThing: { required: true, content } },
      responses: { getThing200: { description: 'It.', content }, Failure404: { description: 'None.' } },
      schemas: { ...DESCRIPTION.schemas, Shared: shared },
      examples: {},
      securitySchemes: components.securitySchemes,
    });
  });

  it('refuses two components of one name', () => {
    const other = { id: { type: 'integer', description: 'A number.', examples: [7] } };
    const operation = { ...route().operation, operationId: 'getOther', segments: other };

    assert.throws(() => create(route(), route({ path: '/others/:id', operation })), {
      name: 'TypeError',
      message: 'There are two parameters with the name "id".',
    });
  });
});
