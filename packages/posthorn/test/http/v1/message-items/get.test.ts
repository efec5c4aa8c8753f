import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ACCOUNT, MESSAGES, startV1Server, V1, type V1Server } from '../v1-server.ts';

let server: V1Server;
before(async () => {
  server = await startV1Server();
});
after(() => server.close());

describe('GET MessageItems/{id} of v1', () => {
  it('takes the uid, and the uid with its uidValidity', async () => {
    const byUid = (await server.get(`${MESSAGES}/2`)).json();
    const byBoth = (await server.get(byUid.data.links.self)).json();

    assert.deepEqual(byBoth.data, byUid.data);
  });

  it('answers 410 after the mailbox was re-created', async () => {
    const own = await startV1Server();
    const { data } = (await own.get(`${MESSAGES}/2`)).json();
    own.sandbox.user('jane@example.org').setUidValidity('INBOX', 4_711);
    await own.get(`${ACCOUNT}/MailFolders/Work/MessageItems`);
    const answer = await own.get(data.links.self);
    await own.close();

    assert.equal(answer.statusCode, 410);
    assert.deepEqual(answer.json().errors, [
      {
        status: '410',
        code: 'message-gone',
        title: 'Message gone',
        detail: 'The mail folder was re-created; its messages have new ids.',
      },
    ]);
  });

  for (const id of [
    '99',
    '0',
    '1:*',
    '*',
    '1,2',
    '1.0',
    '.1',
    '1.',
    '01.1',
    '1.1.1',
    'x',
    '4294967296',
    '%2B1',
  ]) {
    it(`answers 404 or 410 for the id ${id}, and sends no such thing to the mail server`, async () => {
      server.commands();

      const answer = await server.get(`${MESSAGES}/${id}`);

      assert.ok([404, 410].includes(answer.statusCode), String(answer.statusCode));
      assert.ok(server.commands().every((line) => !/FETCH (0|1:\*|\*|1,2)/.test(line)));
    });
  }

  it('answers 404 for a folder that is not there', async () => {
    const answer = await server.get(`${ACCOUNT}/MailFolders/Nowhere/MessageItems/1`);

    assert.deepEqual([answer.statusCode, answer.json().errors[0].code], [404, 'mailbox-unknown']);
  });
});

describe('GET MessageBody of v1', () => {
  it('gives both texts, the HTML safe to show', async () => {
    const { data } = (await server.get(`${MESSAGES}/3/MessageBody`)).json();

    assert.deepEqual(data.attributes, { textPlain: 'plain text', textHtml: '<p>html text</p>' });
    assert.equal(data.type, 'MessageBody');
    assert.equal(data.links.self, `http://mail.test${V1}/MessageBodies/${data.id}`);
  });

  it('of a message that is not there is 404, also when no text is selected', async () => {
    const urls = [`${MESSAGES}/99/MessageBody`, `${MESSAGES}/99/MessageBody?fields[MessageBody]=`];
    const answers = await Promise.all(urls.map((url) => server.get(url)));

    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404],
    );
  });
});
