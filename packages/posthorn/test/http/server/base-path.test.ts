import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBasePathRemover } from '../../../src/http/server/base-path.ts';

const SERVICES = ['rest-api-email', 'rest-imapuser'];

const CASES: readonly (readonly [string | null, string, string])[] = [
  [null, '/mail/x', '/mail/x'],
  ['https://mail.test', '/mail/x', '/mail/x'],
  ['https://mail.test/mail', '/mail/rest-api-email/v1?a=/mail/', '/rest-api-email/v1?a=/mail/'],
  ['https://mail.test/mail', '/rest-api-email/v1', '/rest-api-email/v1'],
  ['https://mail.test/a/b', '/a/b/docs', '/docs'],
  ['https://mail.test/mail', '/mail', '/'],
  ['https://mail.test/mail', '/mail?x', '/?x'],
  ['https://mail.test/mail', '/mailing/x', '/mailing/x'],
  ['https://mail.test/mail', '/mail%2Fx', '/mail%2Fx'],
  ['https://mail.test/mail', '/x/mail/y', '/x/mail/y'],
  ['https://mail.test/mail', '/mail/mail/x', '/mail/x'],
  // The installation is called like its service.
  ['https://mail.test/rest-api-email', '/rest-api-email/v1', '/rest-api-email/v1'],
  ['https://mail.test/rest-api-email', '/rest-api-email/rest-api-email/v1', '/rest-api-email/v1'],
];

describe('createBasePathRemover', () => {
  for (const [publicUrl, url, expected] of CASES) {
    it(`makes ${expected} of ${url} at ${publicUrl ?? 'an unknown address'}`, () => {
      assert.equal(createBasePathRemover({ publicUrl, servicePaths: SERVICES })(url), expected);
    });
  }
});
