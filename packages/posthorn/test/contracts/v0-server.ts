/** A whole server of version 0 over a mail server that takes, keeps and sends mail: what its writing is tested with. */
import assert from 'node:assert/strict';
import {
  type CapabilityOptions,
  defaultMailboxes,
  FLAT_LAYOUT,
  type ProfileName,
  type Sandbox,
  startSandbox,
} from 'posthorn-sandbox';
import { createPosthorn } from '../../src/composition/create-posthorn.ts';
import { readSettings } from '../../src/config/load-settings.ts';
import type { MailAccountId } from '../../src/domain/accounts/mail-account.ts';
import { createAnswerCheck, readDocument } from '../http/openapi/described-answers.ts';
import { startDovecot } from '../support/dovecot.ts';
import { openImapConnection } from '../support/imap-connection.ts';
import { buildMessage, type MessageSample } from '../support/message-samples.ts';
import { WITH_PASSWORD } from './profile-variants.ts';

/** Jane's login at both mail servers. */
export const USER = { name: 'jane@example.org', password: 'secret' };
const AUTHORIZATION = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;

const HOST = '127.0.0.1';
const SEGMENTS = /MailFolders(\/[^/]+\/MessageItems)?(\/[^/?]+)?(\/[A-Za-z]+)?(\/[^/?]+)?/;

const errorsOf = createAnswerCheck(readDocument('v0'));

/** Jane's mail servers: one to receive by, one to send by. */
export interface MailServers {
  readonly imapPort: number;
  readonly smtpPort: number;
  /** False without UIDPLUS: what is removed stays, marked \Deleted. */
  readonly canExpunge: boolean;
  /** Where the mail arrives that is sent. */
  readonly sink: Sandbox;
  close(): Promise<void>;
}

/** A message as another client sees it. */
export interface SeenMessage {
  readonly uid: number;
  /** System flags in alphabetical order, without \Recent. */
  readonly flags: readonly string[];
  readonly raw: string;
}

export interface V0Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/rest-api-email/v0/`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object | string | FormData;
}

export interface V0Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
  readonly body: any;
}

export interface V0Server extends MailServers {
  /** Sends the request with Jane's login. Fails the test for an answer that is not as described. */
  send(request: V0Request): Promise<V0Answer>;
  /** Puts a message into a mailbox and gives its uid. */
  deliver(mailbox: string, sample: MessageSample, flags?: readonly string[]): Promise<number>;
  createMailbox(mailbox: string): Promise<void>;
  /** Another process serves from now on: what the first one remembered is gone. */
  restart(): Promise<void>;
  /** What is in the mailbox, by uid; where nothing can be expunged, without what is marked \Deleted. */
  look(mailbox: string): Promise<readonly SeenMessage[]>;
}

/** Everything in one sandbox, which can do all that it knows unless told otherwise. */
export async function startSandboxServers(capabilities: CapabilityOptions = {}): Promise<MailServers> {
  const sink = await startSandbox({ users: [USER], smtp: true, capabilities });
  return {
    imapPort: sink.imapPort,
    smtpPort: sink.smtpPort ?? 0,
    canExpunge: !capabilities.without?.includes('UIDPLUS'),
    sink,
    close: () => sink.close(),
  };
}

/** Everything in a sandbox that behaves as a provider's servers do, with the mailboxes that the suites know. */
export async function startProfileServers(profile: ProfileName): Promise<MailServers> {
  const mailboxes = defaultMailboxes(FLAT_LAYOUT);
  const sink = await startSandbox({
    users: [{ ...USER, mailboxes }],
    smtp: true,
    profile,
    keepsKeywords: true,
    ...WITH_PASSWORD,
  });
  return {
    imapPort: sink.imapPort,
    smtpPort: sink.smtpPort ?? 0,
    canExpunge: true,
    sink,
    close: () => sink.close(),
  };
}

/** A real Dovecot to receive by. */
export async function startDovecotServers(): Promise<MailServers> {
  const sink = await startSandbox({ users: [USER], smtp: true });
  const dovecot = await startDovecot({ users: [USER] });
  return {
    imapPort: dovecot.port,
    smtpPort: sink.smtpPort ?? 0,
    canExpunge: true,
    sink,
    async close() {
      await dovecot.stop();
      await sink.close();
    },
  };
}

/** Opens the API before them. Close it: that ends them, too. */
export function openV0Server(
  servers: MailServers,
  settings: Readonly<Record<string, string>> = { AUTH_PROVIDER: 'single-imap-user' },
): V0Server {
  const { imapPort, smtpPort } = servers;
  const start = () =>
    createPosthorn({
      settings: readSettings({ LOG_LEVEL: 'silent', PORT: '0', ...settings }),
      mailServers: [
        {
          id: 'gmail' as MailAccountId,
          inbox: { type: 'IMAP', host: HOST, port: imapPort, isTls: false },
          outbox: { host: HOST, port: smtpPort, security: 'none' },
          patterns: [{ source: 'all', matches: () => true }],
          roots: [],
        },
      ],
      extraRoots: [],
    });
  let posthorn = start();
  return {
    ...servers,
    async send({ method, path, headers = {}, payload }) {
      const body = await toBody(payload);
      const answer = await posthorn.server.inject({
        method,
        url: `/rest-api-email/v0/${path}`,
        headers: { authorization: AUTHORIZATION, ...body.headers, ...headers },
        ...(body.payload !== undefined && { payload: body.payload }),
      });
      const given = { status: answer.statusCode, body: answer.json() };
      assert.deepEqual(
        errorsOf({ path: describedPath(path), method: method.toLowerCase(), ...given }, given.body),
        [],
      );
      return given;
    },
    deliver: (mailbox, sample, flags = []) => deliver(imapPort, mailbox, { sample, flags }),
    createMailbox: (mailbox) => createMailbox(imapPort, mailbox),
    async restart() {
      await posthorn.close();
      posthorn = start();
    },
    async look(mailbox) {
      const messages = await look(imapPort, mailbox);
      if (servers.canExpunge) return messages;
      return messages.filter(({ flags }) => !flags.includes('\\Deleted'));
    },
    async close() {
      await posthorn.close();
      await servers.close();
    },
  };
}

/** The path as the description spells it. */
function describedPath(path: string): string {
  const [, folders = '', message, subResource, attachment] = SEGMENTS.exec(path) ?? [];
  const names = [
    '/MailAccounts/{mailAccountId}/MailFolders',
    folders && '/{mailFolderId}/MessageItems',
    message && '/{messageItemId}',
    subResource,
    attachment && '/{attachmentId}',
  ];
  return names.filter((name) => name).join('');
}

async function toBody(
  payload: V0Request['payload'],
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly payload?: Buffer | string }> {
  if (payload === undefined) return { headers: {} };
  if (payload instanceof FormData) {
    const form = new Response(payload);
    const contentType = form.headers.get('content-type') ?? '';
    return { headers: { 'content-type': contentType }, payload: Buffer.from(await form.arrayBuffer()) };
  }
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return { headers: { 'content-type': 'application/json; charset=UTF-8' }, payload: text };
}

async function deliver(
  port: number,
  mailbox: string,
  { sample, flags }: { readonly sample: MessageSample; readonly flags: readonly string[] },
): Promise<number> {
  const connection = await openImapConnection({ host: HOST, port }, USER);
  await connection.append(mailbox, [{ raw: buildMessage(sample), flags }]);
  await connection.close();
  return (await look(port, mailbox)).at(-1)?.uid ?? 0;
}

async function createMailbox(port: number, mailbox: string): Promise<void> {
  const connection = await openImapConnection({ host: HOST, port }, USER);
  await connection.command(`CREATE "${mailbox}"`);
  await connection.close();
}

async function look(port: number, mailbox: string): Promise<readonly SeenMessage[]> {
  const connection = await openImapConnection({ host: HOST, port }, USER);
  await connection.command(`EXAMINE "${mailbox}"`);
  const answers = await connection.command('UID FETCH 1:* (FLAGS BODY.PEEK[])');
  await connection.close();
  return answers.flatMap(readMessage);
}

function readMessage(answer: string): readonly SeenMessage[] {
  const uid = /\bUID (\d+)/.exec(answer)?.[1];
  const flags = /\bFLAGS \(([^)]*)\)/.exec(answer)?.[1];
  const [literal = '', octets] = /\{(\d+)\}\r\n/.exec(answer) ?? [];
  if (uid === undefined || flags === undefined || octets === undefined) return [];
  const start = answer.indexOf(literal) + literal.length;
  const systemFlags = flags.split(' ').filter((flag) => /^\\(?!Recent)/.test(flag));
  return [
    {
      uid: Number(uid),
      flags: systemFlags.sort(),
      raw: Buffer.from(answer.slice(start, start + Number(octets)), 'latin1').toString(),
    },
  ];
}
