/** Whatever the structure of a message is, it is listed and opened, in both versions of the API. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FLAT_LAYOUT, startSandbox } from 'posthorn-sandbox';
import { MESSAGES, openV1Api, USER, type V1Api } from '../http/v1/v1-server.ts';
import { startDovecot } from '../support/dovecot.ts';
import { fillMailbox } from '../support/fill-mailbox.ts';
import { type OddMessage, oddMessages } from './nested-mail.ts';

const V0_MESSAGES = '/rest-api-email/v0/MailAccounts/gmail/MailFolders/INBOX/MessageItems';
const messages = oddMessages();

/** A mail server with the messages in its INBOX. */
interface FilledServer {
  readonly port: number;
  close(): Promise<void>;
}

for (const [name, start] of [
  ['Dovecot', startFilledDovecot],
  ['the sandbox', startFilledSandbox],
] as const) {
  describe(`Over ${name}`, () => {
    let server: FilledServer;
    let api: V1Api;
    before(async () => {
      server = await start();
      api = openV1Api({ imapPort: server.port });
    });
    after(async () => {
      await api.close();
      await server.close();
    });

    const json = async (url: string) => {
      const answer = await api.get(url);
      assert.equal(answer.statusCode, 200, `${url}: ${answer.body.slice(0, 500)}`);
      return answer.json();
    };

    for (const [title, query] of [
      ['the usual fields', ''],
      ['flags for attachments and previews', '&relfield:fields[MessageItem]=+previewText'],
      ['references', '&fields[MessageItem]=subject,references'],
    ] as const) {
      it(`a list of version 1 with ${title} has every message`, async () => {
        const { data, meta } = await json(`${MESSAGES}?page[limit]=200${query}`);

        assert.deepEqual([meta.page.total, data.length], [messages.length, messages.length]);
        assert.deepEqual(subjectsOf(data), subjectsOf(messages.map((message) => ({ attributes: message }))));
      });
    }

    it('a list of version 0 has every message', async () => {
      const { data, meta } = await json(`${V0_MESSAGES}?start=0&limit=200`);

      assert.deepEqual([meta.total ?? data.length, data.length], [messages.length, messages.length]);
    });

    for (const [index, message] of messages.entries()) {
      it(`"${message.subject}" is opened with its text and its files`, async () => {
        const url = `${MESSAGES}/${index + 1}`;
        const { data: item } = await json(url);
        const { data: body } = await json(`${url}/MessageBody`);
        const { data: attachments } = await json(`${url}/Attachments`);

        assert.equal(item.attributes.subject, message.subject);
        assert.equal(
          item.attributes.messageId,
          `${message.subject.replaceAll(/[^a-z0-9]/g, '-')}@example.org`,
        );
        assert.notEqual(item.attributes.date, null);
        assertText(body.attributes.textPlain, message);
        assertFiles(attachments, message);
      });
    }

    for (const { subject, files } of messages.filter((message) => message.files.includes('data.csv'))) {
      it(`the file of "${subject}" is downloaded`, async () => {
        const index = messages.findIndex((message) => message.subject === subject);
        const { data } = await json(`${MESSAGES}/${index + 1}/Attachments`);
        const answer = await api.get(data[0].links.content ?? `${data[0].links.self}/content`);

        assert.deepEqual([answer.statusCode, answer.body, files], [200, 'a,b', ['data.csv']]);
      });
    }
  });
}

function subjectsOf(
  rows: readonly { readonly attributes: { readonly subject: string } }[],
): readonly string[] {
  return rows.map(({ attributes }) => attributes.subject).sort();
}

function assertText(text: string, message: OddMessage): void {
  if (message.text !== null) assert.match(text, new RegExp(message.text));
}

// biome-ignore lint/suspicious/noExplicitAny: resources of JSON:API
function assertFiles(attachments: readonly any[], { files }: OddMessage): void {
  const names = attachments.map(({ attributes }) => attributes.name);
  for (const file of files) assert.ok(names.includes(file), `${file} is not among ${names.slice(0, 5)}`);
}

async function startFilledDovecot(): Promise<FilledServer> {
  const dovecot = await startDovecot({ users: [USER] });
  const appended = messages.map(({ raw }) => ({ raw }));
  await fillMailbox({ server: dovecot, user: USER, mailbox: 'INBOX', messages: appended });
  return { port: dovecot.port, close: () => dovecot.stop() };
}

async function startFilledSandbox(): Promise<FilledServer> {
  const sandbox = await startSandbox({ users: [USER], layout: FLAT_LAYOUT });
  for (const { raw } of messages) sandbox.user(USER.name).deliver(raw);
  return { port: sandbox.imapPort, close: () => sandbox.close() };
}
