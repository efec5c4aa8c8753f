/** Posthorn as its users run it: the built program as a process of its own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type PosthornProcess,
  startPosthornProcess,
} from '../../packages/posthorn/test/e2e/posthorn-process.ts';
import type { Dovecot, MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { RawHttp } from './raw-http.ts';

const ACCOUNTS = '/rest-api-email/v1/MailAccounts';
const ENTRY = 'bench';
const API = `${ACCOUNTS}/${ENTRY}`;
const POLL_MS = 10;

export interface ApiRequest {
  /** Below the account. */
  readonly path: string;
  readonly user: MailUser;
  readonly method?: string;
  readonly document?: unknown;
  /** Signs in in place of the user. */
  readonly key?: string;
  /** Default that of the entry; empty: the path is below the collection. */
  readonly account?: string;
}

/** A running server before one mail server. */
export interface PosthornUnderTest {
  readonly process: PosthornProcess;
  /** Sends the request over a plain socket and gives the body. Throws for any status that is no success. */
  send(request: ApiRequest): Promise<Buffer>;
  /** Sends the request and drops the body as it arrives; gives the number of its octets. Throws as `send` does. */
  drain(request: ApiRequest): Promise<number>;
  /** Asks /health all the time; the function ends that and gives the longest wait in milliseconds. */
  watchHealth(): () => Promise<number>;
  stop(): Promise<void>;
}

export interface PosthornOptions {
  readonly smtpPort?: number | undefined;
  /** Further lines of `.env`. */
  readonly settings?: readonly string[];
  /** Called with the folder before the start. */
  readonly prepare?: (root: string) => Promise<void>;
}

/** Starts the program in a folder of its own, before this mail server: over TLS where it has it. */
export async function startPosthorn(
  { host, port, tlsPort, caPem }: Pick<Dovecot, 'host' | 'port' | 'tlsPort' | 'caPem'>,
  { smtpPort = 25, settings: more = [], prepare }: PosthornOptions = {},
): Promise<PosthornUnderTest> {
  const root = await mkdtemp(join(tmpdir(), 'posthorn-bench-'));
  await mkdir(join(root, 'app/config'), { recursive: true });
  const caFile = join(root, 'authority.pem');
  await writeFile(caFile, caPem ?? '');
  const settings = [
    'AUTH_PROVIDER=single-imap-user',
    'PORT=0',
    ...(caPem ? [`APP_CA_FILE=${caFile}`] : []),
    ...more,
  ];
  await writeFile(join(root, '.env'), `${settings.join('\n')}\n`);
  await writeFile(
    join(root, 'app/config/imapserver.js'),
    `export default [{
      id: 'bench', inbox_type: 'IMAP', inbox_address: '${host}', inbox_port: ${tlsPort ?? port}, inbox_ssl: ${tlsPort !== undefined},
      outbox_address: '127.0.0.1', outbox_port: ${smtpPort}, outbox_secure: 'none', match: ['/@example\\\\.org$/i'], root: [],
    }];`,
  );
  await prepare?.(root);
  const process = await startPosthornProcess(['serve', '--root', root], { cwd: tmpdir() });
  const agent = new Agent({ keepAlive: true });
  const http = new RawHttp(process.address);
  return {
    process,
    drain: (apiRequest) => drain(`${process.address}${API}${apiRequest.path}`, apiRequest, agent),
    send: (apiRequest) => send(http, apiRequest),
    watchHealth: () => watchHealth(process.address),
    async stop() {
      agent.destroy();
      http.close();
      await process.stop();
      await rm(root, { recursive: true });
    },
  };
}

function drain(url: string, { user }: ApiRequest, agent: Agent): Promise<number> {
  const headers = { authorization: `Basic ${btoa(`${user.name}:${user.password}`)}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent }, (response) => {
      let octets = 0;
      if (response.statusCode !== 200) reject(new Error(`GET ${url}: ${response.statusCode}`));
      response.on('data', (chunk: Buffer) => {
        octets += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve(octets));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function send(http: RawHttp, request: ApiRequest): Promise<Buffer> {
  const { path, user, method = 'GET', document, key, account = ENTRY } = request;
  const target = `${ACCOUNTS}${account === '' ? '' : `/${account}`}${path}`;
  const headers = {
    authorization: key === undefined ? `Basic ${btoa(`${user.name}:${user.password}`)}` : `Bearer ${key}`,
    ...(document !== undefined && { 'content-type': 'application/vnd.api+json' }),
  };
  const body = document === undefined ? undefined : JSON.stringify(document);
  const answer = await http.exchange({ method, target, headers, body });
  if (answer.status >= 300)
    throw new Error(`${method} ${target}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  return answer.body;
}

function watchHealth(address: string): () => Promise<number> {
  const http = new RawHttp(address);
  let isWatching = true;
  let longest = 0;
  const watching = (async () => {
    while (isWatching) {
      const startedAt = performance.now();
      await http.exchange({ method: 'GET', target: '/health', headers: {} });
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    http.close();
  })();
  return async () => {
    isWatching = false;
    await watching;
    return longest;
  };
}
