/**
 * Two logins whose accounts have one id and whose mailboxes have equal uidValidity, uids, counts and file sizes: what one of them was
 * given means nothing for the other.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import { buildMessage } from '../../support/message-samples.ts';

const MESSAGES = '/rest-api-email/v1/MailAccounts/mail/MailFolders/INBOX/MessageItems';
const NAMES = ['alice', 'robert'] as const;

type Name = (typeof NAMES)[number];

let posthorn: Posthorn;
const closing: (() => Promise<void>)[] = [];
const logins = new Map<Name, Readonly<Record<string, string>>>();

before(async () => {
  const sandboxes = await Promise.all(NAMES.map((name) => startMail(name)));
  for (const [index, name] of NAMES.entries()) {
    const { imapPort = 0 } = sandboxes[index] ?? {};
    const data = { inbox_address: '127.0.0.1', inbox_port: imapPort, inbox_ssl: false };
    logins.set(name, {
      host: 'mail.test',
      authorization: `Basic ${btoa(`${name}@example.org:secret`)}`,
      'x-cnmail-data': btoa(JSON.stringify(data)),
    });
  }
  posthorn = createPosthorn({
    settings: readSettings({
      LOG_LEVEL: 'silent',
      APP_ALLOW_CLEARTEXT: 'true',
      APP_MAIL_HOSTS_ALLOW: sandboxes.map(({ imapPort }) => `127.0.0.1:${imapPort}`).join(','),
    }),
    mailServers: [],
    extraRoots: [],
  });
  closing.push(() => posthorn.close(), ...sandboxes.map((sandbox) => () => sandbox.close()));
});
after(async () => {
  for (const close of closing) await close();
});

/** Three messages; each differs from that of the other login in letters only. */
function startMail(name: Name) {
  const letter = name.slice(0, 1);
  const sample = (number: number) => ({
    subject: `${letter}${number}`,
    attachments: [{ filename: 'payslip.txt', content: letter.repeat(20) }],
  });
  const messages = [1, 2, 3].map((number) => ({ raw: buildMessage(sample(number)), flags: [] }));
  const mailboxes = [{ name: 'INBOX', messages }];
  return startSandbox({ users: [{ name: `${name}@example.org`, password: 'secret', mailboxes }] });
}

const get = (name: Name, url: string, headers: Readonly<Record<string, string>> = {}) =>
  posthorn.server.inject({ url, headers: { ...logins.get(name), ...headers } });

const FIRST = `${MESSAGES}/1`;

async function fileOf(name: Name): Promise<string> {
  const { data } = (await get(name, `${FIRST}/Attachments`)).json();
  return new URL(data[0].links.self).pathname;
}

describe('An entity tag', () => {
  const ADDRESSES: readonly (readonly [string, () => Promise<string>])[] = [
    ['a list', async () => MESSAGES],
    ['a message', async () => FIRST],
    ['the folders', async () => '/rest-api-email/v1/MailAccounts/mail/MailFolders'],
    ['the texts of a message', async () => `${FIRST}/MessageBody`],
    ['a file', async () => `${await fileOf('alice')}/content`],
  ];
  for (const [what, findAddress] of ADDRESSES) {
    it(`of ${what} is good for the login that has it, and for no other`, async () => {
      const url = await findAddress();
      const { statusCode, headers } = await get('alice', url);
      const known = { 'if-none-match': String(headers.etag) };

      const [own, other] = [await get('alice', url, known), await get('robert', url, known)];

      assert.deepEqual([statusCode, own.statusCode, other.statusCode], [200, 304, 200]);
      assert.notEqual(other.headers.etag, headers.etag);
    });
  }

  it('of one login changes no message of another', async () => {
    const { headers } = await get('alice', FIRST);
    const { data } = (await get('robert', FIRST)).json();
    const { type, id } = data;
    const change = (tag: string) =>
      posthorn.server.inject({
        method: 'PATCH',
        url: new URL(data.links.self).pathname,
        headers: { ...logins.get('robert'), 'content-type': 'application/vnd.api+json', 'if-match': tag },
        payload: JSON.stringify({ data: { type, id, attributes: { flagged: true } } }),
      });
    const own = String((await get('robert', FIRST)).headers.etag);

    const statuses = [await change(String(headers.etag)), await change(own)].map(
      (answer) => answer.statusCode,
    );

    assert.deepEqual(statuses, [412, 200]);
  });
});

describe('A cursor', () => {
  for (const [list, address] of [
    ['a folder', MESSAGES],
    ['an account', '/rest-api-email/v1/MailAccounts/mail/MessageItems'],
  ] as const) {
    it(`of ${list} is good for the login that has it, and for no other`, async () => {
      const { links } = (await get('alice', `${address}?page[size]=1`)).json();
      const { pathname, search } = new URL(links.next);
      const url = pathname + search;

      const [own, other] = [await get('alice', url), await get('robert', url)];

      assert.deepEqual([own.statusCode, other.statusCode], [200, 400]);
      assert.deepEqual(other.json().errors[0].source, { parameter: 'page[after]' });
    });
  }
});

describe('An Idempotency-Key', () => {
  it('of one login replays nothing to another', async () => {
    const create = (name: Name) =>
      posthorn.server.inject({
        method: 'POST',
        url: '/rest-api-email/v1/MailAccounts/mail/MailFolders',
        headers: {
          ...logins.get(name),
          'content-type': 'application/vnd.api+json',
          'idempotency-key': 'the-same',
        },
        payload: JSON.stringify({ data: { type: 'MailFolder', attributes: { name: 'Work' } } }),
      });

    const answers = [await create('alice'), await create('alice'), await create('robert')];

    assert.deepEqual(
      answers.map(({ statusCode, headers }) => [statusCode, headers['idempotency-replayed']]),
      [
        [201, undefined],
        [201, 'true'],
        [201, undefined],
      ],
    );
  });
});

describe('An answer with mail', () => {
  it('depends on the headers that choose the login, also where it is a refusal', async () => {
    const wrong = { authorization: 'Basic nonsense' };
    const answers = [await get('alice', FIRST), await get('alice', FIRST, wrong)];

    for (const { headers } of answers) assert.match(String(headers.vary), /^Authorization, X-CNMAIL-DATA\b/);
  });
});
