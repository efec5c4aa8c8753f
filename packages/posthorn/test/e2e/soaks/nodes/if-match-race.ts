/** Pairs of changes with one tag, each at two of three nodes before Dovecot, with HAProxy for what leads to them. */
import assert from 'node:assert/strict';
import { startDovecot } from '../../../support/dovecot.ts';
import { startHaproxy } from '../../haproxy.ts';
import { startCluster } from '../../node-cluster.ts';
import { documentOf, loginOf, requestV1 } from '../../store-node.ts';

const messagesOf = (folder: string) => `/MailAccounts/example/MailFolders/${folder}/MessageItems`;

/** How often a pair was answered so: `200,412`. */
export type RaceOutcomes = Readonly<Record<string, number>>;

/** Races this number of pairs, at all pairs of nodes in turn. */
export async function raceChanges(
  t: Parameters<typeof startCluster>[0],
  pairs: number,
): Promise<RaceOutcomes> {
  const dovecot = await startDovecot();
  t.after(() => dovecot.stop());
  const { name: user, password } = dovecot.user('alice@example.org');
  const login = loginOf({ user, password });
  const { nodes, ports } = await startCluster(t, { imapPort: dovecot.port });
  const balancer = await startHaproxy(ports);
  t.after(() => balancer.stop());
  await putIntoInbox(balancer.address, login);
  const addresses = nodes.map(({ server }) => server.address);
  const outcomes: Record<string, number> = {};
  for (let turn = 0; turn < pairs; turn += 1) {
    const outcome = await race({
      balancer: balancer.address,
      addresses: pairOf(addresses, turn),
      login,
      turn,
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

async function putIntoInbox(address: string, login: string): Promise<void> {
  const draft = documentOf('MessageItem', { subject: 'Draft', to: [] });
  const made = await requestV1(
    login,
    { address, path: messagesOf('Drafts') },
    { method: 'POST', body: draft },
  );
  assert.equal(made.status, 201, await made.clone().text());
  const { data } = (await made.json()) as { data: { id: string } };
  const move = documentOf('MessageItem', {}, data.id).replace(
    '"attributes":{}',
    '"relationships":{"MailFolder":{"data":{"type":"MailFolder","id":"example.INBOX"}}}',
  );
  const path = `/MessageItems/${data.id}`;
  const moved = await requestV1(login, { address, path }, { method: 'PATCH', body: move });
  assert.equal(moved.status, 200, await moved.text());
}

/** The pair's first node differs in each turn. */
function pairOf(addresses: readonly string[], turn: number): readonly string[] {
  return [addresses[turn % 3] ?? '', addresses[(turn + 1 + (turn % 2)) % 3] ?? ''];
}

async function race({
  balancer,
  addresses,
  login,
  turn,
}: {
  readonly balancer: string;
  readonly addresses: readonly string[];
  readonly login: string;
  readonly turn: number;
}): Promise<string> {
  const listed = await requestV1(login, { address: balancer, path: messagesOf('INBOX') });
  const { data } = (await listed.json()) as { data: readonly { id: string }[] };
  const [id = ''] = data.map((each) => each.id);
  const path = `/MessageItems/${id}`;
  const etag = (await requestV1(login, { address: balancer, path })).headers.get('etag') ?? '';
  const body = documentOf('MessageItem', { flagged: turn % 2 === 0 }, id);
  const change = { method: 'PATCH', body, headers: { 'if-match': etag } };
  const answers = await Promise.all(addresses.map((address) => requestV1(login, { address, path }, change)));
  const statuses = answers.map(({ status }) => status);
  return statuses.sort().join();
}
