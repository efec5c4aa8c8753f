/** A whole server with a store, accounts at a sandbox, and receivers on loopback. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import type { EventKind, MailEvent } from '../../../src/domain/events/mail-event.ts';
import { buildMessage } from '../../support/message-samples.ts';
import { buildAdvance, buildEvent } from '../../support/stored-events.ts';
import {
  type ReceivedMessage,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/webhook-receiver.ts';
import {
  accountAt,
  accountDocument,
  type ConnectedServer,
  type KeyAnswer,
  startConnectedServer,
} from '../connected/connected-server.ts';

export const JANE = { name: 'jane@example.org', password: 'jane-secret' };

export interface WebhookScene {
  readonly server: ConnectedServer;
  readonly sandbox: Sandbox;
  /** A key with the scopes of mail and webhooks. */
  readonly admin: string;
  /** The clock of the server. */
  readonly clock: { now: number };
  /** A receiver that the operator allows. */
  receive(): Promise<WebhookReceiver>;
  /** Makes a webhook; fails the test unless it is made. */
  make(
    attributes: object,
    options?: { readonly key?: string; readonly accounts?: readonly string[] },
  ): Promise<KeyAnswer>;
  /** Writes events, of `jane` by default, and gives their ids. */
  write(...events: readonly (Partial<MailEvent> & { readonly uid?: number })[]): Promise<readonly string[]>;
  /** Moves the clock, and lets the dispatcher look. */
  pass(ms: number): void;
  /** The next bodies at a receiver, from the one with this index on. */
  bodies(receiver: WebhookReceiver, count: number, from?: number): Promise<readonly DeliveredBody[]>;
  deliveries(webhook: string): Promise<readonly KeyAnswer['body'][]>;
  close(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
export type DeliveredBody = any;

const RECEIVERS = 20;

/** Starts it with accounts `jane` and `ann`. Watching is off: events are those that tests write. */
export async function startWebhookScene(): Promise<WebhookScene> {
  const mailboxes = [{ name: 'INBOX', messages: [{ raw: buildMessage({ subject: 'Plan B' }) }] }];
  const sandbox = await startSandbox({ users: [{ ...JANE, mailboxes }] });
  const receivers: WebhookReceiver[] = [];
  for (let count = 0; count < RECEIVERS; count += 1) receivers.push(await startWebhookReceiver());
  const open = [...receivers];
  const clock = { now: Date.now() };
  const server = await startConnectedServer({
    servers: [{ imapPort: sandbox.imapPort }],
    settings: {
      APP_WATCH: 'false',
      APP_WEBHOOK_HOSTS_ALLOW: receivers.map(({ port }) => `127.0.0.1:${port}`).join(','),
    },
    overrides: { clock: () => () => clock.now },
  });
  const admin = await server.makeKey({ scopes: ['mail.read', 'accounts', 'keys', 'webhooks'] });
  for (const id of ['jane', 'ann']) {
    const document = accountDocument(accountAt({ imapPort: sandbox.imapPort }, JANE), id);
    const made = await server.ask({ method: 'POST', url: '/MailAccounts', document });
    assert.equal(made.status, 201);
  }
  const dispatcher = server.posthorn.services.webhookDispatcher;
  dispatcher?.start();
  return {
    ...{ server, sandbox, admin, clock },

    async receive() {
      const receiver = receivers.shift();
      assert.ok(receiver);
      return receiver;
    },

    async make(attributes, { key = admin, accounts = [] } = {}) {
      const data = {
        ...{ type: 'Webhook', attributes },
        relationships: { MailAccounts: { data: accounts.map((id) => ({ type: 'MailAccount', id })) } },
      };
      const made = await server.ask({ method: 'POST', url: '/Webhooks', key, document: { data } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made;
    },

    async write(...events) {
      const written: MailEvent[] = events.map((event) => buildEvent({ at: clock.now, ...event }));
      for (const event of written) {
        const account = event.account ?? ('jane' as MailAccountId);
        const { accounts, events: log } = server.store.store;
        const createdAt = (await accounts.find(account))?.createdAt;
        assert.ok(createdAt !== undefined);
        assert.ok(await log.advance(buildAdvance({ account, createdAt, events: [event] })));
      }
      return written.map(({ id }) => id);
    },

    pass(ms) {
      clock.now += ms;
      dispatcher?.wake();
    },

    async bodies(receiver, count, from = 0) {
      await until(
        () => receiver.received.length >= from + count,
        () => `${receiver.received.length - from} of ${count}`,
      );
      return receiver.received.slice(from, from + count).map(({ body }) => JSON.parse(body));
    },

    async deliveries(webhook) {
      const { body } = await server.ask({ url: `/Webhooks/${webhook}/deliveries`, key: admin });
      return body.data;
    },

    async close() {
      await server.close();
      for (const receiver of open) receiver.close();
      await sandbox.close();
    },
  };
}

/** The ids of what came. */
export function idsOf(received: readonly ReceivedMessage[]): readonly string[] {
  return received.map(({ headers }) => headers['webhook-id'] ?? '');
}

/** An event of a message of an account. */
export function eventOf(account: string, uid: number, kind: EventKind = 'message.created') {
  return { account: account as MailAccountId, uid, kind };
}

/** Waits for a condition for a minute; a machine may be busy. */
export async function until(isDone: () => boolean | Promise<boolean>, state = () => ''): Promise<void> {
  for (let count = 0; count < 2_400; count += 1) {
    if (await isDone()) return;
    await wait(25);
  }
  assert.fail(`It did not happen in 60 s. ${state()}`);
}
