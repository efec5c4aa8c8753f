import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warnOfContradictions } from '../../src/config/contradictions.ts';
import { readSettings } from '../../src/config/load-settings.ts';

const DEFAULTS = readSettings({});

describe('warnOfContradictions', () => {
  it('finds none in the defaults, nor in those of one proxy', () => {
    const behindProxy = readSettings({ APP_URL: 'https://mail.example.org', APP_TRUST_PROXY: '127.0.0.1' });

    assert.deepEqual([warnOfContradictions(DEFAULTS), warnOfContradictions(behindProxy)], [[], []]);
  });

  for (const { variables, begin } of [
    {
      variables: { APP_EVENT_STREAMS: '2000' },
      begin: 'APP_EVENT_STREAMS is 2000 and APP_SESSIONS_TOTAL 200',
    },
    {
      variables: { APP_EVENT_STREAMS: '10' },
      begin: 'APP_EVENT_STREAMS_PER_ACCOUNT is 20 and APP_EVENT_STREAMS 10',
    },
    {
      variables: { APP_SESSIONS_TOTAL: '1000', APP_SESSIONS_PER_ACCOUNT: '60', APP_WORKERS: '20' },
      begin: 'APP_SESSIONS_PER_ACCOUNT is 60, and one process has 50 sessions',
    },
    {
      variables: { APP_REQUEST_TIMEOUT_SECONDS: '60' },
      begin: 'APP_REQUEST_TIMEOUT_SECONDS is 60 and APP_STOP_TIMEOUT_SECONDS 30',
    },
    {
      variables: { APP_URL: 'http://localhost:8025', PORT: '8030' },
      begin: 'APP_URL is http://localhost:8025 and PORT 8030: the links',
    },
    { variables: { APP_URL: 'https://mail.example.org' }, begin: 'APP_URL begins with https' },
    {
      variables: { AUTH_PROVIDER: 'single-imap-user', APP_MAIL_HOSTS_ALLOW: 'mail.example.org' },
      begin: 'APP_MAIL_HOSTS_ALLOW and APP_MAIL_HOSTS_ONLY have no effect',
    },
  ]) {
    it(`finds: ${begin}`, () => {
      const [warning, ...others] = warnOfContradictions(readSettings(variables));

      assert.deepEqual([warning?.startsWith(begin), others], [true, []], warning);
    });
  }
});
