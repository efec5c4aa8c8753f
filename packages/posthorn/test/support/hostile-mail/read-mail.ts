/** Reads messages over HTTP as clients of both versions do: lists, opens and downloads. */
import { Agent, request } from 'node:http';

/** One answer. */
export interface Reading {
  readonly path: string;
  readonly status: number;
  readonly tookMs: number;
  readonly octets: number;
}

/** How a mailbox is reached, and how much of it is read. */
export interface ReaderOptions {
  /** Such as `http://127.0.0.1:8025`. */
  readonly address: string;
  readonly user: { readonly name: string; readonly password: string };
  /** Files of one message that are downloaded in each version of the API. */
  readonly maxDownloads: number;
}

/** Keeps what it was answered. */
export interface MailReader {
  readonly readings: readonly Reading[];
  /** Asks for a path below the APIs. The answer's text. */
  read(path: string): Promise<string>;
  /** The two usual lists of INBOX, with previews. The rows of each. */
  list(limit: number): Promise<readonly number[]>;
  /** The texts of the message in version 1. */
  body(uid: number): Promise<string>;
  /** Opens the message in both versions and downloads its files. */
  open(uid: number): Promise<void>;
  close(): void;
}

const V0 = '/rest-api-email/v0/MailAccounts/example/MailFolders/INBOX/MessageItems';
const V1 = '/rest-api-email/v1/MailAccounts/example/MailFolders/INBOX/MessageItems';

interface Page {
  readonly data: readonly { readonly id: string }[];
}

interface V0Files {
  readonly data: readonly { readonly id: string }[];
}

interface V1Files {
  readonly data: readonly { readonly attributes: { readonly downloadUrl: string } }[];
}

/** A reader of one user's INBOX in the account `example`. Close it. */
export function createMailReader({ address, user, maxDownloads }: ReaderOptions): MailReader {
  const agent = new Agent({ keepAlive: true });
  const authorization = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
  const readings: Reading[] = [];

  const send = (url: URL) =>
    new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
      const sent = request(url, { agent, headers: { authorization } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      });
      sent.on('error', reject);
      sent.end();
    });
  const read = async (path: string): Promise<string> => {
    const startedAt = performance.now();
    const { status, body } = await send(new URL(path, address));
    readings.push({ path, status, tookMs: performance.now() - startedAt, octets: body.length });
    return body.toString();
  };
  const readData = async <Document extends { readonly data: readonly unknown[] }>(path: string) =>
    (JSON.parse(await read(path)) as Partial<Document>).data ?? [];

  return {
    readings,
    read,
    async list(limit) {
      const v0 = await readData<Page>(`${V0}?start=0&limit=${limit}&attributes=*,previewText,replyTo,cc,bcc`);
      const v1 = await readData<Page>(
        `${V1}?page[limit]=${limit}&relfield:fields[MessageItem]=%2BpreviewText`,
      );
      return [v0.length, v1.length];
    },
    body: (uid) => read(`${V1}/${uid}/MessageBody`),
    async open(uid) {
      await read(`${V0}/${uid}?attributes=*,previewText,replyTo,cc,bcc`);
      await read(`${V0}/${uid}/MessageBody`);
      const v0Files = (await readData<V0Files>(`${V0}/${uid}/Attachments`)) as V0Files['data'];
      await read(`${V1}/${uid}`);
      await read(`${V1}/${uid}/MessageBody`);
      const v1Files = (await readData<V1Files>(`${V1}/${uid}/Attachments`)) as V1Files['data'];
      const downloads = [
        ...v0Files.slice(0, maxDownloads).map(({ id }) => `${V0}/${uid}/Attachments/${id}`),
        ...v1Files.slice(0, maxDownloads).map(({ attributes }) => attributes.downloadUrl),
      ];
      for (const download of downloads) await read(download);
    },
    close: () => agent.destroy(),
  };
}
