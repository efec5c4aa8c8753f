/** A text that is not selected is not fetched. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildMessage } from '../../../support/message-samples.ts';
import { MESSAGES, startV1Server, USER, V1, type V1Server } from '../v1-server.ts';

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

const DRAFTS = [{ name: 'INBOX' }, { name: 'Drafts', specialUse: '\\Drafts' as const }];

describe('A mail of a text and an HTML one after the other', () => {
  let server: V1Server;
  let uid: number;
  before(async () => {
    server = await startV1Server({ mailboxes: DRAFTS });
    uid = server.sandbox.user(USER.name).deliver(MAILS.siblings);
  });
  after(() => server.close());
  const read = async (url: string) => (await server.get(url)).json();

  it('has both in both texts, in their order', async () => {
    const body = await read(`${MESSAGES}/${uid}/MessageBody`);
    const item = await read(`${MESSAGES}/${uid}?fields[MessageItem]=previewText`);

    assert.equal(body.data.attributes.textPlain, 'Dear Bob, 1 < 2.\nConfidential');
    assert.equal(body.data.attributes.textHtml, '<div>Dear Bob, 1 &lt; 2.</div>\n<p>Confidential</p>');
    assert.match(item.data.attributes.previewText, /^Dear Bob, 1 < 2\./);
  });

  it('is quoted as a whole', async () => {
    const { data } = await read(`${MESSAGES}/${uid}`);
    const repliesTo = { data: { type: 'MessageItem', id: data.id } };
    const reply = { type: 'MessageItem', relationships: { repliesTo }, meta: { quote: true } };
    const created = await server.send({
      method: 'POST',
      url: `${V1}/MailFolders/gmail.Drafts/MessageItems`,
      document: { data: reply },
    });
    const { attributes } = (await read(`${created.json().data.links.self}/MessageBody`)).data;

    assert.match(attributes.textPlain, /^> Dear Bob, 1 < 2\.\r?\n> Confidential/m);
    assert.match(attributes.textHtml, /Dear Bob, 1 &lt; 2\.[\s\S]*Confidential/);
  });
});

describe('A photo that is inline, and that no HTML shows', () => {
  it('is a file, in both versions', async (t) => {
    const server = await startV1Server({ mailboxes: DRAFTS });
    t.after(() => server.close());
    const photo = SIBLINGS.replace('text/html', 'image/jpeg; name=a.jpg\r\nContent-Disposition: inline');
    const uid = server.sandbox.user(USER.name).deliver(Buffer.from(photo));
    const [v1, v0] = await Promise.all(
      [`${MESSAGES}/${uid}`, `${MESSAGES.replace('/v1/', '/v0/')}/${uid}`].map((url) => server.get(url)),
    );
    const files = await server.get(`${MESSAGES}?filter[hasAttachments]=true&fields[MessageItem]=uid`);

    assert.equal(v1?.json().data.attributes.hasAttachments, true);
    assert.equal(v0?.json().data.hasAttachments, true);
    assert.deepEqual(files.json().data[0]?.attributes, { uid });
  });
});
