import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { addVary } from '../../../src/http/answer/response-headers.ts';

describe('addVary', () => {
  it('keeps what others have named', async () => {
    const app = fastify();
    app.get('/', async (_request, reply) => {
      addVary(reply.header('vary', 'Origin'), 'Accept');
      return '';
    });

    const answer = await app.inject('/');

    assert.equal(answer.headers.vary, 'Origin, Accept');
  });
});
