/** Pairs of changes with one tag, each at two of three nodes before Dovecot, with HAProxy for what leads to them. */
import assert from 'node:assert/strict';
import { startDovecot } from '../../../support/dovecot.ts';
import { startHaproxy } from '../../haproxy.ts';
import { startCluster } from '../../node-cluster.ts';
import { type Person, requestAs } from '../../person-request.ts';
import { documentOf } from '../../store-node.ts';

const FOLDER = (name: string) => `/MailAccounts/example/MailFolders/${name}/MessageItems`;

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
  const { nodes, ports } = await startCluster(t, { imapPort: dovecot.port });
  const balancer = await startHaproxy(ports);
  t.after(() => balancer.stop());
  const person = { user, password };
  await putIntoInbox(balancer.address, person);
  const addresses = nodes.map(({ server }) => server.address);
  const outcomes: Record<string, number> = {};
  for (let turn = 0; turn < pairs; turn += 1) {
    const outcome = await race({
      balancer: balancer.address,
      addresses: pairOf(addresses, turn),
      person,
      turn,
    });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return outcomes;
}

async function putIntoInbox(address: string, person: Person): Promise<void> {
  const draft = documentOf('MessageItem', { subject: 'Draft', to: [] });
  const made = await requestAs(person, { address, path: FOLDER('Drafts') }, { method: 'POST', body: draft });
  assert.equal(made.status, 201, await made.clone().text());
  const { data } = (await made.json()) as { data: { id: string } };
  const move = documentOf('MessageItem', {}, data.id).replace(
    '"attributes":{}',
    '"relationships":{"MailFolder":{"data":{"type":"MailFolder","id":"example.INBOX"}}}',
  );
  const path = `/MessageItems/${data.id}`;
  const moved = await requestAs(person, { address, path }, { method: 'PATCH', body: move });
  assert.equal(moved.status, 200, await moved.text());
}

/** The pair's first node differs in each turn. */
function pairOf(addresses: readonly string[], turn: number): readonly string[] {
  return [addresses[turn % 3] ?? '', addresses[(turn + 1 + (turn % 2)) % 3] ?? ''];
}

async function race({
  balancer,
  addresses,
  person,
  turn,
}: {
  readonly balancer: string;
  readonly addresses: readonly string[];
  readonly person: Person;
  readonly turn: number;
}): Promise<string> {
  const listed = await requestAs(person, { address: balancer, path: FOLDER('INBOX') });
  const { data } = (await listed.json()) as { data: readonly { id: string }[] };
  const [id = ''] = data.map((each) => each.id);
  const path = `/MessageItems/${id}`;
  const etag = (await requestAs(person, { address: balancer, path })).headers.get('etag') ?? '';
  const body = documentOf('MessageItem', { flagged: turn % 2 === 0 }, id);
  const change = { method: 'PATCH', body, headers: { 'if-match': etag } };
  const answers = await Promise.all(addresses.map((address) => requestAs(person, { address, path }, change)));
  const statuses = answers.map(({ status }) => status);
  return statuses.sort().join();
}
