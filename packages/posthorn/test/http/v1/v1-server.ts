/** A whole server of version 1 over a mail server: what its tests are run against. */
import assert from 'node:assert/strict';
import type { LightMyRequestResponse } from 'fastify';
import {
  type CapabilityOptions,
  type MailboxSeed,
  type ProfileName,
  type Sandbox,
  startSandbox,
} from 'posthorn-sandbox';
import { assertJsonApi } from '../../../../relfield/test/support/json-api-schema.ts';
import { createPosthorn, type Posthorn } from '../../../src/composition/create-posthorn.ts';
import type { Overrides } from '../../../src/composition/services.ts';
import { readSettings } from '../../../src/config/load-settings.ts';
import type { MailAccountId } from '../../../src/domain/accounts/mail-account.ts';
import { createAnswerCheck, describedPath, readDocument } from '../openapi/described-answers.ts';
import { v1Mail } from './v1-mail.ts';

/** Jane's login at the mail server, as HTTP and IMAP have it. */
export const USER = { name: 'jane@example.org', password: 'secret' };
export const AUTHORIZATION = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;

export const V1 = '/rest-api-email/v1';
export const ACCOUNT = `${V1}/MailAccounts/gmail`;
export const INBOX = `${ACCOUNT}/MailFolders/INBOX`;
export const MESSAGES = `${INBOX}/MessageItems`;

/** The media type without and with the extension, byte by byte. */
export const PLAIN = 'application/vnd.api+json';
export const EXT = 'application/vnd.api+json;ext="https://conjoon.org/json-api/ext/relfield"';

/** What reads. */
export interface V1Reader {
  /**
   * The answer to a GET with Jane's login, of the path below or of the whole address. Fails the test if
   * the answer is a document that breaks a rule of JSON:API.
   */
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
}

/** A request that changes something. */
export interface V1Change {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** The path below or the whole address. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a JSON:API document. */
  readonly document?: unknown;
  /** Any other body. */
  readonly payload?: Buffer | string;
}

/** What reads and writes. */
export interface V1Writer extends V1Reader {
  /** The answer to a request with Jane's login. Fails the test as `get` does. */
  send(change: V1Change): Promise<LightMyRequestResponse>;
}

/** The server, whichever mail server is behind it. */
export interface V1Api extends V1Writer {
  readonly posthorn: Posthorn;
  close(): Promise<void>;
}

export interface V1ApiOptions {
  /** Of Jane's mail server on loopback, which speaks plain text. */
  readonly imapPort: number;
  /** Of the server that Jane sends by; without it, she cannot send. */
  readonly smtpPort?: number | undefined;
  readonly settings?: Readonly<Record<string, string>>;
  readonly accountId?: string;
  /** Services in place of the default ones. */
  readonly overrides?: Overrides;
}

/** Opens the API before a mail server that is running. Close it. */
export function openV1Api(options: V1ApiOptions): V1Api {
  const { imapPort, smtpPort, settings = {}, accountId = 'gmail', overrides = {} } = options;
  const posthorn = createPosthorn(
    {
      settings: readSettings({
        AUTH_PROVIDER: 'single-imap-user',
        LOG_LEVEL: 'silent',
        PORT: '0',
        ...settings,
      }),
      mailServers: [
        {
          id: accountId as MailAccountId,
          inbox: { type: 'IMAP', host: '127.0.0.1', port: imapPort, isTls: false },
          ...(smtpPort !== undefined && { outbox: { host: '127.0.0.1', port: smtpPort, security: 'none' } }),
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    },
    overrides,
  );
  return {
    posthorn,
    async get(url, headers = {}) {
      const answer = await posthorn.server.inject({
        url,
        headers: { host: 'mail.test', authorization: AUTHORIZATION, ...headers },
      });
      if (isReadableDocument(url, answer)) assertJsonApi(answer.json());
      return answer;
    },
    async send({ method, url, headers = {}, document, payload }) {
      const body = document === undefined ? payload : JSON.stringify(document);
      const answer = await posthorn.server.inject({
        method,
        url,
        headers: {
          host: 'mail.test',
          authorization: AUTHORIZATION,
          ...(document !== undefined && { 'content-type': PLAIN }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
      });
      if (answer.body !== '') assertDescribed({ method, url }, answer);
      return answer;
    },
    close: () => posthorn.close(),
  };
}

const description = readDocument('v1');
const errorsOf = createAnswerCheck(description);

/** Fails the test for a document that breaks a rule of JSON:API, or that docs/openapi/v1.json does not describe. */
function assertDescribed(
  { method, url }: Pick<V1Change, 'method' | 'url'>,
  answer: LightMyRequestResponse,
): void {
  const document = answer.json();
  assertJsonApi(document);
  const { pathname } = new URL(url, 'http://mail.test');
  const path = describedPath(description, pathname.replace(V1, '')) ?? pathname;
  const place = { path, method: method.toLowerCase(), status: answer.statusCode };
  assert.deepEqual([place, errorsOf(place, document)], [place, []]);
}

/** Version 0 has documents of its own, and a compressed one is compared with the plain one by its test. */
function isReadableDocument(url: string, { headers }: LightMyRequestResponse): boolean {
  const isOfVersion0 = url.includes('/rest-api-email/v0/');
  const isJson = /^application\/(vnd\.api\+)?json\b/.test(String(headers['content-type']));
  return isJson && !isOfVersion0 && headers['content-encoding'] === undefined;
}

/** Reads documents only. */
export function jsonReader(server: V1Reader) {
  return async (url: string, headers: Readonly<Record<string, string>> = {}) =>
    (await server.get(url, headers)).json();
}

export interface V1ServerOptions {
  readonly mailboxes?: readonly MailboxSeed[];
  readonly capabilities?: CapabilityOptions;
  /** The provider as which the mail server behaves. */
  readonly profile?: ProfileName;
  readonly settings?: Readonly<Record<string, string>>;
  /** True: Jane can send. */
  readonly canSend?: boolean;
}

/** The server over a mail server in memory. */
export interface V1Server extends V1Api {
  readonly sandbox: Sandbox;
  /** The IMAP commands since the last call. */
  commands(): readonly string[];
}

/** Starts it with Jane's mail. Close it. */
export async function startV1Server(options: V1ServerOptions = {}): Promise<V1Server> {
  const { mailboxes = v1Mail, capabilities, profile, settings = {}, canSend = false } = options;
  const sandbox = await startSandbox({
    users: [{ ...USER, mailboxes }],
    smtp: canSend,
    ...(profile && { profile, keepsKeywords: true, login: { smtpMechanisms: ['PLAIN', 'LOGIN'] } }),
    ...(capabilities && { capabilities }),
  });
  const api = openV1Api({ imapPort: sandbox.imapPort, smtpPort: sandbox.smtpPort, settings });
  return {
    ...api,
    sandbox,
    commands() {
      const lines = sandbox.recording.map(({ line }) => line);
      sandbox.clearRecording();
      return lines;
    },
    async close() {
      await api.close();
      await sandbox.close();
    },
  };
}
