/** Requests that try to say more to the mail server than they may, over a mail server that notes each command. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startSandbox } from 'posthorn-sandbox';
import { AUTHORIZATION, openV1Api, USER } from '../http/v1/v1-server.ts';
import { buildMessage } from '../support/message-samples.ts';

const ACCOUNTS = { v0: '/rest-api-email/v0/MailAccounts/gmail', v1: '/rest-api-email/v1/MailAccounts/gmail' };
const VERSIONS = ['v0', 'v1'] as const;
type Version = (typeof VERSIONS)[number];

interface HostileRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the account. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Jane's mailbox with one message, a draft, and what requests have done to it. */
async function startScene(t: TestContext) {
  const sandbox = await startSandbox({ users: [USER], smtp: true });
  const api = openV1Api({ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort });
  t.after(async () => {
    await api.close();
    await sandbox.close();
  });
  const jane = sandbox.user(USER.name);
  jane.deliver(buildMessage({ subject: 'Mail' }));
  jane.createMailbox('caf\u00e9');
  const mailState = () =>
    jane.mailboxes().map(({ name, messageCount }) => {
      return [name, messageCount, jane.messages(name).map(({ flags }) => flags.join(' '))];
    });
  const before = mailState();
  return {
    async statusOf(version: Version, { method = 'GET', path, headers = {}, body }: HostileRequest) {
      const { statusCode } = await api.posthorn.server.inject({
        ...{ method, url: `${ACCOUNTS[version]}/${path}` },
        headers: { host: 'mail.test', authorization: AUTHORIZATION, ...headers },
        ...(body !== undefined && { payload: body }),
      });
      return statusCode;
    },
    /** The id of the message in version 1. */
    id: `gmail.INBOX.${jane.mailboxes().find(({ name }) => name === 'INBOX')?.uidValidity}.1`,
    /** Fails when anything was sent, stored, removed or flagged. */
    assertUnchanged(): void {
      assert.deepEqual([mailState(), sandbox.acceptedMail.length], [before, 0]);
    },
    /** The commands with mailboxes and search keys, without their tags. */
    commands: () => sandbox.recording.map(({ line }) => line),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const seen = (id: string) => ({ data: { type: 'MessageItem', id, attributes: { seen: true } } });

/** What reads, changes and removes a message of the folder. */
const REQUESTS = (folder: string): readonly (readonly [Version, HostileRequest])[] => {
  const messages = `MailFolders/${folder}/MessageItems`;
  const patch = { method: 'PATCH', headers: JSON_TYPE, body: JSON.stringify(seen('1')) } as const;
  return [
    ['v0', { path: `${messages}?start=0&limit=10` }],
    ['v0', { path: `${messages}/1/MessageItem`, ...patch }],
    ['v1', { path: messages }],
    ['v1', { path: `${messages}/1`, method: 'DELETE' }],
    ['v1', { path: `${messages}/1`, ...patch }],
    ['v1', { path: `${messages}/1/source` }],
  ];
};

/** Names of folders as they stand in addresses. */
const FOLDERS: Readonly<Record<string, string>> = {
  'a line break': 'INBOX%0D%0AA1%20LOGOUT',
  'a NUL': 'INBOX%00',
  'a star': '*',
  'a percent sign': '%25',
  'a quote': 'INBOX%22',
  'a backslash': 'INBOX%5C',
  'a literal': '%7B3%2B%7D%0D%0Aabc',
  'modified UTF-7': '%26AOk-',
  'two dots that are encoded twice': '%252e%252e',
  'a broken UTF-8 sequence': '%ED%A0%80',
  'a decomposed letter': 'cafe%CC%81x',
  'a delimiter at the end': 'INBOX%2F',
  'a name of a hundred kilobytes': 'x'.repeat(100_000),
};

describe('The id of a folder with', () => {
  for (const [what, id] of Object.entries(FOLDERS)) {
    it(`${what} reaches no mailbox`, async (t) => {
      const { statusOf, assertUnchanged, commands } = await startScene(t);
      const statuses: number[] = [];
      for (const [version, request] of REQUESTS(id)) statuses.push(await statusOf(version, request));

      assert.deepEqual(
        statuses.filter((status) => ![400, 404, 414].includes(status)),
        [],
      );
      assertUnchanged();
      assert.deepEqual(
        commands().filter((line) => /^(?:LOGOUT|DELETE|(?:UID )?(?:EXPUNGE|STORE))/.test(line)),
        [],
      );
    });
  }
});

const TEXTS = ['x" OR ALL', 'x\r\nA1 LOGOUT', '{3+}\r\nabc', 'x\\" ALL', 'a) (ALL', '\u0000ALL'];

describe('A text to search for', () => {
  for (const text of TEXTS) {
    it(`is no command: ${JSON.stringify(text)}`, async (t) => {
      const { statusOf, assertUnchanged, commands } = await startScene(t);
      const value = encodeURIComponent(text);
      const v0 = encodeURIComponent(JSON.stringify([{ property: 'subject', operator: 'like', value: text }]));

      const statuses = [
        await statusOf('v1', { path: `MailFolders/INBOX/MessageItems?filter[subject]=${value}` }),
        await statusOf('v0', { path: `MailFolders/INBOX/MessageItems?start=0&limit=10&filter=${v0}` }),
      ];

      assert.ok(
        statuses.every((status) => status === 200 || status === 400),
        statuses.join(),
      );
      assertUnchanged();
      assert.deepEqual(
        commands().filter((line) => line.startsWith('LOGOUT')),
        [],
      );
    });
  }
});

/** Documents that name flags and keywords as IMAP must not get them. */
const FLAGS: Readonly<Record<string, object>> = {
  'a flag that only removing sets': { '\\Deleted': true },
  'two flags in one': { '\\Seen) (\\Deleted': true },
  'a flag that is unknown': { deleted: true },
  'a keyword of two words': { keywords: ['a b'] },
  'a keyword with a parenthesis': { keywords: ['a) (\\Deleted'] },
  'a keyword with a line break': { keywords: ['a\r\nA1 LOGOUT'] },
  'a keyword that is a system flag': { keywords: ['\\Deleted'] },
};

describe('A change with', () => {
  for (const [what, attributes] of Object.entries(FLAGS)) {
    it(`${what} is refused`, async (t) => {
      const { statusOf, id, assertUnchanged } = await startScene(t);
      const body = JSON.stringify({ data: { type: 'MessageItem', id, attributes } });
      const path = 'MailFolders/INBOX/MessageItems/1';

      const status = await statusOf('v1', { path, method: 'PATCH', headers: JSON_TYPE, body });
      await statusOf('v0', { path: `${path}/MessageItem`, method: 'PATCH', headers: JSON_TYPE, body });

      assert.equal(status, 422);
      assertUnchanged();
    });
  }
});

const DEPTH = 100_000;
const TOO_LARGE = 6 * 1024 * 1024;

/** Bodies that are no document, with the statuses that are right in version 0 and version 1. */
const BODIES: Readonly<
  Record<string, readonly [readonly [number, number], string | Buffer, Readonly<Record<string, string>>?]>
> = {
  'a key of prototypes': [
    [400, 400],
    '{"data":{"type":"MessageItem","attributes":{"__proto__":{"polluted":1}}}}',
  ],
  'a constructor with a prototype': [
    [400, 400],
    '{"data":{"type":"MessageItem","attributes":{"constructor":{"prototype":{"polluted":1}}}}}',
  ],
  'a hundred thousand levels': [[400, 400], `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`],
  'too many octets': [[413, 413], JSON.stringify({ data: 'x'.repeat(TOO_LARGE) })],
  'compressed octets': [[400, 415], gzipSync('{"data":{}}'), { 'content-encoding': 'gzip' }],
  'another media type': [[415, 415], '<data/>', { 'content-type': 'application/xml' }],
};

describe('A body with', () => {
  for (const [what, [expected, body, headers = {}]] of Object.entries(BODIES)) {
    it(`${what} is refused, and changes nothing`, async (t) => {
      const { statusOf, assertUnchanged } = await startScene(t);
      const request = { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body } as const;
      const path = 'MailFolders/Drafts/MessageItems';

      const statuses = [
        await statusOf('v0', { path, ...request }),
        await statusOf('v1', { path, ...request }),
      ];

      assert.deepEqual(statuses, expected);
      assert.equal(({} as { readonly polluted?: unknown }).polluted, undefined);
      assertUnchanged();
    });
  }

  it('one key twice counts once, and the last one', async (t) => {
    const { statusOf } = await startScene(t);
    const body = '{"data":{"type":"MailFolder","type":"MessageItem","attributes":{"subject":"Twice"}}}';

    const path = 'MailFolders/Drafts/MessageItems';
    assert.equal(await statusOf('v1', { path, method: 'POST', headers: JSON_TYPE, body }), 201);
  });
});
