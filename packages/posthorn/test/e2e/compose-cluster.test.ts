/** deploy/compose-cluster.yaml, as far as it can be tried without Docker: its settings start nodes, before which its load balancer runs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Sandbox, startSandbox } from 'posthorn-sandbox';
import { findFreePort } from '../support/free-port.ts';
import { buildMessage } from '../support/message-samples.ts';
import { postgresIsMissing, startPostgres } from '../support/postgres.ts';
import { REPOSITORY } from './container-image.ts';
import { shellBlocks } from './documented-shell.ts';
import { haproxyIsMissing, startComposeBalancer } from './haproxy.ts';
import { createInstallationRoot, type InstallationRoot } from './installation-root.ts';
import { startPosthornProcess } from './posthorn-process.ts';
import { documentOf, V1 } from './store-node.ts';

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly image: string; readonly environment?: Readonly<Record<string, string>> }>
  >;
}

const HOST = '127.0.0.1';
const FILE = 'deploy/compose-cluster.yaml';
const USERS = Array.from({ length: 6 }, (_, index) => `user${index}@example.org`);
const PASSWORD = 'a-password';
const INBOX = '/MailAccounts/example/MailFolders/INBOX/MessageItems';
const JOIN_MS = 60_000;
const run = promisify(execFile);

const { examineBalancer, examineCompose, readCompose } = await import(
  join(REPOSITORY, 'scripts/compose.mjs')
);
const TEXT = await readFile(join(REPOSITORY, FILE), 'utf8');
const BALANCER = await readFile(join(REPOSITORY, 'deploy/haproxy.cfg'), 'utf8');

/** The lines of docs/scaling.md that make what the file needs, without the installation itself. */
async function prepare(root: InstallationRoot): Promise<void> {
  const page = await readFile(join(REPOSITORY, 'docs/scaling.md'), 'utf8');
  const lines = shellBlocks(page).flatMap((block) => block.split('\n'));
  const wanted = lines.filter((line) => /database-password|secrets:create/.test(line));
  assert.equal(wanted.length, 2);
  for (const line of wanted)
    await run('/bin/bash', ['-c', line.replaceAll('my-mail', root.path)], { cwd: REPOSITORY });
}

/** Starts the three nodes with the settings of the file; addresses and ports are those of this machine. */
async function startNodes(t: TestContext, sandbox: Sandbox) {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const database = await postgres.createDatabase();
  await postgres.query(database, 'create role posthorn login');
  await postgres.query(database, `alter database ${new URL(database).pathname.slice(1)} owner to posthorn`);
  const root = await createInstallationRoot(
    t,
    'AUTH_PROVIDER=single-imap-user\nAPP_KEY=a-long-text-of-a-secret\nAPP_URL=https://mail.example.org\nAPP_AUDIT_LOG=audit.log\n',
  );
  const entry = { id: 'example', inbox_address: HOST, inbox_port: sandbox.imapPort, inbox_ssl: false };
  const entries = [{ ...entry, match: '/@example\\.org$/', root: [] }];
  await root.write('app/config/imapserver.json', JSON.stringify(entries));
  await prepare(root);

  const { services } = readCompose(TEXT) as Compose;
  const settings = Object.values(services)
    .filter(({ image }) => image === 'posthorn')
    .map(({ environment = {} }) => environment);
  const startNode = async (environment: Readonly<Record<string, string>>) => {
    const ports = {
      '8025': await findFreePort(),
      '8026': await findFreePort(),
      '9464': await findFreePort(),
    };
    const fill = (value: string) =>
      value
        .replace('0.0.0.0', HOST)
        .replace('172.30.25.10', HOST)
        .replace(/^\/app/, root.path)
        .replace('@postgres/posthorn', `@${HOST}:${postgres.port}${new URL(database).pathname}`)
        .replace(/\/\/node\d/, `//${HOST}`)
        .replace(/\d{4}$/, (port) => String(ports[port as '8025'] ?? port));
    const filled = Object.entries(environment).map(([key, value]) => [key, fill(value)]);
    const server = await startPosthornProcess(['serve', '--root', root.path], {
      environment: Object.fromEntries(filled),
    });
    t.after(() => server.stop());
    await untilJoined(ports['8025']);
    return { port: ports['8025'], server };
  };
  return { root, nodes: await Promise.all(settings.map(startNode)) };
}

async function untilJoined(port: number): Promise<void> {
  const end = Date.now() + JOIN_MS;
  const isJoined = async () => {
    const answer = await fetch(`http://${HOST}:${port}/health/ready`);
    return ((await answer.json()) as { node?: string }).node === 'joined';
  };
  while (!(await isJoined())) {
    assert.ok(Date.now() < end, 'no node of the service');
    await wait(100);
  }
}

function ask(
  address: string,
  path: string,
  { user = USERS[0], ...init }: RequestInit & { user?: string } = {},
) {
  return fetch(`${address}${V1}${path}`, {
    ...init,
    headers: {
      authorization: `Basic ${btoa(`${user}:${PASSWORD}`)}`,
      connection: 'close',
      ...(init.body !== undefined && { 'content-type': 'application/vnd.api+json' }),
      ...init.headers,
    },
  });
}

/** Reads and changes by all users until the work is done; gives the statuses. */
async function loadWhile(address: string, work: () => Promise<unknown>): Promise<readonly number[]> {
  const statuses: number[] = [];
  let isDone = false;
  const clients = USERS.map(async (user) => {
    const list = (await (await ask(address, INBOX, { user })).json()) as { data: readonly { id: string }[] };
    const id = list.data[0]?.id ?? '';
    for (let turn = 0; !isDone; turn += 1) {
      const body = documentOf('MessageItem', { flagged: turn % 4 === 1 }, id);
      const change = turn % 2 === 1 && { method: 'PATCH', body };
      const path = change ? `/MessageItems/${id}` : INBOX;
      const answer = await ask(address, path, { user, ...change }).catch(() => null);
      await answer?.arrayBuffer();
      statuses.push(answer?.status ?? 0);
      await wait(100);
    }
  });
  await work().finally(() => (isDone = true));
  await Promise.all(clients);
  return statuses;
}

describe(FILE, { skip: postgresIsMissing || haproxyIsMissing }, () => {
  it('starts nodes by its settings, which are one service behind its load balancer while one of them stops', async (t) => {
    const sandbox = await startSandbox({ users: USERS.map((name) => ({ name, password: PASSWORD })) });
    t.after(() => sandbox.close());
    for (const user of USERS) sandbox.user(user).deliver(buildMessage({ subject: `Hello ${user}` }));
    const { root, nodes } = await startNodes(t, sandbox);
    const balancer = await startComposeBalancer(nodes.map(({ port }) => port));
    t.after(() => balancer.stop());

    const first = await ask(balancer.address, INBOX, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const { links } = (await first.json()) as { links: { self: string } };
    const statuses = await loadWhile(balancer.address, async () => {
      await wait(2_000);
      await nodes[0]?.server.stop();
      await wait(2_000);
    });

    const audit = (await root.read('audit.log')) ?? '';
    assert.match(audit, /"address":"203\.0\.113\.9"/);
    assert.match(links.self, /^https:\/\/mail\.example\.org\//);
    assert.ok(statuses.length > 30, `only ${statuses.length} requests`);
    assert.deepEqual([...new Set(statuses)], [200]);
  });

  const BROKEN: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    [
      'a setting that is not there',
      (text) => text.replace('APP_STOP_DELAY_SECONDS:', 'APP_STOP_DELAY:'),
      /no setting APP_STOP_DELAY\./,
    ],
    ['a setting that is a number', (text) => text.replace('PORT: "8025"', 'PORT: 8025'), /PORT is no text/],
    [
      'a service that is not there',
      (text) => text.replace('      - node3\n', '      - node4\n'),
      /no node4 in depends_on/,
    ],
    [
      'a network that is not there',
      (text) => text.replace('    - database\n  #', '    - databases\n  #'),
      /no databases in networks/,
    ],
    [
      'a volume that is not there',
      (text) => text.replace('- database:/var', '- data:/var'),
      /no data in volumes/,
    ],
    [
      'a secret that is not there',
      (text) => text.replace('      - database-password', '      - password'),
      /no password in secrets/,
    ],
    [
      'a secret in another file',
      (text) => text.replace('/run/secrets/database-password', '/run/secrets/password'),
      /no secret \/run\/secrets\/password/,
    ],
    [
      'a file that is not there',
      (text) => text.replace('./haproxy.cfg', './proxy.cfg'),
      /\.\/proxy\.cfg is not there/,
    ],
    ['a misspelt key', (text) => text.replace('  healthcheck:', '  healtcheck:'), /"healtcheck" is unknown/],
    [
      'a service that nobody starts again',
      (text) => text.replace('postgres:15\n    restart: unless-stopped', 'postgres:15'),
      /nobody starts it again/,
    ],
  ];
  for (const [name, change, expected] of BROKEN) {
    it(`is refused by npm run check with ${name}`, async () => {
      const page = await readFile(join(REPOSITORY, 'docs/settings.md'), 'utf8');
      const settings = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, key]) => key);
      const examine = (text: string): string[] =>
        examineCompose(readCompose(text), { settings, exists: (path: string) => path === './haproxy.cfg' });

      assert.deepEqual(examine(TEXT), []);
      assert.match(examine(change(TEXT)).join('\n'), expected);
    });
  }

  it('is refused with a node that the load balancer does not know, or that others do not reach', () => {
    const compose = readCompose(TEXT.replace('http://node2:8026', 'http://node1:8026'));

    assert.deepEqual(examineBalancer(compose, BALANCER.replace('node3:8025', 'node4:8025')), [
      'node3:8025 gets no requests.',
      'node4:8025 is no node.',
      'node2: APP_NODE_URL is "http://node1:8026", where the others do not reach it.',
    ]);
  });
});
