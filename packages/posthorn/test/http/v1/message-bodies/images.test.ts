/** The images of other servers, which tell the sender that a mail was read. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildMessage } from '../../../support/message-samples.ts';
import { MESSAGES, startV1Server, USER, type V1Server } from '../v1-server.ts';

const V0_BODY = '/rest-api-email/v0/MailAccounts/gmail/MailFolders/INBOX/MessageItems';
const TRACKED =
  '<p>Hi</p><img src="https://t.test/open.gif"><table background="https://t.test/b.png"><tr><td>x</td></tr></table>';
const SHOWN =
  '<p>Hi</p><img src="https://t.test/open.gif" /><table style="background-image: url(&quot;https://t.test/b.png&quot;)">';
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
      derived: ['textPlain'],
      blockedRemoteContent: { count: 2, urls: ['https://t.test/open.gif', 'https://t.test/b.png'] },
    });
  });

  it('stay with images=allow, as backgrounds do', async () => {
    const { data } = await read(`${MESSAGES}/${uid}/MessageBody?images=allow`);

    assert.ok(data.attributes.textHtml.startsWith(SHOWN));
    assert.equal(data.meta.blockedRemoteContent, undefined);
  });

  it('are treated the same where bodies are included', async () => {
    const { included: blocked } = await read(`${MESSAGES}?filter[uid]=${uid}&include=MessageBody`);
    const { included: allowed } = await read(`${MESSAGES}/${uid}?include=MessageBody&images=allow`);

    assert.deepEqual(
      [blocked, allowed].map(([body]) => body.attributes.textHtml.slice(0, HIDDEN.length)),
      [HIDDEN, SHOWN.slice(0, HIDDEN.length)],
    );
  });

  it('are no business of an answer without HTML', async () => {
    const { data } = await read(`${MESSAGES}/${uid}/MessageBody?fields[MessageBody]=textPlain`);

    assert.deepEqual([data.meta, data.attributes.textPlain], [{ derived: ['textPlain'] }, 'Hi\n\nx']);
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
    assert.deepEqual([usual.meta, blocked.meta.blockedRemoteContent.count], [undefined, 2]);
    assert.equal(refused.statusCode, 400);
  });
});
