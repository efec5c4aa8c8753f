import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createPublicAddress } from '../../../../src/http/request/url/public-address.ts';

/** A request that came by a proxy, as far as its address is concerned. */
function requestBehind(prefix: string): FastifyRequest {
  const request = {
    protocol: 'https',
    host: 'mail.example.org',
    headers: { 'x-forwarded-prefix': prefix },
    socket: { remoteAddress: '10.0.0.1' },
  };
  return request as unknown as FastifyRequest;
}

describe('The address of a request', () => {
  it('is found out once, however many links begin with it, and is not that of another request', () => {
    const asked: unknown[] = [];
    const isTrustedProxy = (address: string | undefined) => asked.push(address) > 0;
    const { baseOf, prefixOf } = createPublicAddress({ publicUrl: null, isTrustedProxy });
    const [one, other] = [requestBehind('/one'), requestBehind('/other')];

    const addresses = [baseOf(one), prefixOf(one), baseOf(one), prefixOf(other), prefixOf(one)];

    const base = 'https://mail.example.org/one';
    assert.deepEqual(addresses, [base, '/one', base, '/other', '/one']);
    assert.deepEqual(asked, ['10.0.0.1', '10.0.0.1']);
  });
});
