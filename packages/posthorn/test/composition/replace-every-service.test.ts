/** Every service can be replaced from the file of an installation, and the replacement is what works. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../src/composition/create-posthorn.ts';
import { defaultBindings } from '../../src/composition/default-bindings.ts';
import { loadBindings } from '../../src/composition/load-bindings.ts';
import { openStore } from '../../src/composition/open-store.ts';
import { type Configuration, isReplaceable, type ServiceName } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import { parseSecretsKeys, renderNewKey } from '../../src/config/secrets-keys.ts';
import type { MailAccount, MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { passwordLogin } from '../../src/domain/logins/login.ts';
import { Secret } from '../../src/domain/logins/secret.ts';
import type { MailboxName } from '../../src/domain/mailboxes/mailbox-name.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { eventually } from '../contracts/watching/watch-scene.ts';
import { asUid } from '../support/domain-values.ts';
import { buildProvider } from '../support/grant-scene.ts';
import { buildMessage } from '../support/message-samples.ts';
import { CONFIGURATION } from './test-configuration.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const CHANNEL = 'posthorn-test:service-called';
const NAMES = (Object.keys(defaultBindings(CONFIGURATION)) as ServiceName[]).filter(isReplaceable);
const USER = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${btoa(`${USER.name}:${USER.password}`)}`;

/** The file of the installation: it replaces each service by one that tells of every call, and leaves the work to the old one. */
const BINDINGS = `
import { channel } from 'node:diagnostics_channel';
import { defineBindings } from 'posthorn/bindings';

const calls = channel('${CHANNEL}');

function telling(name, work) {
  return (...values) => {
    calls.publish(name);
    return work(...values);
  };
}

function replace(name, service) {
  if (typeof service === 'function') return telling(name, service);
  return new Proxy(service, {
    get(target, key) {
      const member = Reflect.get(target, key);
      if (typeof member === 'object' && member !== null) return replace(name, member);
      if (typeof member !== 'function') return member;
      return key === 'close' ? member.bind(target) : telling(name, member.bind(target));
    },
  });
}

const bindings = ${JSON.stringify(NAMES)}.map((name) => [name, (_services, inherited) => replace(name, inherited())]);
export default defineBindings(Object.fromEntries(bindings));
`;

/** The mail server does not see its parts. */
const ODD_MESSAGE = Buffer.from(
  "Content-Type: multipart/mixed; boundary*0*=us-ascii''odd; boundary*1=-one\r\n\r\n--odd-one\r\n\r\nHi\r\n--odd-one--\r\n",
);

describe('app/config/bindings.js', () => {
  const called = new Set<unknown>();
  const note = (name: unknown) => called.add(name);
  let root: string;
  let sandbox: Sandbox;
  let posthorn: Posthorn;
  let address: string;
  before(async () => {
    subscribe(CHANNEL, note);
    root = await mkdtemp(join(tmpdir(), 'posthorn-replaced-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await mkdir(join(root, 'node_modules'));
    await symlink(PACKAGE, join(root, 'node_modules/posthorn'));
    await writeFile(join(root, 'package.json'), '{ "type": "module" }');
    await writeFile(join(root, 'app/config/bindings.js'), BINDINGS);
    sandbox = await startSandbox({ users: [USER], smtp: true });
    sandbox.user(USER.name).deliver(buildMessage({ html: '<p>Hi</p>', attachments: [{ content: 'file' }] }));
    sandbox.user(USER.name).deliver(ODD_MESSAGE);
    const configuration = configurationOf(sandbox, root);
    const bindings = await loadBindings({ rootDirectory: root, configuration });
    posthorn = createPosthorn(configuration, bindings, {
      store: await openStore(configuration, { isServer: true }),
    });
    address = await posthorn.listen();
  });
  after(async () => {
    unsubscribe(CHANNEL, note);
    await posthorn.close();
    await sandbox.close();
    await rm(root, { recursive: true });
  });

  const request = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object | FormData) => {
    const answer = await fetch(`${address}/rest-api-email/v0/MailAccounts${path}`, {
      method,
      headers: {
        authorization: AUTHORIZATION,
        ...(method === 'POST' && { 'idempotency-key': path }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text);
  };

  it('replaces every service, and the replacements do the work', async () => {
    const inbox = '/example/MailFolders/INBOX/MessageItems';
    const drafts = '/example/MailFolders/Drafts/MessageItems';
    const { signal } = new AbortController();
    const { services } = posthorn;

    await request('GET', '');
    await request('GET', '/example/MailFolders');
    await request('GET', `${inbox}?start=0&limit=1`);
    await request('GET', `${inbox}/1/MessageBody`);
    await request('GET', `${inbox}/1/MessageBody?target=MessageBodyDraft`);
    await request('GET', `${inbox}/1/Attachments`);
    await request('GET', `${inbox}/2/MessageBody`);
    await request('PATCH', `${inbox}/1/MessageItem`, { data: { attributes: { flagged: true } } });
    const { data } = await request('POST', drafts, { data: { attributes: { textHtml: '<p>Hi</p>' } } });
    const form = new FormData();
    form.append('files[0][blob]', new Blob(['content']), 'file.txt');
    form.append('files[0][text]', 'file.txt');
    form.append('files[0][type]', 'text/plain');
    const { data: files } = await request('POST', `${drafts}/${data.id}/Attachments`, form);
    const draft = await request('PATCH', `${drafts}/${files[0].parentMessageItemId}/MessageDraft`, {
      data: {
        attributes: {
          from: { address: USER.name, name: 'Jane' },
          to: [{ address: 'ann@example.org', name: 'Ann' }],
        },
      },
    });
    await services.changeFeed.readFolder(
      {
        account: accountOf(sandbox),
        mailbox: 'INBOX' as MailboxName,
        since: null,
        limit: 1,
        selection: null,
      },
      signal,
    );
    const leaving = new AbortController();
    const inboxOf = { account: accountOf(sandbox), mailbox: 'INBOX' as MailboxName };
    const events = await services.changeEvents.open({ ...inboxOf, since: null }, leaving.signal);
    for await (const _event of events) leaving.abort();
    // Version 1 leads to these as well; what counts here is who does the work.
    const location = { account: accountOf(sandbox), mailbox: 'Drafts' as MailboxName };
    const original = { account: location.account, mailbox: 'INBOX' as MailboxName, uid: asUid(1) };
    const { uidValidity } = await services.mailFolders.count(original, signal);
    await services.messageReplies.reply(
      { original: { ...original, uidValidity }, isToAll: false, isQuoted: true },
      signal,
    );
    const octets = bufferSource(Buffer.from('Subject: Hi\r\n\r\nHi\r\n'));
    await services.messageImports.store({ ...inboxOf, octets, flags: [], keywords: [] }, signal);
    await services.messageSubmissions.send(
      { message: { ...location, uid: asUid(Number(draft.data.id)) }, isFiled: true },
      signal,
    );
    const to = [{ address: 'ann@example.org', name: '' }];
    const composed = { header: { from: { address: USER.name, name: '' }, to }, textPlain: 'Hi' };
    await services.composedSubmissions.send({ ...location, draft: composed }, signal);
    const unknown = { id: 'unknown' as MailAccountId, client: '127.0.0.1', draft: composed };
    await assert.rejects(async () => services.directSubmissions?.send(unknown, signal));
    await services.mailFolderChanges.create(
      { account: location.account, place: { parent: null, name: 'New' } },
      signal,
    );
    await services.messageBatches.change(
      {
        ...location,
        mailbox: 'INBOX' as MailboxName,
        selection: { kind: 'named', messages: [{ uid: asUid(1), uidValidity }] },
        change: { kind: 'flags', change: { seen: true } },
      },
      signal,
    );

    await services.publicDiscovery.discover({ address: USER.name, client: '127.0.0.1' }, signal);
    await useStore(posthorn, address);
    await eventually(async () => assert.equal(called.has('watchConnections'), true));

    assert.deepEqual(
      NAMES.filter((name) => !called.has(name)),
      [],
    );
  });
});

/** Nothing listens there. */
const AWAY = buildProvider({ endpoints: { issuer: 'http://127.0.0.1:9' } });

function configurationOf({ imapPort, smtpPort }: Sandbox, root = ''): Configuration {
  return {
    settings: readSettings({
      ...{ LOG_LEVEL: 'silent', PORT: '0', AUTH_PROVIDER: 'single-imap-user' },
      APP_DATABASE_URL: `file:${join(root, 'store.db')}`,
      APP_WEBHOOK_HOSTS_ALLOW: '127.0.0.1:9',
    }),
    secretsKeys: parseSecretsKeys(renderNewKey('first'), 'keys'),
    oauth: { returnUrls: ['https://crm.example/'], providers: [AWAY] },
    mailServers: [
      {
        id: 'example' as MailAccountId,
        inbox: { type: 'IMAP', host: '127.0.0.1', port: imapPort, isTls: false },
        outbox: { host: '127.0.0.1', port: smtpPort ?? 0, security: 'none' },
        patterns: [{ source: 'all', matches: () => true }],
        roots: [],
      },
    ],
    extraRoots: [],
  };
}

/** What programs with an API key and people on the connect page lead to. */
async function useStore({ services }: Posthorn, address: string): Promise<void> {
  const { managedKeys, connectedAccounts, connectLinks, storedEvents, eventStreams } = services;
  const { managedWebhooks, webhookTests } = services;
  const { signal } = new AbortController();
  assert.ok(managedKeys && connectedAccounts && connectLinks && storedEvents && eventStreams);
  assert.ok(managedWebhooks && webhookTests);
  await storedEvents.list({ filter: {}, after: null, limit: 1 });
  const all = { holders: ['key'], filter: {}, after: null, isVisible: () => true };
  await eventStreams.open(all, AbortSignal.timeout(1));
  const rights = { accounts: null, networks: [], expiresAt: null, agentSends: null };
  const { row: key, secret } = await managedKeys.create(null, {
    name: 'CRM',
    scopes: ['mail.read', 'accounts', 'webhooks'],
    ...rights,
  });
  const link = { returnUrl: 'https://crm.example/', address: null, name: null, providers: null };
  const { session, secret: page } = await connectLinks.create(
    { ...link, expiresInSeconds: 60, account: null },
    { key: null, accounts: 'all' },
  );
  const pageAddress = `${address}/rest-imapuser/connect/${session.id}/${page.reveal()}`;
  const { headers } = await fetch(pageAddress);
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? [];
  const submit = async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ address: USER.name, ...fields });
    return fetch(pageAddress, { method: 'POST', body, headers: { cookie }, redirect: 'manual' });
  };
  await submit({ step: 'address' });
  await fetch(pageAddress, { headers: { cookie } });
  assert.equal((await submit({ step: 'password', password: USER.password })).status, 303);
  const from = { address: USER.name, name: 'Jane' };
  const byToken = {
    mechanism: 'oauth',
    user: USER.name,
    provider: AWAY.id,
    refreshToken: new Secret('x'),
  } as const;
  const byPassword = { mechanism: 'password', user: USER.name, password: new Secret(USER.password) } as const;
  const values = { name: 'Jane', from, replyTo: from, roots: [] };
  const [tokenAccount, untried] = await Promise.all(
    [byToken, byPassword].map((login) =>
      connectedAccounts.create({ id: null, login, outboxLogin: null, isTried: false, values }, signal),
    ),
  );
  assert.ok(tokenAccount && untried);
  const authorization = `Bearer ${secret.reveal()}`;
  const statuses: number[] = [];
  for (const id of [session.id, tokenAccount.id, untried.id]) {
    const folders = `${address}/rest-api-email/v1/MailAccounts/${id}/MailFolders`;
    statuses.push((await fetch(folders, { headers: { authorization } })).status);
  }
  assert.deepEqual(statuses, [200, 502, 200]);
  await connectedAccounts.remove({ id: tokenAccount.id });
  const hook = { url: 'http://127.0.0.1:9/', kinds: [], fields: [], accounts: null, isEnabled: true };
  const { row: webhook } = await managedWebhooks.create(key.id, hook);
  await webhookTests.run(key.id, webhook.id, signal);
}

function accountOf(sandbox: Sandbox): MailAccount {
  const [entry] = configurationOf(sandbox).mailServers;
  assert.ok(entry?.outbox);
  const owner = { address: USER.name, name: USER.name };
  const login = passwordLogin(USER.name, USER.password);
  return {
    ...{ id: entry.id, name: USER.name, from: owner, replyTo: owner, login },
    ...{ inbox: entry.inbox, outbox: { ...entry.outbox, login }, roots: [], origin: 'operator' },
  };
}
