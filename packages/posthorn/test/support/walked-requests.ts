/** The requests whose walks ARCHITECTURE.md shows, against the demo in this process. */
import type { Demo } from '../../src/demo/start-demo.ts';

const JSON_API = 'application/vnd.api+json';

export type WalkName = 'list' | 'change' | 'create' | 'send';

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
  const list = `/MailAccounts/${demo.accountId}/MailFolders/INBOX/MessageItems`;
  const first = JSON.parse((await request('GET', list)).text).data[0].id;
  const drafts = { MailFolder: { data: { type: 'MailFolder', id: `${demo.accountId}.Drafts` } } };
  const attributes = { subject: 'Walk', to: [{ address: 'ann@example.org' }], textPlain: 'One line.' };
  const message = { type: 'MessageItem', attributes, relationships: drafts };
  let size = 20;
  let isFlagged = false;
  return {
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

interface Head {
  readonly document?: object;
  readonly 'if-match'?: string;
}
