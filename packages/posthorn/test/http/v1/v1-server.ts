/** A whole server of version 1 over a mail server in memory: what its tests are run against. */
import type { LightMyRequestResponse } from 'fastify';
import { type CapabilityOptions, type MailboxSeed, type Sandbox, startSandbox } from 'posthorn-sandbox';
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import type { MailAccountId } from '../../../src/domain/mail-account.ts';
import { v1Mail } from './v1-mail.ts';

const USER = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;

export const V1 = '/rest-api-email/v1';
export const ACCOUNT = `${V1}/MailAccounts/gmail`;
export const INBOX = `${ACCOUNT}/MailFolders/INBOX`;
export const MESSAGES = `${INBOX}/MessageItems`;

/** The media type without and with the extension, byte by byte. */
export const PLAIN = 'application/vnd.api+json';
export const EXT = 'application/vnd.api+json;ext="https://conjoon.org/json-api/ext/relfield"';

export interface V1ServerOptions {
  readonly mailboxes?: readonly MailboxSeed[];
  readonly capabilities?: CapabilityOptions;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface V1Server {
  readonly posthorn: Posthorn;
  readonly sandbox: Sandbox;
  /** The answer to a GET with Jane's login, of the path below or of the whole address. */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
  /** The IMAP commands since the last call. */
  commands(): readonly string[];
  close(): Promise<void>;
}

/** Starts it with Jane's mail. Close it. */
export async function startV1Server(options: V1ServerOptions = {}): Promise<V1Server> {
  const { mailboxes = v1Mail, capabilities, settings = {} } = options;
  const sandbox = await startSandbox({
    users: [{ ...USER, mailboxes }],
    ...(capabilities && { capabilities }),
  });
  const posthorn = createPosthorn({
    settings: readSettings({
      AUTH_PROVIDER: 'single-imap-user',
      LOG_LEVEL: 'silent',
      PORT: '0',
      ...settings,
    }),
    mailServers: [
      {
        id: 'gmail' as MailAccountId,
        inbox: { type: 'IMAP', host: '127.0.0.1', port: sandbox.imapPort, isTls: false },
        patterns: [{ source: 'all', matches: () => true }],
        roots: [],
      },
    ],
    extraRoots: [],
  });
  return {
    posthorn,
    sandbox,
    get: (url, headers = {}) =>
      posthorn.server.inject({
        url,
        headers: { host: 'mail.test', authorization: AUTHORIZATION, ...headers },
      }),
    commands() {
      const lines = sandbox.recording.map(({ line }) => line);
      sandbox.clearRecording();
      return lines;
    },
    async close() {
      await posthorn.close();
      await sandbox.close();
    },
  };
}
