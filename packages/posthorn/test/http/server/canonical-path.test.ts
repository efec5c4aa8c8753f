import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUrlRewriter } from '../../../src/http/server/canonical-path.ts';
import { cpuMs } from '../../support/cpu-time.ts';

const ROOT = '/rest-api-email/v0/MailAccounts/gmail/MailFolders';

/** What becomes of the part of a URL after `ROOT`. */
const REWRITTEN: readonly (readonly [string, string])[] = [
  ['/INBOX/MessageItems', '/INBOX/MessageItems'],
  ['/[Gmail]/Drafts/MessageItems', '/[Gmail]%2FDrafts/MessageItems'],
  ['/%5BGmail%5D%2FDrafts/MessageItems', '/%5BGmail%5D%2FDrafts/MessageItems'],
  ['/a/b/c/MessageItems/5', '/a%2Fb%2Fc/MessageItems/5'],
  ['/a/b/MessageItems/5/MessageBody', '/a%2Fb/MessageItems/5/MessageBody'],
  ['/a/b/MessageItems/5/send', '/a%2Fb/MessageItems/5/send'],
  ['/a/b/MessageItems/5/copy', '/a%2Fb/MessageItems/5/copy'],
  ['/a/b/MessageItems/bulk', '/a%2Fb/MessageItems/bulk'],
  ['/a/b/MessageItems/5/relationships/MailFolder', '/a%2Fb/MessageItems/5/relationships/MailFolder'],
  ['/a/b/MessageItems/5/relationships/Attachments', '/a%2Fb/MessageItems/5/relationships/Attachments'],
  ['/a/b/MessageItems/5/relationships/Nonsense', '/a/b/MessageItems/5/relationships/Nonsense'],
  ['/a/b/MessageItems/5/relationships', '/a/b/MessageItems/5/relationships'],
  ['/a/b/MessageItems/5/Attachments/2-ff', '/a%2Fb/MessageItems/5/Attachments/2-ff'],
  ['/MessageItems/MessageItems', '/MessageItems/MessageItems'],
  ['/MessageItems/MessageItems/5', '/MessageItems/MessageItems/5'],
  ['/a/MessageItems/MessageItems', '/a%2FMessageItems/MessageItems'],
  ['/a/MessageItems/b/MessageItems/5', '/a%2FMessageItems%2Fb/MessageItems/5'],
  ['/a/b/MessageItems/', '/a%2Fb/MessageItems'],
  ['/a/b/MessageItems/5/', '/a%2Fb/MessageItems/5'],
  ['/a/b/MessageItems//', '/a/b/MessageItems/'],
  ['/a//b/MessageItems', '/a%2F%2Fb/MessageItems'],
  ['//MessageItems', '//MessageItems'],
  ['/a/%252e/MessageItems', '/a%2F%252e/MessageItems'],
  ['/a/../b/MessageItems', '/a%2F..%2Fb/MessageItems'],
  ['/a/b/MessageItems?filter=/x/MessageItems/', '/a%2Fb/MessageItems?filter=/x/MessageItems/'],
  ['/a/b', '/a%2Fb'],
  ['/[Gmail]/Drafts?include=x', '/[Gmail]%2FDrafts?include=x'],
  ['', ''],
  ['/a/b/MessageItems/5/source', '/a%2Fb/MessageItems/5/source'],
  ['/a/b/MessageItems/5/thread', '/a%2Fb/MessageItems/5/thread'],
  ['/a/b/MessageItems/5/Attachments/2.1/content', '/a%2Fb/MessageItems/5/Attachments/2.1/content'],
  ['/a/b/MessageItems/5/Attachments/2.1/link', '/a%2Fb/MessageItems/5/Attachments/2.1/link'],
  ['/a/b/MessageItems/5/Attachments/2.1/else', '/a/b/MessageItems/5/Attachments/2.1/else'],
  ['/a/b/MessageItems/5/Nonsense', '/a/b/MessageItems/5/Nonsense'],
  ['/a/b/MessageItems/5/MessageBody/6', '/a/b/MessageItems/5/MessageBody/6'],
];

describe('createUrlRewriter', () => {
  for (const [before, after] of REWRITTEN) {
    it(`writes ${before} as ${after}`, () => {
      assert.equal(
        createUrlRewriter({ emailPath: 'rest-api-email', alias: 'v1' })(ROOT + before),
        ROOT + after,
      );
    });
  }

  it('keeps the resources of a folder apart from its name, but for version 0', () => {
    const rewrite = createUrlRewriter({ emailPath: 'api', alias: 'v1' });
    const folders = 'MailAccounts/gmail/MailFolders';

    assert.deepEqual(
      [
        rewrite(`/api/v1/${folders}/a/b/changes?since=x`),
        rewrite(`/api/v1/${folders}/a/b/inventory`),
        rewrite(`/api/${folders}/a/events`),
        rewrite(`/api/v1/${folders}/events`),
        rewrite(`/api/v1/${folders}/a%2Fchanges`),
        rewrite(`/api/v0/${folders}/a/changes`),
        createUrlRewriter({ emailPath: 'api', alias: 'v0' })(`/api/${folders}/a/events`),
      ],
      [
        `/api/v1/${folders}/a%2Fb/changes?since=x`,
        `/api/v1/${folders}/a%2Fb/inventory`,
        `/api/${folders}/a/events`,
        `/api/v1/${folders}/events`,
        `/api/v1/${folders}/a%2Fchanges`,
        `/api/v0/${folders}/a%2Fchanges`,
        `/api/${folders}/a%2Fevents`,
      ],
    );
  });

  it('knows paths without a version', () => {
    const url = '/rest-api-email/MailAccounts/gmail/MailFolders/a/b/MessageItems';

    assert.equal(
      createUrlRewriter({ emailPath: 'rest-api-email', alias: 'v1' })(url),
      '/rest-api-email/MailAccounts/gmail/MailFolders/a%2Fb/MessageItems',
    );
  });

  it('knows an email path of several segments', () => {
    assert.equal(
      createUrlRewriter({ emailPath: '/rest-api-email/api/', alias: 'v1' })(
        '/rest-api-email/api/v0/MailAccounts/g/MailFolders/a/b/MessageItems',
      ),
      '/rest-api-email/api/v0/MailAccounts/g/MailFolders/a%2Fb/MessageItems',
    );
  });

  it('knows an email path that is the root', () => {
    assert.equal(
      createUrlRewriter({ emailPath: '', alias: 'v1' })('/v0/MailAccounts/g/MailFolders/a/b/MessageItems'),
      '/v0/MailAccounts/g/MailFolders/a%2Fb/MessageItems',
    );
  });

  it('drops the last slash of any other path and leaves the root alone', () => {
    const rewrite = createUrlRewriter({ emailPath: 'rest-api-email', alias: 'v1' });

    assert.deepEqual(['/health/', '/', '/other/a/b/MessageItems?x=/'].map(rewrite), [
      '/health',
      '/',
      '/other/a/b/MessageItems?x=/',
    ]);
  });

  it('takes a path of a hundred thousand segments in its stride', () => {
    const url = `${ROOT}${'/MessageItems'.repeat(100_000)}`;
    const start = cpuMs();

    createUrlRewriter({ emailPath: 'rest-api-email', alias: 'v1' })(url);

    assert.ok(cpuMs() - start < 500);
  });
});
