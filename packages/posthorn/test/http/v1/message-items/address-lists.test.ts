/** Fields with several addresses: one member has the last, as released clients show it, another has all. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MESSAGES, startV1Server, type V1Server } from '../v1-server.ts';

const ANN = { address: 'ann@example.org', name: 'Ann' };
const BOB = { address: 'bob@example.org', name: 'Bob' };
const FROM = 'From: Ann <ann@example.org>, Bob <bob@example.org>\r\n';

describe('fromAddresses and replyToAddresses of v1', () => {
  let server: V1Server;
  before(async () => {
    const messages = [
      { raw: Buffer.from(`${FROM}Reply-To: Bob <bob@example.org>, list@example.org\r\n\r\nx`) },
      { raw: Buffer.from(`${FROM}\r\nx`) },
    ];
    server = await startV1Server({ mailboxes: [{ name: 'INBOX', messages }] });
  });
  after(() => server?.close());

  const attributesOf = async (uid: number) => {
    const fields = 'from,fromAddresses,replyTo,replyToAddresses';
    return (await server.get(`${MESSAGES}/${uid}?fields[MessageItem]=${fields}`)).json().data.attributes;
  };

  it('have all addresses, beside the last one of each', async () => {
    const list = { address: 'list@example.org', name: 'list@example.org' };

    assert.deepEqual(await attributesOf(1), {
      from: BOB,
      fromAddresses: [ANN, BOB],
      replyTo: list,
      replyToAddresses: [BOB, list],
    });
  });

  it('answer to the authors where there is no Reply-To', async () => {
    const { replyTo, replyToAddresses } = await attributesOf(2);

    assert.deepEqual([replyTo, replyToAddresses], [BOB, [ANN, BOB]]);
  });
});
