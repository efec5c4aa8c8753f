/** Requests of every kind with passwords and tokens in them, in the right places and in wrong ones. */
import { buildMessage } from '../support/message-samples.ts';

const JSON_API = 'application/vnd.api+json';
const V0 = '/rest-api-email/v0/MailAccounts';
const V1 = '/rest-api-email/v1/MailAccounts';
const AUTH = '/rest-imapuser/auth';

/** The headers of one login. */
export type LoginHeaders = Readonly<Record<string, string>>;

/** The ways in which a client may send a password or a token. */
export const LOGINS = {
  password: (user: string, secret: string): LoginHeaders => ({ authorization: basic(user, secret) }),
  bearer: (user: string, secret: string): LoginHeaders => ({
    authorization: `Bearer ${secret}`,
    'x-mail-user': user,
  }),
  'bearer in basic': (user: string, secret: string): LoginHeaders => ({
    authorization: basic(user, secret),
    'x-mail-auth': 'bearer',
  }),
} as const;

/** Head and body of each answer. */
export type Answers = readonly string[];

/** Reads, writes, sends and listens with a login; the answers, and their statuses. */
export async function useMailbox(
  address: string,
  login: LoginHeaders,
): Promise<{ readonly statuses: readonly number[]; readonly answers: Answers }> {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { ...login, ...init.headers } });
  const reads = [
    `${V1}/example/MailFolders`,
    `${V1}/example/MailFolders/INBOX/MessageItems`,
    `${V1}/example/changes`,
    `${V0}/example/MailFolders`,
    `${V0}/example/MailFolders/INBOX/MessageItems?start=0&limit=5`,
  ];
  const texts: string[] = [];
  const statuses: number[] = [];
  const note = async (response: Response): Promise<string> => {
    const text = await response.text();
    texts.push(`${JSON.stringify([...response.headers])}\n${text}`);
    statuses.push(response.status);
    return text;
  };
  for (const path of reads) await note(await ask(path));
  const draft = await note(
    await ask(`${V1}/example/MailFolders/Drafts/MessageItems`, {
      method: 'POST',
      headers: { 'content-type': JSON_API },
      body: JSON.stringify({
        data: { type: 'MessageItem', attributes: { subject: 'x', to: [{ address: 'bob@x.org', name: '' }] } },
      }),
    }),
  );
  const { data } = JSON.parse(draft) as { data?: { links: { self: string } } };
  const self =
    data === undefined ? `${V1}/example/MailFolders/Drafts/MessageItems/1.1` : pathOf(data.links.self);
  await note(await ask(`${self}/send`, { method: 'POST' }));
  await note(await ask(AUTH, { method: 'POST' }));
  await listen(ask);
  return { statuses, answers: texts };
}

/** Sends the secret where it does not belong, or in what cannot be read. */
export async function misplace(address: string, user: string, secret: string): Promise<Answers> {
  const encoded = encodeURIComponent(secret);
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const json = (method: string, body: string, type = 'application/json') => ({
    ...{ method, body },
    headers: { 'content-type': type, authorization: basic(user, secret) },
  });
  const head = (headers: Record<string, string>) => ({ headers });
  const requests: readonly (readonly [path: string, init?: RequestInit])[] = [
    [`${V1}?access_token=${encoded}`],
    [`${V1}/${encoded}/MailFolders`, head({ authorization: `Bearer ${secret}`, 'x-mail-user': user })],
    [`/${encoded}/%ZZ?token=${encoded}`],
    [`/rest-api-email/v1/sign-in-options?user=${encoded}`],
    [V1, head({ authorization: `Bearer ${secret}` })],
    [V1, head({ authorization: `Bearer ${secret} ${secret}`, 'x-mail-user': user })],
    [V1, head({ authorization: `Bearer ${secret.padEnd(9000, 'x')}`, 'x-mail-user': user })],
    [V1, head({ authorization: `Basic ${secret}` })],
    [V1, head({ authorization: `Negotiate ${secret}` })],
    [V1, head({ authorization: `Bearer ${secret}`, 'x-mail-user': secret })],
    [V0, head({ authorization: basic(user, secret), 'x-cnmail-data': secret })],
    [
      V0,
      head({ authorization: basic(user, secret), 'x-cnmail-data': base64(`{"inbox_password":"${secret}`) }),
    ],
    [AUTH, form({ username: user, password: secret })],
    [AUTH, form({ username: user, password: secret, inbox_auth: 'bearer' })],
    [AUTH, json('POST', JSON.stringify({ username: user, password: secret, more: secret }))],
    [AUTH, json('POST', `{"password":"${secret}`)],
    [AUTH, json('POST', secret, 'text/plain')],
    [`${V1}/example/MailFolders/INBOX/MessageItems/1`, json('PATCH', `{"${secret}`, JSON_API)],
  ];
  return Promise.all(
    requests.map(async ([path, init]) => {
      const response = await fetch(`${address}${path}`, init);
      return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
    }),
  );
}

/** A message for the mailbox. */
export const MESSAGE = buildMessage({ subject: 'Hello' });

/** Opens a stream of events, and leaves. */
async function listen(ask: (path: string, init: RequestInit) => Promise<Response>): Promise<void> {
  const leaving = new AbortController();
  const response = await ask(`${V1}/example/events`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
}

function pathOf(link: string): string {
  return new URL(link, 'http://localhost').pathname;
}

function basic(user: string, secret: string): string {
  return `Basic ${base64(`${user}:${secret}`)}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
