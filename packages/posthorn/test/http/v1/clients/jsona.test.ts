/** What the serializer jsona makes of an answer can be sent back as it is. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Jsona } from 'jsona';
import { PLAIN } from '../v1-server.ts';
import { type ClientServer, HEADERS, startClientServer } from './client-server.ts';

describe('jsona, unmodified', () => {
  let server: ClientServer;
  const jsona = new Jsona();
  before(async () => {
    server = await startClientServer();
  });
  after(() => server?.close());

  const read = async (path: string) =>
    jsona.deserialize(await (await fetch(`${server.apiUrl}/${path}`, { headers: HEADERS })).text());

  it('sends back a message that it read, with one change', async () => {
    const list = await read('MessageItems?filter[MailFolder]=gmail.INBOX&page[size]=1');
    const [first] = [list].flat();
    const message = await read(`MessageItems/${first?.id}?include=MailFolder`);
    const document = jsona.serialize({ stuff: { ...message, flagged: true } });
    const answer = await fetch(`${server.apiUrl}/MessageItems/${first?.id}`, {
      method: 'PATCH',
      headers: { ...HEADERS, 'Content-Type': PLAIN },
      body: JSON.stringify(document),
    });

    assert.equal(answer.status, 200, await answer.clone().text());
    assert.equal(((await read(`MessageItems/${first?.id}`)) as { flagged?: boolean }).flagged, true);
  });
});
