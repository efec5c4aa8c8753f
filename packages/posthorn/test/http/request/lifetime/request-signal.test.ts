import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, it } from 'node:test';
import fastify, { type FastifyRequest } from 'fastify';
import type { MailError } from '../../../../src/domain/errors/mail-error.ts';
import {
  addRequestSignals,
  clientSignalOf,
  signalOf,
} from '../../../../src/http/request/lifetime/request-signal.ts';
import { deferred } from '../../../support/deferred.ts';

const NEVER = new Promise<never>(() => undefined);

describe('The signal of the work for a request', () => {
  for (const [method, isEnded] of [
    ['GET', true],
    ['POST', false],
    ['PATCH', false],
    ['DELETE', false],
  ] as const) {
    it(`of ${method} ${isEnded ? 'ends' : 'goes on'} when its client leaves`, async (t) => {
      const begun = deferred<FastifyRequest>();
      const app = fastify();
      addRequestSignals(app, 10_000);
      app.route({
        method,
        url: '/',
        handler(request) {
          begun.resolve(request);
          return NEVER;
        },
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      t.after(() => app.close());
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`${method} / HTTP/1.1\r\nhost: x\r\n\r\n`);
      const request = await begun.promise;
      const left = once(clientSignalOf(request), 'abort');
      socket.destroy();
      await left;

      assert.equal(signalOf(request).aborted, isEnded);
    });
  }

  it('ends when the time is up, whoever waits', async () => {
    const app = fastify();
    addRequestSignals(app, 1);
    app.post('/', async (request) => {
      const signal = signalOf(request);
      if (!signal.aborted) await once(signal, 'abort');
      return { code: (signal.reason as MailError).code };
    });

    assert.deepEqual((await app.inject({ method: 'POST', url: '/' })).json(), { code: 'server-timeout' });
  });
});
