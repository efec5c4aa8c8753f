/** Requests by key that fill every table of the store with secrets and mail, in the right places and in wrong ones. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

const JSON_API = 'application/vnd.api+json';
const V1 = '/rest-api-email/v1';
const V0 = '/rest-api-email/v0';
const LOOK_MS = 100;
const MAX_LOOKS = 300;

/** Secrets and texts that nothing may show. */
export interface StoreSecrets {
  readonly user: string;
  readonly password: string;
  readonly wrong: string;
  readonly refreshToken: string;
  /** Of mails that are written. */
  readonly text: string;
}

/** What the server said. */
export interface StoreAnswers {
  /** Head and body of the answers that have no reason to show any of it. */
  readonly texts: readonly string[];
  /** Secrets that the server has made: of a key, a page, and a webhook. */
  readonly made: readonly string[];
}

interface MadeWebhook {
  readonly data: { readonly id: string };
  readonly meta: { readonly secret: string };
}

/** Where the account connects, without its login. */
export type ServerAttributes = Readonly<Record<string, unknown>>;

export interface FilledStore {
  /** The URL of a receiver whose answers have secrets. */
  readonly receiver: string;
  readonly address: string;
  readonly key: string;
  readonly secrets: StoreSecrets;
  readonly servers: ServerAttributes;
}

/** Fills the store; fails for an answer with another status than it should have. */
export async function fillStore({
  address,
  key,
  secrets,
  servers,
  receiver,
}: FilledStore): Promise<StoreAnswers> {
  const { user, password, wrong, refreshToken, text } = secrets;
  const texts: string[] = [];
  const request = async (status: number, path: string, init: RequestInit = {}) => {
    const response = await fetch(`${address}${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${key}`,
        connection: 'close',
        'content-type': JSON_API,
        ...init.headers,
      },
    });
    const body = await response.text();
    assert.equal(response.status, status, `${path}: ${body}`);
    return { head: response.headers, body, whole: `${JSON.stringify([...response.headers])}\n${body}` };
  };
  /** An answer that may show nothing. */
  const ask = async (...args: Parameters<typeof request>) => {
    const answer = await request(...args);
    texts.push(answer.whole);
    return answer;
  };
  const post = (type: string, attributes: object, id?: string): RequestInit => ({
    method: 'POST',
    body: JSON.stringify({ data: { type, ...(id && { id }), attributes } }),
  });
  const repeatable = (init: RequestInit, name: string): RequestInit => ({
    ...init,
    headers: { 'idempotency-key': name },
  });
  const account = (login: object, more: object = {}) => ({
    ...{ from: { address: user, name: 'Ann' }, login },
    ...servers,
    ...more,
  });
  const accounts = `${V1}/MailAccounts`;
  const login = { mechanism: 'password', user, password };

  await ask(201, accounts, repeatable(post('MailAccount', account(login), 'ann'), 'one'));
  await ask(201, accounts, post('MailAccount', account(login, { outboxLogin: login }), 'both'));
  await ask(422, accounts, post('MailAccount', account({ ...login, password: wrong })));
  await ask(422, accounts, post('MailAccount', account({ ...login, password: [password] })));
  await ask(422, accounts, post('MailAccount', account({ ...login, [password]: password })));
  await ask(422, accounts, post('MailAccount', account(login, { inbox_address: password })));
  await ask(409, accounts, post('MailAccount', account(login), 'ann'));
  await ask(400, accounts, { method: 'POST', body: `{"login":{"password":"${password}` });
  await ask(415, accounts, { method: 'POST', body: password, headers: { 'content-type': 'text/plain' } });
  const oauth = { mechanism: 'oauth', user, provider: 'test', refreshToken };
  await ask(201, accounts, post('MailAccount', account(oauth), 'granted'));
  await ask(200, `${accounts}/ann`, {
    method: 'PATCH',
    body: JSON.stringify({ data: { type: 'MailAccount', id: 'ann', attributes: { login } } }),
  });
  await ask(422, `${accounts}/ann`, {
    method: 'PATCH',
    body: JSON.stringify({
      data: { type: 'MailAccount', id: 'ann', attributes: { login: { ...login, password: wrong } } },
    }),
  });
  await ask(200, `${accounts}?filter[address]=${encodeURIComponent(user)}`);

  const made = await request(
    201,
    `${V1}/ApiKeys`,
    repeatable(post('ApiKey', { name: 'made', scopes: ['mail.read'] }), 'key'),
  );
  const madeKey = JSON.parse(made.body).meta.secret as string;
  await ask(200, `${V1}/ApiKeys`);
  await ask(401, accounts, { headers: { authorization: `Bearer ${key}x` } });
  await ask(401, `${accounts}?key=${key}`, { headers: { authorization: `Bearer ${madeKey}x` } });
  await ask(404, `/rest-api-email/${key}/MailAccounts`);

  const hook = post('Webhook', { url: receiver });
  const webhook = await request(201, `${V1}/Webhooks`, repeatable(hook, 'hook'));
  const { data, meta } = JSON.parse(webhook.body) as MadeWebhook;
  await ask(200, `${V1}/Webhooks/${data.id}`);
  await ask(201, accounts, post('MailAccount', account(login), 'gone'));
  await ask(204, `${accounts}/gone`, { method: 'DELETE' });
  await untilAnswered(() => request(200, `${V1}/Webhooks/${data.id}/deliveries`));

  const place = `${accounts}/ann/MailFolders`;
  const read = [
    `${place}/INBOX/MessageItems`,
    `${accounts}/granted/MailFolders`,
    `${V0}/MailAccounts/ann/MailFolders/INBOX/MessageItems?start=0&limit=5`,
    `${V0}/MailAccounts/ann/MailFolders/INBOX/MessageItems/1/MessageBody?target=MessageBodyDraft`,
  ];
  for (const path of read) await request(200, path);
  const mail = { to: [{ address: user }], subject: text, textPlain: text };
  await request(201, `${place}/Drafts/MessageItems`, repeatable(post('MessageItem', mail), 'draft'));
  await request(200, `${place}/Drafts/MessageItems/send`, repeatable(post('MessageItem', mail), 'send'));
  await ask(400, `${place}/Drafts/MessageItems/send`, { method: 'POST', body: `{"subject":"${text}` });
  await request(200, `${place}/INBOX/MessageItems?filter[subject]=${encodeURIComponent(text)}`);
  await request(400, `${place}/INBOX/MessageItems?${encodeURIComponent(text)}=1`);

  const session = await request(
    201,
    `${V1}/ConnectSessions`,
    repeatable(post('ConnectSession', { returnUrl: 'http://localhost/back', address: user }), 'session'),
  );
  const link = JSON.parse(session.body).links.page as string;
  const pageSecret = link.slice(link.lastIndexOf('/') + 1);
  const path = new URL(link).pathname;
  // The page is its secret's own place.
  const opened = await request(200, path);
  const cookie = opened.head.get('set-cookie')?.split(';')[0] ?? '';
  const form = (fields: Record<string, string>): RequestInit => ({
    ...{ method: 'POST', body: new URLSearchParams(fields).toString() },
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  });
  await request(303, path, form({ step: 'address', address: user }));
  await ask(422, path, form({ step: 'password', address: user, password: wrong }));
  await ask(404, `${path}x`);
  return { texts, made: [madeKey, pageSecret, meta.secret] };
}

/** Waits for a delivery whose answer the store keeps. */
async function untilAnswered(list: () => Promise<{ readonly body: string }>): Promise<void> {
  for (let attempt = 0; attempt < MAX_LOOKS; attempt += 1) {
    if (/"status":500/.test((await list()).body)) return;
    await wait(LOOK_MS);
  }
  assert.fail('No delivery was answered.');
}
