import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warnOfDebug } from '../../src/config/debug-warning.ts';

const LOCAL = { isDebug: true, appUrl: 'http://127.0.0.1:8025', host: '127.0.0.1' };

describe('warnOfDebug', () => {
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1']) {
    it(`says nothing when only this machine can reach ${host}`, () => {
      assert.deepEqual(warnOfDebug({ ...LOCAL, host }), []);
    });
  }

  for (const host of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.example.org', 'localhost.example.org']) {
    it(`warns when the server listens on ${host}`, () => {
      assert.match(warnOfDebug({ ...LOCAL, host }).join(), /^APP_DEBUG is true although /);
    });
  }

  for (const appUrl of ['https://mail.example.org', 'http://[2001:db8::1]:8025']) {
    it(`warns when clients reach it at ${appUrl}`, () => {
      assert.match(warnOfDebug({ ...LOCAL, appUrl }).join(), /^APP_DEBUG is true although /);
    });
  }

  it('knows loopback in APP_URL', () => {
    assert.deepEqual(warnOfDebug({ ...LOCAL, appUrl: 'http://[::1]:8025/mail' }), []);
  });

  it('says nothing without debug mode', () => {
    assert.deepEqual(
      warnOfDebug({ isDebug: false, appUrl: 'https://mail.example.org', host: '0.0.0.0' }),
      [],
    );
  });
});
