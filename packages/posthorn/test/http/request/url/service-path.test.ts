import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { servicePrefix } from '../../../../src/http/request/url/service-path.ts';

const PREFIXES: readonly (readonly [string, string])[] = [
  ['rest-api-email', '/rest-api-email'],
  ['/rest-api-email/api/', '/rest-api-email/api'],
  ['', ''],
  ['/', ''],
];

describe('servicePrefix', () => {
  for (const [path, prefix] of PREFIXES) {
    it(`of ${JSON.stringify(path)} is ${JSON.stringify(prefix)}`, () => {
      assert.equal(servicePrefix(path), prefix);
    });
  }
});
