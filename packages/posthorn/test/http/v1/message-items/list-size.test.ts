/** How long answers are: a list has what its rows say, and little beside. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mixedMessages } from '../../../support/mixed-messages.ts';
import { MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';

/** Octets of a default list of 50 messages, uncompressed. */
const MAX_LIST_OCTETS = 32_000;

describe('A list of 50 messages in v1', () => {
  let server: V1Server;
  before(async () => {
    server = await startV1Server({ mailboxes: [{ name: 'INBOX', messages: [...mixedMessages(500)] }] });
  });
  after(() => server?.close());

  const octetsOf = async (query: string): Promise<number> => {
    const answer = await server.get(`${MESSAGES}${query}`);
    assert.equal(answer.json().data.length, 50);
    return answer.rawPayload.length;
  };

  it('has less than 32 KB with the default fields', async () => {
    const octets = await octetsOf('');

    assert.ok(octets < MAX_LIST_OCTETS, `${octets} octets`);
  });

  it('has less than 40 KB with its folder and the linkage to it', async () => {
    const octets = await octetsOf('?include=MailFolder');

    assert.ok(octets < 40_000, `${octets} octets`);
  });
});
