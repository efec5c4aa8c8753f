/** What a client knows of a user's mail once it has read all of it: addresses, tags, cursors, states. */
import type { CanaryUser } from './canary-users.ts';
import type { SoakedPosthorn } from './soaked-posthorn.ts';

export interface Known {
  /** Of all kinds, in both versions. */
  readonly paths: readonly string[];
  /** Addresses with the entity tags of their answers. */
  readonly tags: readonly (readonly [path: string, tag: string])[];
  /** Addresses with a cursor. */
  readonly cursors: readonly string[];
  /** Addresses with a state. */
  readonly states: readonly string[];
  /** A message that may be changed: its address and its id. */
  readonly message: string;
  readonly messageId: string;
}

const V1 = '/rest-api-email/v1';
const ACCOUNT = `${V1}/MailAccounts/mail`;
const V0 = '/rest-api-email/v0/MailAccounts/mail';

interface Resource {
  readonly id: string;
}

interface ListDocument {
  readonly data: readonly Resource[];
  readonly links?: { readonly next?: string | null };
  readonly meta?: { readonly state?: string };
}

/** Reads all of it, while nothing fails. */
export async function learnMail(soaked: SoakedPosthorn, { login }: CanaryUser): Promise<Known> {
  const paths: string[] = [];
  const tags: (readonly [string, string])[] = [];
  const cursors: string[] = [];
  const states: string[] = [];

  const read = async (path: string): Promise<Buffer> => {
    const { status, headers, body } = await soaked.ask({ path, headers: { authorization: login } });
    if (status !== 200) throw new Error(`${path} answers ${status}: ${body}`);
    paths.push(path);
    if (headers.etag !== undefined) tags.push([path, headers.etag]);
    return body;
  };
  const readList = async (path: string): Promise<readonly Resource[]> => {
    const { data, links, meta } = JSON.parse((await read(path)).toString()) as ListDocument;
    if (links?.next) cursors.push(pathOf(links.next));
    const [address] = path.split('?');
    const changes = address?.replace(/(\/MailFolders|\/MessageItems)$/, '/changes');
    if (meta?.state !== undefined) states.push(`${changes}?since=${meta.state}`);
    return data;
  };
  const readMessage = async (message: string): Promise<void> => {
    for (const part of ['', '/MessageBody', '/source', '/thread']) await read(`${message}${part}`);
    for (const { id } of await readList(`${message}/Attachments`)) {
      for (const part of ['', '/content']) await read(`${V1}/Attachments/${id}${part}`);
    }
  };

  let messageId: string | undefined;
  for (const { id: folderId } of await readList(`${ACCOUNT}/MailFolders`)) {
    const folder = `${V1}/MailFolders/${folderId}`;
    const messages = await readList(`${folder}/MessageItems?page[size]=4`);
    await readList(`${folder}/MessageItems?page[limit]=3&include=MailFolder,MessageBody`);
    messageId ??= messages[0]?.id;
    for (const { id } of messages) await readMessage(`${V1}/MessageItems/${id}`);
  }
  for (const filter of ['filter[text]=well', 'filter[subject]=canary', 'filter[hasAttachments]=true']) {
    await readList(`${ACCOUNT}/MessageItems?${filter}`);
  }
  await readVersion0(read);
  for (const path of [...states, ...cursors]) await read(path);
  if (messageId === undefined) throw new Error('There is no message.');
  return { paths, tags, cursors, states, message: `${V1}/MessageItems/${messageId}`, messageId };
}

async function readVersion0(read: (path: string) => Promise<Buffer>): Promise<void> {
  const items = `${V0}/MailFolders/INBOX/MessageItems`;
  for (const path of ['/rest-api-email/v0/MailAccounts', `${V0}/MailFolders`]) await read(path);
  for (const start of [0, 5]) await read(`${items}?start=${start}&limit=5`);
  for (const uid of [1, 4, 6]) {
    for (const part of ['', '/MessageBody']) await read(`${items}/${uid}${part}`);
    const { data } = JSON.parse((await read(`${items}/${uid}/Attachments`)).toString()) as ListDocument;
    for (const { id } of data) await read(`${items}/${uid}/Attachments/${id}`);
  }
}

function pathOf(link: string): string {
  const { pathname, search } = new URL(link, 'http://localhost');
  return `${pathname}${search}`;
}
