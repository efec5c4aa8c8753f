/** How the text of a setting becomes a value. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSetting } from '../../src/config/read-setting.ts';
import type { SettingRow } from '../../src/config/setting-row.ts';
import { type SettingName, settingRows } from '../../src/config/settings.ts';

const ROOT = '/srv/posthorn';

const VALUES: readonly (readonly [name: SettingName, text: string, value: unknown])[] = [
  ['appUrl', 'https://mail.example.org/', 'https://mail.example.org'],
  ['appUrl', 'https://mail.example.org/a/b', 'https://mail.example.org/a/b'],
  ['emailPath', '/rest-api-email/api/', 'rest-api-email/api'],
  ['authProvider', 'single-imap-user', 'single-imap-user'],
  ['environment', '  staging  ', 'staging'],
  ['isDebug', 'TRUE', true],
  ['isDebug', '0', false],
  ['emailApi', 'v0', 'v0'],
  ['port', '0', 0],
  ['port', '65535', 65_535],
  [
    'mailHostsAllow',
    'localhost:1143, *.example.org,,[::1]:993',
    ['localhost:1143', '*.example.org', '[::1]:993'],
  ],
  ['caFile', 'certificates/ca.pem', '/srv/posthorn/certificates/ca.pem'],
  ['caFile', '/etc/ssl/ca.pem', '/etc/ssl/ca.pem'],
  ['trustedProxies', '127.0.0.1, 10.0.0.0/8, fd00::/8', ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']],
  ['listMaxRows', '1000000', 1_000_000],
];

const URL = 'an http or https URL without user, query and fragment';
const PATH = 'path segments of letters, digits and . _ ~ - joined by /';
const HOSTS = 'a comma-separated list of host[:port], where *.example.org covers all names below a domain';
const NETWORKS = 'a comma-separated list of IP addresses or networks such as 10.0.0.0/8';

const PROBLEMS: readonly (readonly [name: SettingName, text: string, expected: string, got: string])[] = [
  ['appUrl', 'mail.example.org', URL, '"mail.example.org"'],
  ['appUrl', 'ftp://mail.example.org', URL, '"ftp://mail.example.org"'],
  ['appUrl', 'http://mail.example.org/?a=b', URL, '"http://mail.example.org/?a=b"'],
  ['appUrl', 'http://mail.example.org/#', URL, '"http://mail.example.org/#"'],
  ['appUrl', 'http://x.example\nAPP_DEBUG=true', URL, '"http://x.example\\nAPP_DEBUG=true"'],
  ['appUrl', 'http://jane:tiger@mail.example.org', URL, 'a URL with a user'],
  ['emailPath', '/', PATH, '"/"'],
  ['emailPath', 'a/../b', PATH, '"a/../b"'],
  ['emailPath', 'a b', PATH, '"a b"'],
  ['authProvider', 'ldap', 'one of local-mail-account, single-imap-user', '"ldap"'],
  ['environment', 'a\u0007b', 'text without control characters', '"a\\u0007b"'],
  ['isDebug', 'yes', 'true or false', '"yes"'],
  ['emailApi', 'v9', 'one of v0, latest', '"v9"'],
  ['port', '-1', 'an integer from 0 to 65535', '"-1"'],
  ['port', '65536', 'an integer from 0 to 65535', '"65536"'],
  ['port', '1e3', 'an integer from 0 to 65535', '"1e3"'],
  ['port', '80.5', 'an integer from 0 to 65535', '"80.5"'],
  ['mailHostsAllow', 'https://mail.example.org', HOSTS, '"https://mail.example.org"'],
  ['mailHostsAllow', 'a.example, b c', HOSTS, '"a.example, b c"'],
  ['mailHostsAllow', '*', HOSTS, '"*"'],
  ['trustedProxies', 'true', NETWORKS, '"true"'],
  ['trustedProxies', '10.0.0.0/33', NETWORKS, '"10.0.0.0/33"'],
  ['trustedProxies', '10.0.0.0/8/8', NETWORKS, '"10.0.0.0/8/8"'],
  ['caFile', 'a\u0000b', 'a file name', '"a\\u0000b"'],
  [
    'logLevel',
    'x'.repeat(200),
    'one of fatal, error, warn, info, debug, trace, silent',
    `"${'x'.repeat(79)}...`,
  ],
];

describe('readSetting', () => {
  for (const [name, text, value] of VALUES) {
    it(`reads ${settingRows[name].key}=${text}`, () => {
      assert.deepEqual(readSetting(settingRows[name], { text, rootDirectory: ROOT }), { value });
    });
  }

  for (const [name, text, expected, got] of PROBLEMS) {
    const { key } = settingRows[name];
    it(`refuses ${key}=${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.deepEqual(readSetting(settingRows[name], { text, rootDirectory: ROOT }), {
        problem: { key, expected, got },
      });
    });
  }

  it('takes a blank text for a missing one', () => {
    assert.deepEqual(readSetting(settingRows.port, { text: '  ', rootDirectory: ROOT }), { value: 8025 });
  });

  it('gives null for a missing setting without a default', () => {
    assert.deepEqual(readSetting(settingRows.caFile, { text: undefined, rootDirectory: ROOT }), {
      value: null,
    });
  });

  it('never shows the value of a secret', () => {
    const row: SettingRow = { ...settingRows.port, key: 'PIN', isSecret: true };

    assert.deepEqual(readSetting(row, { text: 'tiger', rootDirectory: ROOT }), {
      problem: { key: 'PIN', expected: 'an integer from 0 to 65535', got: 'a value that is not shown' },
    });
  });
});
