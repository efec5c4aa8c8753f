/** The requests whose walks ARCHITECTURE.md shows, against the demo in this process. */
import type { Demo } from '../../src/demo/start-demo.ts';

const JSON_API = 'application/vnd.api+json';

export type WalkName = 'page' | 'list' | 'change' | 'create' | 'send';

/** Prepares a walk, and resolves to its one request, which rejects unless the answer is a success. */
export type Walk = () => Promise<() => Promise<unknown>>;

/** The walks of the first user; each may be repeated. */
export async function openWalks(demo: Demo): Promise<Readonly<Record<WalkName, Walk>>> {
  const [user] = demo.users;
  if (user === undefined) throw new Error('The demo has no user.');
  const authorization = `Basic ${Buffer.from(`${user.user}:${user.password}`).toString('base64')}`;
  const base = `${demo.emailUrl}/v1`;
  const request = async (method: string, path: string, { document, ...headers }: Head = {}) => {
    const body = document === undefined ? undefined : JSON.stringify({ data: document });
    const answer = await fetch(base + path, {
      method,
      headers: { authorization, ...(body !== undefined && { 'content-type': JSON_API }), ...headers },
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return { etag: answer.headers.get('etag') ?? '', text: await answer.text() };
  };
  await endWatcher(demo);
  const list = `/MailAccounts/${demo.accountId}/MailFolders/INBOX/MessageItems`;
  const first = JSON.parse((await request('GET', `${list}?page[limit]=2`)).text).data[0].id;
  const drafts = { MailFolder: { data: { type: 'MailFolder', id: `${demo.accountId}.Drafts` } } };
  const attributes = { subject: 'Walk', to: [{ address: 'ann@example.org' }], textPlain: 'One line.' };
  const message = { type: 'MessageItem', attributes, relationships: drafts };
  let offset = 0;
  let size = 20;
  let isFlagged = false;
  return {
    // Rows that are not known yet, in a folder that is.
    page: async () => {
      offset += 2;
      return () => request('GET', `${list}?page[offset]=${offset}&page[limit]=2`);
    },
    // Another window each time: known rows, but not a known page.
    list: async () => {
      size += 1;
      return () => request('GET', `${list}?page[size]=${size}`);
    },
    change: async () => {
      isFlagged = !isFlagged;
      const { etag } = await request('GET', `/MessageItems/${first}`);
      const document = { type: 'MessageItem', id: first, attributes: { flagged: isFlagged } };
      return () => request('PATCH', `/MessageItems/${first}`, { document, 'if-match': etag });
    },
    create: async () => () => request('POST', '/MessageItems', { document: message }),
    send: async () => {
      const { text } = await request('POST', '/MessageItems', { document: message });
      return () => request('POST', `/MessageItems/${JSON.parse(text).data.id}/send`);
    },
  };
}

/** Its reading is no part of a walk. */
async function endWatcher({ apiKey, emailUrl, accountId: id }: Demo): Promise<void> {
  const document = { data: { type: 'MailAccount', id, attributes: { enabled: false } } };
  const answer = await fetch(`${emailUrl}/v1/MailAccounts/${id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': JSON_API },
    body: JSON.stringify(document),
  });
  if (!answer.ok) throw new Error(`The watcher goes on: ${answer.status} ${await answer.text()}`);
}

interface Head {
  readonly document?: object;
  readonly 'if-match'?: string;
}
