import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageContent } from '../../src/message/message-content.ts';
import { threadNumber } from '../../src/message/thread-id.ts';

const threadOf = (...fields: string[]) =>
  threadNumber(new MessageContent(Buffer.from(`${fields.join('\n')}\n\ntext`)).header);

describe('threadNumber', () => {
  it('is the same for a message and its answers', () => {
    const root = threadOf('Message-ID: <root@x>');

    assert.equal(threadOf('Message-ID: <a@x>', 'In-Reply-To: <root@x>'), root);
    assert.equal(threadOf('Message-ID: <b@x>', 'References: <root@x>', ' <a@x>'), root);
  });

  it('is another for another conversation', () => {
    assert.notEqual(threadOf('Message-ID: <root@x>'), threadOf('Message-ID: <other@x>'));
  });
});
