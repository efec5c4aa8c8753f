/** A page of messages whose texts take longer than a request may. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { HtmlSanitizer } from '../../../../src/application/ports/html-sanitizer.ts';
import { NOTHING_BLOCKED } from '../../../../src/domain/messages/remote-content.ts';
import { untilAborted } from '../../../../src/domain/values/until-aborted.ts';
import { buildMessage } from '../../../support/message-samples.ts';
import { MESSAGES, openV1Api, USER, type V1Api } from '../v1-server.ts';

/** Never ends with HTML that says so. */
const htmlSanitizer: HtmlSanitizer = {
  async sanitize({ html }, signal) {
    if (html.includes('slow')) await untilAborted(signal, new Promise(() => undefined));
    return { html, isTruncated: false, blocked: NOTHING_BLOCKED };
  },
};

describe('A page of messages with their texts', () => {
  let sandbox: Sandbox;
  let api: V1Api;
  before(async () => {
    sandbox = await startSandbox({ users: [USER] });
    const user = sandbox.user(USER.name);
    for (const word of ['quick', 'slow', 'slow']) {
      user.deliver(buildMessage({ subject: word, html: `<p>${word}</p>` }));
    }
    api = openV1Api({
      imapPort: sandbox.imapPort,
      settings: { APP_REQUEST_TIMEOUT_SECONDS: '2' },
      overrides: { htmlSanitizer: () => htmlSanitizer },
    });
  });
  after(async () => {
    await api.close();
    await sandbox.close();
  });

  const read = async (path: string) => {
    const answer = await api.get(`${MESSAGES}${path}`);
    return { status: answer.statusCode, ...answer.json() };
  };

  it('has those that are ready after half of the time, and names the texts of the others', async () => {
    const { status, data, included } = await read(
      '?include=MessageBody&fields[MessageBody]=textHtml&sort=uid',
    );

    assert.deepEqual([status, data.length], [200, 3]);
    assert.deepEqual(
      included.map(({ attributes, meta }: { attributes: object; meta?: { truncated: unknown } }) => [
        attributes,
        meta?.truncated,
      ]),
      [
        [{ textHtml: '<p>quick</p>' }, undefined],
        [{ textHtml: '' }, ['textHtml']],
        [{ textHtml: '' }, ['textHtml']],
      ],
    );
  });

  it('is answered for one message only when its text is there', async () => {
    const { status } = await read('/2?include=MessageBody');

    assert.equal(status, 504);
  });
});
