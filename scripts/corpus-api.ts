/** Reads messages back through version 0 of the API, in this process. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { createPosthorn, type Posthorn } from '../packages/posthorn/src/composition/create-posthorn.ts';
import { loadConfiguration } from '../packages/posthorn/src/composition/load-configuration.ts';
import { passwordLogin } from '../packages/posthorn/src/domain/login.ts';
import type { MailAccount, MailAccountId } from '../packages/posthorn/src/domain/mail-account.ts';
import type { MailboxName } from '../packages/posthorn/src/domain/mailbox-name.ts';
import type { Uid } from '../packages/posthorn/src/domain/uid.ts';
import type { MailUser } from '../packages/posthorn/test/support/dovecot.ts';
import type { ImapEndpoint } from '../packages/posthorn/test/support/imap-connection.ts';
import type { AnsweredAttachment, AnsweredBody, AnsweredItem } from './corpus-comparison.ts';

/** A server that is listening. Call `close` when done. */
export interface Api {
  /** The data of a GET below the mailbox's messages, such as `/5/MessageBody`. Throws ApiError. */
  get(path: string): Promise<unknown>;
  /** True when the message has HTML before it is made safe to show. */
  hasReceivedHtml(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** An answer other than 200. */
export class ApiError extends Error {
  readonly status: number;

  constructor(path: string, status: number, body: string) {
    super(`${status} for ${path}: ${body}`);
    this.status = status;
  }
}

/** Starts Posthorn on a free port, with the IMAP server as the mailbox of every request. */
export async function openApi(server: ImapEndpoint, user: MailUser): Promise<Api> {
  const configuration = await loadConfiguration({
    // Nothing is read there: the environment says everything.
    rootDirectory: tmpdir(),
    environment: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      APP_DEBUG: 'true',
      AUTH_PROVIDER: 'local-mail-account',
      APP_MAIL_HOSTS_ALLOW: `${server.host}:${server.port}`,
      APP_ALLOW_CLEARTEXT: 'true',
    },
  });
  const posthorn = createPosthorn(configuration);
  const base = `${await posthorn.listen()}/rest-api-email/v0/MailAccounts/corpus/MailFolders/INBOX/MessageItems`;
  const headers = toHeaders(server, user);
  return {
    async get(path) {
      const response = await fetch(`${base}${path}`, { headers });
      const body = await response.text();
      if (response.status !== 200) throw new ApiError(path, response.status, body);
      return (JSON.parse(body) as { readonly data: unknown }).data;
    },
    hasReceivedHtml: (id) => hasReceivedHtml(posthorn, toAccount(server, user), Number(id) as Uid),
    close: () => posthorn.close(),
  };
}

const INBOX = 'INBOX' as MailboxName;

async function hasReceivedHtml(
  { services: { mailStore } }: Posthorn,
  account: MailAccount,
  uid: Uid,
): Promise<boolean> {
  const body = await mailStore.getMessageBody({ account, mailbox: INBOX, uid }, new AbortController().signal);
  return body.textHtml.trim() !== '';
}

function toAccount({ host, port }: ImapEndpoint, { name, password }: MailUser): MailAccount {
  const address = { name, address: name };
  return {
    id: 'corpus' as MailAccountId,
    name,
    from: address,
    replyTo: address,
    login: passwordLogin(name, password),
    inbox: { type: 'IMAP', host, port, isTls: false },
    roots: [],
    origin: 'client',
  };
}

function toHeaders(server: ImapEndpoint, user: MailUser): Record<string, string> {
  const connection = { inbox_address: server.host, inbox_port: server.port, inbox_ssl: false };
  return {
    authorization: `Basic ${toBase64(`${user.name}:${user.password}`)}`,
    'x-cnmail-data': toBase64(JSON.stringify(connection)),
  };
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** The list items of the whole mailbox by their id. */
export async function listItems(api: Api): Promise<ReadonlyMap<string, AnsweredItem>> {
  const items = (await api.get(
    '?limit=-1&attributes=subject,from,to,date,previewText',
  )) as readonly (AnsweredItem & {
    readonly id: string;
  })[];
  return new Map(items.map((item) => [item.id, item]));
}

/** The texts. HTML that has nothing to show once it is safe counts as HTML all the same. */
export async function getBody(api: Api, id: string): Promise<AnsweredBody> {
  const body = (await api.get(`/${id}/MessageBody`)) as Omit<AnsweredBody, 'hasHtml'>;
  return { ...body, hasHtml: body.textHtml !== '' || (await api.hasReceivedHtml(id)) };
}

/** The attachments, their contents hashed. */
export async function listAttachments(api: Api, id: string): Promise<readonly AnsweredAttachment[]> {
  const attachments = (await api.get(`/${id}/Attachments`)) as readonly (AnsweredAttachment & {
    readonly downloadUrl: string;
  })[];
  return attachments.map(({ text, type, size, downloadUrl }) => ({
    text,
    type,
    size,
    sha256: hashDataUri(downloadUrl),
  }));
}

function hashDataUri(uri: string): string {
  const content = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  return createHash('sha256').update(content).digest('hex');
}
