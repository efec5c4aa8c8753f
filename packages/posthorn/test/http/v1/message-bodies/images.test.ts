/** The images of other servers, which tell the sender that a mail was read. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildMessage } from '../../../support/message-samples.ts';
import { MESSAGES, startV1Server, USER, type V1Server } from '../v1-server.ts';

const V0_BODY = '/rest-api-email/v0/MailAccounts/gmail/MailFolders/INBOX/MessageItems';
const TRACKED =
  '<p>Hi</p><img src="https://t.test/open.gif"><table background="https://t.test/b.png"><tr><td>x</td></tr></table>';
const SHOWN = '<p>Hi</p><img src="https://t.test/open.gif" />';
const HIDDEN = '<p>Hi</p><img data-remote-src="https://t.test/open.gif" />';

describe('Images of other servers', () => {
  let server: V1Server;
  let uid: number;
  before(async () => {
    server = await startV1Server();
    uid = server.sandbox.user(USER.name).deliver(buildMessage({ html: TRACKED }));
  });
  after(() => server.close());

  const read = async (url: string) => (await server.get(url)).json();

  it('are left out of the HTML by version 1, and are told', async () => {
    const { data } = await read(`${MESSAGES}/${uid}/MessageBody`);

    assert.ok(data.attributes.textHtml.startsWith(HIDDEN));
    assert.deepEqual(data.meta, {
      blockedRemoteContent: { count: 2, urls: ['https://t.test/open.gif', 'https://t.test/b.png'] },
    });
  });

  it('stay with images=allow, and nothing else does', async () => {
    const { data } = await read(`${MESSAGES}/${uid}/MessageBody?images=allow`);

    assert.ok(data.attributes.textHtml.startsWith(SHOWN));
    assert.deepEqual(data.meta.blockedRemoteContent, { count: 1, urls: ['https://t.test/b.png'] });
  });

  it('are treated the same where bodies are included', async () => {
    const { included: blocked } = await read(`${MESSAGES}?filter[uid]=${uid}&include=MessageBody`);
    const { included: allowed } = await read(`${MESSAGES}/${uid}?include=MessageBody&images=allow`);

    assert.deepEqual(
      [blocked, allowed].map(([body]) => body.attributes.textHtml.slice(0, SHOWN.length)),
      [HIDDEN.slice(0, SHOWN.length), SHOWN],
    );
  });

  it('are no business of an answer without HTML', async () => {
    const { data } = await read(`${MESSAGES}/${uid}/MessageBody?fields[MessageBody]=textPlain`);

    assert.equal(data.meta, undefined);
  });

  it('refuse another word', async () => {
    const answer = await server.get(`${MESSAGES}/${uid}/MessageBody?images=maybe`);

    assert.deepEqual([answer.statusCode, answer.json().errors[0].source], [400, { parameter: 'images' }]);
  });

  it('stay in version 0, whose clients block them, unless they say block', async () => {
    const usual = await read(`${V0_BODY}/${uid}/MessageBody`);
    const blocked = await read(`${V0_BODY}/${uid}/MessageBody?images=block`);
    const refused = await server.get(`${V0_BODY}/${uid}/MessageBody?images=maybe`);

    assert.ok(usual.data.textHtml.startsWith(SHOWN));
    assert.ok(blocked.data.textHtml.startsWith(HIDDEN));
    assert.deepEqual(
      [usual.meta.blockedRemoteContent.count, blocked.meta.blockedRemoteContent.count],
      [1, 2],
    );
    assert.equal(refused.statusCode, 400);
  });
});
