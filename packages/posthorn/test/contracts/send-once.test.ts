/** Whatever clients do while they send, each mail goes out once. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { mapConcurrently } from '../../src/application/messages/limited-concurrency.ts';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';

const USER = { name: 'jane@example.org', password: 'secret' };
const HEADERS = {
  authorization: `Basic ${btoa(`${USER.name}:${USER.password}`)}`,
  'content-type': 'application/vnd.api+json',
};
const MAILS = 500;
/** Clients that are busy at the same time. */
const CLIENTS = 8;
/** The most attempts that a client makes before it waits as long as it takes: some make none, some one, some two. */
const MAX_IMPATIENT_ATTEMPTS = 2;
const LONGEST_IMPATIENCE_MS = 30;

describe('a mail that is sent by a client that gives up early, repeats and asks twice at once', () => {
  let sandbox: Sandbox;
  let posthorn: Posthorn;
  let drafts: string;
  before(async () => {
    sandbox = await startSandbox({ users: [USER], smtp: true });
    const host = '127.0.0.1';
    posthorn = createPosthorn({
      settings: readSettings({ LOG_LEVEL: 'silent', PORT: '0', AUTH_PROVIDER: 'single-imap-user' }),
      mailServers: [
        {
          id: 'work' as MailAccountId,
          inbox: { type: 'IMAP', host, port: sandbox.imapPort, isTls: false },
          outbox: { host, port: sandbox.smtpPort ?? 0, security: 'none' },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    });
    drafts = `${await posthorn.listen()}/rest-api-email/v1/MailAccounts/work/MailFolders/Drafts/MessageItems`;
  });
  after(async () => {
    await posthorn.close();
    await sandbox.close();
  });

  async function createDraft(subject: string): Promise<string> {
    const attributes = { subject, to: [{ name: 'Ann', address: 'ann@example.com' }], textPlain: subject };
    const body = JSON.stringify({ data: { type: 'MessageItem', attributes } });
    const response = await fetch(drafts, { method: 'POST', headers: HEADERS, body });
    assert.equal(response.status, 201);
    return response.headers.get('location') ?? '';
  }

  /** The status and text of the answer; null when the client gave up before. */
  async function send(
    draft: string,
    key: string,
    signal?: AbortSignal,
  ): Promise<readonly [number, string] | null> {
    try {
      const headers = { authorization: HEADERS.authorization, 'idempotency-key': key };
      const response = await fetch(`${draft}/send`, { method: 'POST', headers, ...(signal && { signal }) });
      return [response.status, await response.text()];
    } catch (error) {
      if (signal?.aborted) return null;
      throw error;
    }
  }

  /** Gives up early some times, each time with two requests at once, and at last takes what both of them get. */
  async function sendImpatiently(index: number): Promise<readonly (readonly [number, string] | null)[]> {
    const draft = await createDraft(`mail ${index}`);
    const key = `send-${index}`;
    for (let attempt = 0; attempt < index % (MAX_IMPATIENT_ATTEMPTS + 1); attempt += 1) {
      const timeoutMs = 1 + ((index * 7 + attempt * 13) % LONGEST_IMPATIENCE_MS);
      await Promise.all([0, 1].map(() => send(draft, key, AbortSignal.timeout(timeoutMs))));
    }
    return Promise.all([send(draft, key), send(draft, key)]);
  }

  const subjectsOf = (mails: readonly { readonly raw: Buffer }[]) =>
    mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1]).sort();

  it('goes out exactly once, and all its requests get one answer', { timeout: 120_000 }, async () => {
    const indexes = Array.from({ length: MAILS }, (_, index) => index);

    const answers = await mapConcurrently(indexes, { maxConcurrent: CLIENTS, work: sendImpatiently });

    const expected = indexes.map((index) => `mail ${index}`).sort();
    assert.deepEqual(subjectsOf(sandbox.acceptedMail), expected);
    assert.deepEqual(
      answers.filter(([one, other]) => one?.[0] !== 200 || other?.[0] !== 200 || one?.[1] !== other?.[1]),
      [],
    );
    assert.deepEqual(subjectsOf(sandbox.user(USER.name).messages('Sent')), expected);
    assert.deepEqual(subjectsOf(sandbox.user(USER.name).messages('Drafts')), []);
  });
});
