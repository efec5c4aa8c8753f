/** Several nodes at one PostgreSQL, which clients cannot tell from one. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { buildMessage } from '../support/message-samples.ts';
import { postgresIsMissing } from '../support/postgres.ts';
import { haproxyIsMissing } from './haproxy.ts';
import { startCluster } from './node-cluster.ts';
import { raceChanges } from './soaks/nodes/if-match-race.ts';
import { sendRepeatedly } from './soaks/nodes/repeated-sends.ts';
import { restartUnderLoad } from './soaks/nodes/rolling-restart.ts';
import { documentOf, loginOf, requestV1 } from './store-node.ts';

const PASSWORD = 'a-password';
const USERS = Array.from({ length: 12 }, (_, index) => `user${index}@example.org`);
const INBOX = '/MailAccounts/example/MailFolders/INBOX/MessageItems';
const PAIRS = 100;
const SENDS = 20;
const STREAMS = 20;
const TAKE_OVER_MS = 15_000;
const STREAM_MS = 20_000;
const isMissing = postgresIsMissing || haproxyIsMissing;

/** A request of version 1 by a person. */
function request(
  address: string,
  path: string,
  { user = USERS[0] ?? '', ...init }: RequestInit & { readonly user?: string } = {},
) {
  return requestV1(loginOf({ user, password: PASSWORD }), { address, path }, init);
}

async function startScene(t: TestContext, { deliver }: { deliver?: (sandbox: Sandbox) => void } = {}) {
  const sandbox = await startSandbox({
    users: USERS.map((name) => ({ name, password: PASSWORD })),
    smtp: true,
  });
  t.after(() => sandbox.close());
  for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: `Hello ${user}` }));
  deliver?.(sandbox);
  const cluster = await startCluster(t, { imapPort: sandbox.imapPort });
  const addresses = cluster.nodes.map(({ server }) => server.address);
  return { sandbox, cluster, addresses };
}

describe('Three nodes', { skip: isMissing }, () => {
  it('let one of two changes with the same If-Match win, at Dovecot and through HAProxy', async (t) => {
    assert.deepEqual(await raceChanges(t, PAIRS), { '200,412': PAIRS });
  });

  it('send a mail once that is sent at all of them, with a key or as a draft', async (t) => {
    const { taken, copies, statuses } = await sendRepeatedly(t, SENDS);

    assert.deepEqual(
      { taken, copies },
      { taken: { 1: SENDS }, copies: { 1: SENDS } },
      JSON.stringify(statuses),
    );
  });

  it('sign a person in once, and do a request with an Idempotency-Key once, at whichever nodes it comes', async (t) => {
    const { sandbox, addresses } = await startScene(t);
    const body = documentOf('MessageItem', { subject: 'Once', to: [] });
    const headers = { 'idempotency-key': 'the-same' };

    const answers = await Promise.all(
      [...addresses, ...addresses].map((address) =>
        request(address, INBOX.replace('INBOX', 'Drafts'), { method: 'POST', body, headers }),
      ),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    const form = new URLSearchParams({ username: USERS[0] ?? '', password: PASSWORD });
    const signIns = await Promise.all(
      addresses.map((address) => fetch(`${address}/rest-imapuser/auth`, { method: 'POST', body: form })),
    );

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201], bodies[0]);
    assert.equal(new Set(bodies).size, 1);
    assert.deepEqual(
      signIns.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(sandbox.recording.filter(({ name }) => name === 'APPEND').length, 1);
    assert.equal(sandbox.counters.loginsTried, 1);
  });

  it('pass downloads, uploads and streams on, octet for octet', async (t) => {
    const content = randomBytes(5_000_000);
    const { addresses, sandbox } = await startScene(t, {
      deliver: (mail) =>
        mail.user(USERS[0] ?? '').deliver(buildMessage({ attachments: [{ filename: 'big.bin', content }] })),
    });
    const list = (await (await request(addresses[0] ?? '', `${INBOX}?include=Attachments`)).json()) as {
      included?: readonly { type: string; id: string }[];
      data: readonly { id: string }[];
    };
    const file = list.included?.find(({ type }) => type === 'Attachment');
    const message = buildMessage({ subject: 'Imported', attachments: [{ filename: 'up.bin', content }] });

    const downloads = await Promise.all(
      addresses.map(async (address) => {
        const answer = await request(address, `/Attachments/${file?.id}/content`);
        return Buffer.from(await answer.arrayBuffer()).equals(content);
      }),
    );
    const imports = await Promise.all(
      addresses.map((address) =>
        request(address, `${INBOX}/import`, {
          method: 'POST',
          body: new Blob([message as never]),
          headers: { 'content-type': 'message/rfc822' },
        }),
      ),
    );
    const ends = new AbortController();
    const streams = await Promise.all(
      addresses.map((address) => request(address, '/MailAccounts/example/events', { signal: ends.signal })),
    );
    const readers = streams.map((answer) => answer.body?.getReader());
    await wait(500);
    sandbox.user(USERS[0] ?? '').deliver(buildMessage({ subject: 'News' }));
    const texts = await Promise.all(readers.map((reader) => readUntil(reader, /event: (?!state)/)));
    ends.abort();

    assert.deepEqual(downloads, [true, true, true]);
    assert.deepEqual(
      imports.map(({ status }) => status),
      [201, 201, 201],
      await imports[0]?.clone().text(),
    );
    assert.deepEqual(texts, [true, true, true]);
  });

  it('refuse requests that pretend to come from a node', async (t) => {
    const { addresses } = await startScene(t);
    const [, nonce, digest] = [
      '',
      randomBytes(16).toString('base64url'),
      randomBytes(32).toString('base64url'),
    ];
    const values = ['', 'v1', `v1 ${Date.now()} ${nonce} 203.0.113.9 ${digest}`];

    const answers = await Promise.all(
      values.map((value) => request(addresses[0] ?? '', INBOX, { headers: { 'x-posthorn-node': value } })),
    );

    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403],
    );
  });

  it('serve the people of a killed node after its lease, and the others all the time', async (t) => {
    const { cluster, addresses } = await startScene(t);
    const [killed, second = ''] = [cluster.nodes[0], addresses[1]];
    await Promise.all(USERS.map((user) => request(second, INBOX, { user })));
    await wait(6_500);

    process.kill(killed?.server.pid ?? 0, 'SIGKILL');
    const startedAt = performance.now();
    const statuses = await Promise.all(USERS.map((user) => statusWithin(second, user)));

    assert.deepEqual([...new Set(statuses)], [200]);
    assert.ok(performance.now() - startedAt < TAKE_OVER_MS);
  });

  it('are restarted one after the other without a failed request, and their streams go on', async (t) => {
    const report = await restartUnderLoad(t, { perSecond: 20, streams: STREAMS });

    const { ends, delivered, missing, doubled, reopened } = report;
    assert.deepEqual([Object.keys(ends), missing, doubled], [['200'], 0, 0], JSON.stringify(report));
    assert.ok(delivered > 20 && reopened >= STREAMS, JSON.stringify(report));
  });
});

/** True when the text comes within the time. */
async function readUntil(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  pattern: RegExp,
): Promise<boolean> {
  const timer = setTimeout(() => void reader?.cancel(), STREAM_MS);
  let text = '';
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
    text += Buffer.from(value ?? []).toString();
    if (done || pattern.test(text)) break;
  }
  clearTimeout(timer);
  return pattern.test(text);
}

/** Repeats a request that is asked to come again. */
async function statusWithin(address: string, user: string): Promise<number> {
  const deadline = performance.now() + TAKE_OVER_MS;
  for (;;) {
    const answer = await request(address, INBOX, { user });
    await answer.arrayBuffer();
    if (answer.status !== 503 || performance.now() > deadline) return answer.status;
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await wait(250);
  }
}
