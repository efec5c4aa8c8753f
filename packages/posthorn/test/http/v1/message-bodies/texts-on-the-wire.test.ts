/** A text that is not selected is not fetched. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildMessage } from '../../../support/message-samples.ts';
import { MESSAGES, startV1Server, USER, type V1Server } from '../v1-server.ts';

const SIBLINGS = [
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  '',
  'Dear Bob, 1 < 2.',
  '--b',
  'Content-Type: text/html',
  '',
  '<p>Confidential</p>',
  '--b--',
  '',
].join('\r\n');

const MAILS = {
  both: buildMessage({ text: 'plain', html: '<p>html</p>' }),
  plain: buildMessage({ text: 'plain' }),
  html: buildMessage({ html: '<p>html</p>' }),
  siblings: Buffer.from(SIBLINGS),
};

describe('fields[MessageBody]', () => {
  let server: V1Server;
  let uids: Readonly<Record<keyof typeof MAILS, number>>;
  before(async () => {
    server = await startV1Server();
    const { both, plain, html, siblings } = MAILS;
    const deliver = (mail: Buffer) => server.sandbox.user(USER.name).deliver(mail);
    uids = { both: deliver(both), plain: deliver(plain), html: deliver(html), siblings: deliver(siblings) };
  });
  after(() => server.close());

  /** The paths of the parts that the reading of one body fetched. */
  const fetched = async (mail: keyof typeof MAILS, texts: string) => {
    server.commands();
    const url = `${MESSAGES}/${uids[mail]}/MessageBody?fields[MessageBody]=${texts}`;
    assert.equal((await server.get(url)).statusCode, 200);
    return server
      .commands()
      .flatMap((command) => [...command.matchAll(/BODY\.PEEK\[([\d.]+)\]/g)].map(([, path]) => path));
  };

  for (const [mail, texts, paths] of [
    ['both', 'textPlain,textHtml', ['1', '2']],
    ['both', 'textPlain', ['1']],
    ['both', 'textHtml', ['2']],
    ['plain', 'textPlain', ['1']],
    ['plain', 'textHtml', []],
    ['html', 'textHtml', ['1']],
    ['html', 'textPlain', ['1']],
    ['siblings', 'textPlain', ['1', '2']],
    ['siblings', 'textHtml', ['1', '2']],
  ] as const) {
    it(`=${texts} fetches ${paths.join(' and ') || 'no part'} of the mail "${mail}"`, async () => {
      assert.deepEqual(await fetched(mail, texts), paths);
    });
  }

  it('=textPlain fetches no HTML of bodies that are included', async () => {
    server.commands();
    const query = `filter[uid]=${uids.both}&include=MessageBody&fields[MessageBody]=textPlain`;
    const { included } = (await server.get(`${MESSAGES}?${query}`)).json();

    assert.deepEqual(Object.keys(included[0].attributes), ['textPlain']);
    assert.equal(server.commands().join().includes('BODY.PEEK[2]'), false);
  });
});

describe('A mail of a text and an HTML one after the other', () => {
  it('has both in both texts, in their order', async (t) => {
    const server = await startV1Server();
    t.after(() => server.close());
    const uid = server.sandbox.user(USER.name).deliver(MAILS.siblings);
    const body = (await server.get(`${MESSAGES}/${uid}/MessageBody`)).json();
    const item = (await server.get(`${MESSAGES}/${uid}?fields[MessageItem]=previewText`)).json();

    assert.equal(body.data.attributes.textPlain, 'Dear Bob, 1 < 2.\nConfidential');
    assert.equal(body.data.attributes.textHtml, '<div>Dear Bob, 1 &lt; 2.</div>\n<p>Confidential</p>');
    assert.match(item.data.attributes.previewText, /^Dear Bob, 1 < 2\./);
  });
});
