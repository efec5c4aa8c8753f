/** A standby with a lag is promoted in the middle of work: no mail is sent twice, events that were forgotten come again with their ids, and none is kept from listeners. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startSandbox } from 'posthorn-sandbox';
import { eventually } from '../contracts/watching/watch-scene.ts';
import { startDovecot } from '../support/dovecot.ts';
import { openImapConnection } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { type PostgresStandby, postgresIsMissing, startStandby } from '../support/postgres.ts';
import { openSwitchedPort, type SwitchedPort } from '../support/switched-port.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { haproxyIsMissing, startHaproxy } from './haproxy.ts';
import { startCluster } from './node-cluster.ts';
import { createBalancedClient } from './soaks/cluster/balanced-client.ts';
import { documentOf, passwordAccount, type StoreNode } from './store-node.ts';

const PASSWORD = 'a-password';
const USERS = Array.from({ length: 6 }, (_, index) => ({
  ...{ name: `user${index}@example.org`, password: PASSWORD },
}));
const ATTEMPTS = 30;
const EVENTS_MS = 60_000;
const DURING_MS = 500;

/** Returns the ids of the events of a stream of this node, as they come. */
async function listenTo(t: TestContext, node: StoreNode, key: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const { status, body } = await node.ask(key, '/events?filter%5Bkind%5D=message.created', {
    signal: leaving.signal,
  });
  assert.equal(status, 200);
  const read = async () => {
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const [, id = ''] of piece.matchAll(/^id: (.*)$/gm)) ids.add(id);
    }
  };
  void read().catch(() => undefined);
  return ids;
}

async function startScene(t: TestContext) {
  const dovecot = await startDovecot({ users: USERS });
  t.after(() => dovecot.stop());
  const sandbox = await startSandbox({ users: USERS, smtp: true });
  t.after(() => sandbox.close());
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  let standby: PostgresStandby | undefined;
  let address: SwitchedPort | undefined;
  const cluster = await startCluster(t, {
    ...{ imapPort: dovecot.port, smtpPort: sandbox.smtpPort ?? 0 },
    settings: { APP_WEBHOOK_HOSTS_ALLOW: `127.0.0.1:${receiver.port}` },
    async reach(databaseUrl, postgres) {
      standby = await startStandby(postgres);
      address = await openSwitchedPort(postgres.port);
      t.after(() => standby?.stop());
      t.after(() => address?.close());
      return Object.assign(new URL(databaseUrl), { port: String(address.port) }).href;
    },
  });
  const balancer = await startHaproxy(cluster.ports);
  t.after(() => balancer.stop());
  const client = createBalancedClient(balancer.address);
  const scopes = 'mail.read,mail.write,mail.send,accounts,webhooks';
  const key = (await cluster.nodes[0]?.run('keys:create', '--name', 'all', '--scopes', scopes))?.trim() ?? '';
  const authorization = `Bearer ${key}`;
  for (const [index, { name }] of USERS.entries()) {
    const server = { imapPort: dovecot.port, password: PASSWORD };
    const sending = { outbox_address: '127.0.0.1', outbox_port: sandbox.smtpPort, outbox_secure: null };
    const body = documentOf('MailAccount', { ...passwordAccount(name, server), ...sending }, `a${index}`);
    const { status, text } = await client.ask(authorization, { method: 'POST', path: '/MailAccounts', body });
    assert.equal(status, 201, text);
  }
  await eventually(async () => {
    for (const index of USERS.keys()) {
      const { document } = await client.ask(authorization, { path: `/MailAccounts/a${index}` });
      assert.notEqual(document.data.attributes.watch.lastProofAt, null);
    }
  }, EVENTS_MS);
  const hook = { url: `http://127.0.0.1:${receiver.port}/`, kinds: ['message.created'] };
  const body = documentOf('Webhook', hook);
  const { status, text } = await client.ask(authorization, { method: 'POST', path: '/Webhooks', body });
  assert.equal(status, 201, text);
  const streams = await Promise.all(cluster.nodes.map((node) => listenTo(t, node, key)));
  return {
    ...{ sandbox, client, authorization },
    /** The ids that listeners have: those of each node's stream, and of a webhook. */
    told: () => [...streams, new Set(receiver.received.map(({ headers }) => headers['webhook-id'] ?? ''))],
    /** A message for each user. */
    async deliver(subject: string) {
      for (const user of USERS) {
        const session = await openImapConnection(dovecot, user);
        await session.append('INBOX', [{ raw: buildMessage({ subject }) }]);
        await session.close();
      }
    },
    async loseReceiver() {
      await standby?.stopReceiving();
    },
    async failOver() {
      await standby?.promote();
      address?.switchTo(standby?.port ?? null);
      await cluster.postgres.halt();
    },
  };
}

type Scene = Awaited<ReturnType<typeof startScene>>;

/** The ids of the events of new messages, by message. */
async function createdIn({ client, authorization }: Scene): Promise<ReadonlyMap<string, string>> {
  const path = '/Events?filter%5Bkind%5D=message.created&page%5Blimit%5D=200';
  const { document } = await client.persist(authorization, { path }, ATTEMPTS);
  const events = document.data as readonly {
    readonly id: string;
    readonly relationships: { readonly MessageItem: { readonly data: { readonly id: string } } };
  }[];
  const created = events.map(({ id, relationships }) => [relationships.MessageItem.data.id, id] as const);
  assert.equal(new Map(created).size, created.length, 'a message was created twice');
  return new Map(created.filter(([message]) => message.includes('.INBOX.')));
}

async function untilCreated(scene: Scene, count: number): Promise<ReadonlyMap<string, string>> {
  let created: ReadonlyMap<string, string> = new Map();
  await eventually(async () => {
    created = await createdIn(scene);
    assert.equal(created.size, count);
  }, EVENTS_MS);
  return created;
}

/** Sends a mail of an account as a draft; returns the request, which can be repeated, with its answer. */
async function send({ client, authorization }: Scene, account: number, subject: string) {
  const attributes = { subject, textPlain: subject, to: [{ address: 'bob@example.com' }] };
  const path = `/MailAccounts/a${account}/MailFolders/Drafts/MessageItems`;
  const create = { method: 'POST', path, body: documentOf('MessageItem', attributes) };
  const draft = await client.persist(
    authorization,
    { ...create, headers: { 'idempotency-key': `draft-${subject}` } },
    ATTEMPTS,
  );
  const again = () =>
    client.persist(
      authorization,
      {
        ...{ method: 'POST', path: `/MessageItems/${draft.document?.data?.id}/send` },
        headers: { 'idempotency-key': `send-${subject}` },
      },
      ATTEMPTS,
    );
  return { subject, again, answer: await again() };
}

describe('A standby that is promoted with a lag', { skip: postgresIsMissing || haproxyIsMissing }, () => {
  it('forgets events and answers, of which none makes a second mail or another id, and all reach listeners', async (t) => {
    const scene = await startScene(t);
    await scene.deliver('Received');
    await untilCreated(scene, USERS.length);

    await scene.loseReceiver();
    await scene.deliver('Not received');
    const before = await untilCreated(scene, 2 * USERS.length);
    const early = await Promise.all(USERS.map((_, index) => send(scene, index, `early-${index}`)));
    const during = USERS.map((_, index) => send(scene, index, `during-${index}`));
    await wait(DURING_MS);
    await scene.failOver();
    const forgotten = await createdIn(scene);
    await scene.deliver('Later');
    const sent = [...early, ...(await Promise.all(during))];
    for (const { again } of sent) await again();
    const later = await untilCreated(scene, 3 * USERS.length);

    assert.ok(forgotten.size < before.size, `nothing was forgotten of ${before.size} events`);
    assert.deepEqual(
      [...before].filter(([message, id]) => later.get(message) !== id),
      [],
    );
    const ids = [...later.values()];
    await eventually(async () => {
      const missing = scene.told().map((told) => ids.filter((id) => !told.has(id)).length);
      assert.deepEqual(missing, [0, 0, 0, 0]);
    }, EVENTS_MS);
    const mails = scene.sandbox.acceptedMail.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1]);
    const counts = sent.map(({ subject, answer }) => [
      answer.outcome,
      mails.filter((each) => each === subject).length,
    ]);
    t.diagnostic(JSON.stringify(counts));
    assert.deepEqual(
      counts.filter(([outcome, count]) => Number(count) > 1 || (outcome === 'done' && count !== 1)),
      [],
    );
  });
});
