/** Who did what, in a file, and why a sign-in failed, in the log. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { AuditEntry } from '../../src/http/server/audit-log.ts';
import { createLogger } from '../../src/observability/logger.ts';
import { buildMessage } from '../support/message-samples.ts';
import { startRunningPosthorn, USER } from './running-posthorn.ts';

const V1 = '/rest-api-email/v1/MailAccounts/example/MailFolders';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

const readEntries = async (name = 'audit.log'): Promise<readonly AuditEntry[]> => {
  const text = await readFile(join(folder, name), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
};

function startAudited(t: TestContext) {
  return startRunningPosthorn(t, { settings: { APP_AUDIT_LOG: join(folder, 'audit.log') } });
}

async function untilEntries(count: number): Promise<readonly AuditEntry[]> {
  let entries = await readEntries();
  while (entries.length < count) {
    await nextTurn();
    entries = await readEntries();
  }
  return entries;
}

/** The expression of docs/deployment.md. */
function failRegex(): RegExp {
  const page = readFileSync(new URL('../../../../docs/deployment.md', import.meta.url), 'utf8');
  const [, expression = ''] = /^failregex = (.*)$/m.exec(page) ?? [];
  return new RegExp(expression.replace('<HOST>', '([0-9a-f.:]+)'), 'g');
}

describe('the audit log', () => {
  it('says who did what to which message, and nothing that is in it', async (t) => {
    const { address, authorization, sandbox } = await startAudited(t);
    sandbox.user(USER).deliver(buildMessage({ subject: 'Geheim' }));
    const headers = { authorization, 'content-type': 'application/vnd.api+json' };
    const document = {
      data: { type: 'MessageItem', attributes: { subject: 'Vertraulich', textPlain: 'Inhalt' } },
    };

    await (await fetch(`${address}${V1}/INBOX/MessageItems?filter[subject]=Geheim`, { headers })).text();
    await (
      await fetch(`${address}${V1}/Drafts/MessageItems`, {
        ...{ method: 'POST', headers, body: JSON.stringify(document) },
      })
    ).text();

    const [reading, writing] = await untilEntries(2);
    assert.deepEqual(
      [reading?.user, reading?.method, reading?.status, reading?.ids, reading?.address],
      [USER, 'GET', 200, { mailAccountId: 'example', mailFolderId: 'INBOX' }, '127.0.0.1'],
    );
    assert.deepEqual([writing?.method, writing?.status, writing?.ids.mailFolderId], ['POST', 201, 'Drafts']);
    assert.match(writing?.created ?? '', /Drafts/);
    const text = await readFile(join(folder, 'audit.log'), 'utf8');
    for (const word of ['Geheim', 'Vertraulich', 'Inhalt', 'secret']) assert.ok(!text.includes(word), word);
  });

  it('tells of sign-ins that fail', async (t) => {
    const { address } = await startAudited(t);
    const authorization = `Basic ${btoa(`${USER}:wrong`)}`;

    await (await fetch(`${address}${V1}`, { headers: { authorization } })).text();
    const body = new URLSearchParams({ username: USER, password: 'wrong' });
    await (await fetch(`${address}/rest-imapuser/auth`, { method: 'POST', body })).text();

    const entries = await untilEntries(2);
    assert.deepEqual(
      entries.map(({ user, status, code }) => [user, status, code]),
      [
        [USER, 401, 'authentication-failed'],
        [USER, 401, 'authentication-failed'],
      ],
    );
    const log = await readFile(join(folder, 'audit.log'), 'utf8');
    assert.ok(!log.includes('wrong'));
    // As fail2ban finds them.
    assert.deepEqual(
      [...log.matchAll(failRegex())].map(([, host]) => host),
      ['127.0.0.1', '127.0.0.1'],
    );
  });

  it('says nothing of health probes, and can be read by its owner only', async (t) => {
    const { address, request } = await startAudited(t);

    await (await fetch(`${address}/health`)).text();
    await (await request('/MailFolders')).text();

    const entries = await untilEntries(1);
    assert.deepEqual([entries.length, entries[0]?.ids], [1, { mailAccountId: 'example' }]);
    assert.equal((await stat(join(folder, 'audit.log'))).mode & 0o777, 0o600);
  });

  it('goes on in a new file after a reload', async (t) => {
    const { posthorn, request } = await startAudited(t);
    await rename(join(folder, 'audit.log'), join(folder, 'audit.log.1'));
    await posthorn.reload(async () => ({ mailServers: posthorn.services.configuration.mailServers }));

    await (await request('/MailFolders')).text();

    assert.equal((await untilEntries(1)).length, 1);
    assert.deepEqual(await readEntries('audit.log.1'), []);
  });

  it('keeps the start from succeeding where it cannot be written', () => {
    const settings = readSettings({ APP_AUDIT_LOG: join(folder, 'no/such/audit.log') });

    assert.throws(
      () => createPosthorn({ settings, mailServers: [], extraRoots: [] }),
      /APP_AUDIT_LOG: expected a file that can be written, got .*ENOENT/,
    );
  });
});

describe('the log, after a sign-in that fails', () => {
  const start = async (t: TestContext) => {
    const texts: string[] = [];
    const destination = { write: (line: string) => texts.push(line) };
    const logger = createLogger({ level: 'info', environment: 'test', destination });
    const { address } = await startRunningPosthorn(t, { overrides: { logger: () => logger } });
    const signIn = async (user: string, password: string) => {
      const authorization = `Basic ${btoa(`${user}:${password}`)}`;
      return (await fetch(`${address}${V1}`, { headers: { authorization } })).text();
    };
    const refusals = () =>
      texts.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'request refused');
    return { address, signIn, refusals, log: () => texts.join('') };
  };

  it('has the reason and the answer of the mail server, and not the user', async (t) => {
    const { signIn, refusals, log } = await start(t);

    await signIn(USER, 'wrong-password');

    const [{ level, code, reason, answer } = {} as Record<string, string>] = refusals();
    assert.deepEqual(
      [level, code, reason, answer],
      [
        'info',
        'authentication-failed',
        'The mail server refused the user name or the password.',
        'AUTHENTICATIONFAILED',
      ],
    );
    for (const word of ['ann', 'wrong-password']) assert.ok(!log().includes(word), word);
  });

  it('says that nothing is configured for the user, which the client is not told', async (t) => {
    const { signIn, refusals } = await start(t);

    const answer = await signIn('bob@elsewhere.test', 'secret');

    assert.equal(refusals()[0]?.reason, 'No mail server is configured for this user name.');
    assert.ok(!answer.includes('configured'), answer);
  });

  it('has no line for probes', async (t) => {
    const { address, log } = await start(t);

    await (await fetch(`${address}/health/ready`)).text();
    await (await fetch(`${address}/nowhere`)).text();
    while (!log().includes('"status":404')) await nextTurn();

    assert.ok(!log().includes('/health'));
  });
});
