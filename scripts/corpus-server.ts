/** Posthorn in this process, before the mail server that has the corpus. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { createPosthorn } from '../packages/posthorn/src/composition/create-posthorn.ts';
import { loadConfiguration } from '../packages/posthorn/src/composition/load-configuration.ts';
import type { MailUser } from '../packages/posthorn/test/support/dovecot.ts';
import type { ImapEndpoint } from '../packages/posthorn/test/support/imap-connection.ts';

/** A server that is listening. Call `close` when done. */
export interface CorpusServer {
  /** The document at a path or an address. Throws AnswerError. */
  getDocument(url: string): Promise<unknown>;
  /** The content at an address, hashed. Throws AnswerError. */
  download(url: string): Promise<Download>;
  close(): Promise<void>;
}

/** What was downloaded. */
export interface Download {
  readonly octets: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** An answer other than 200. */
export class AnswerError extends Error {
  constructor(url: string, status: number, body: string) {
    super(`${status} for ${url}: ${body.slice(0, 200)}`);
  }
}

/** Starts Posthorn on a free port, with the IMAP server as the mailbox of every request. */
export async function openCorpusServer(mailServer: ImapEndpoint, user: MailUser): Promise<CorpusServer> {
  const configuration = await loadConfiguration({
    // Nothing is read there: the environment says everything.
    rootDirectory: tmpdir(),
    environment: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      APP_DEBUG: 'true',
      AUTH_PROVIDER: 'local-mail-account',
      APP_MAIL_HOSTS_ALLOW: `${mailServer.host}:${mailServer.port}`,
      APP_ALLOW_CLEARTEXT: 'true',
    },
  });
  const posthorn = createPosthorn(configuration);
  const address = await posthorn.listen();
  const headers = toHeaders(mailServer, user);
  const get = async (url: string) => {
    const response = await fetch(new URL(url, address), { headers });
    const body = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new AnswerError(url, response.status, body.toString());
    return body;
  };
  return {
    getDocument: async (url) => JSON.parse((await get(url)).toString()),
    download: async (url) => toDownload(url.startsWith('data:') ? contentOf(url) : await get(url)),
    close: () => posthorn.close(),
  };
}

function contentOf(dataUri: string): Buffer {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64');
}

function toDownload(content: Buffer): Download {
  return { octets: content.length, sha256: createHash('sha256').update(content).digest('hex') };
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
