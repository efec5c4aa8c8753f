/** Message-IDs and references of a header. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseHeaderBlock } from '../../src/message/header-block.ts';
import { messageIdOf, referencesOf } from '../../src/message/message-ids.ts';

function header(...lines: readonly string[]) {
  const raw = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  return parseHeaderBlock({ raw, start: 0, end: raw.length });
}

describe('messageIdOf', () => {
  it('gives one form for all ways to quote the id', () => {
    const quoted = messageIdOf(header('Message-ID: <"01KF8"@example.org>'));
    assert.equal(quoted, '01KF8@example.org');
    assert.equal(messageIdOf(header('message-id:\r\n <01KF8@example.org> (comment)')), quoted);
  });

  it('is undefined when there is no valid id', () => {
    assert.deepEqual(
      [messageIdOf(header('Subject: a')), messageIdOf(header('Message-ID: <none>'))],
      [undefined, undefined],
    );
  });
});

describe('referencesOf', () => {
  it('gives References in their order', () => {
    assert.deepEqual(referencesOf(header('References: <a@x>\r\n\t<b@x><c@x>', 'In-Reply-To: <d@x>')), [
      'a@x',
      'b@x',
      'c@x',
    ]);
  });

  it('falls back to the first id of In-Reply-To', () => {
    assert.deepEqual(referencesOf(header('References: none', 'In-Reply-To: your <d@x> of <e@x>')), ['d@x']);
    assert.deepEqual(referencesOf(header('Subject: a')), []);
  });

  it('reads a long value in linear time', () => {
    const start = performance.now();
    referencesOf(header(`References: ${'<a@'.repeat(200_000)}`));
    assert.ok(performance.now() - start < 1000);
  });
});
