import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { warnOfMultilinePatterns } from '../../src/config/multiline-patterns.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import type { MailServerEntry } from '../../src/domain/accounts/mail-server-entry.ts';

function entryWith(...sources: readonly string[]): MailServerEntry {
  return {
    id: 'work' as MailAccountId,
    inbox: { type: 'IMAP', host: 'imap.example.org', port: 993, isTls: true },
    patterns: sources.map((source) => ({ source, matches: () => false })),
    roots: [],
  };
}

describe('warnOfMultilinePatterns', () => {
  it('names the expressions with the flag m, and no others', () => {
    const entries = [
      entryWith('/@example\\.org$/i', '/@m\\.example$/', '#@example\\.org$#im'),
      entryWith('/x$/m'),
    ];

    assert.deepEqual(
      warnOfMultilinePatterns(entries).map((warning) => warning.split(' has the flag')[0]),
      ['The expression #@example\\.org$#im of the entry work', 'The expression /x$/m of the entry work'],
    );
  });
});
