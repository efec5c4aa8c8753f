/** A conversation that is read while its messages change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, Client } from '../../src/api/client.ts';
import { createReading } from '../../src/state/reading.ts';
import { rowsWithUids } from '../support/message-row.ts';

describe('createReading', () => {
  it('keeps flags that the user sets before the conversation has been read', async () => {
    let answerThread: (answer: Answer) => void = () => undefined;
    const client = {
      ask: (path: string) =>
        new Promise<Answer>((resolve) => {
          if (path.includes('/thread')) answerThread = resolve;
        }),
    } as unknown as Client;
    const [row] = rowsWithUids(1);
    assert.ok(row);
    const reading = createReading(client);
    const opened = reading.open(row);

    reading.change(new Set([row.id]), (message) => ({ ...message, flagged: true }));
    const attributes = { seen: true, flagged: false };
    const data = [row.id, 'a.INBOX.1.2'].map((id) => ({ type: 'MessageItem', id, attributes }));
    answerThread({ document: { data }, etag: null });
    await opened;

    assert.deepEqual(
      reading.conversation.value?.messages.map(({ flagged }) => flagged),
      [true, false],
    );
  });
});
