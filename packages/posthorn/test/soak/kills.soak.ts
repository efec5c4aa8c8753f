/** `npm run soak -- kills [kills]`: 1,000 ends of clients, connections and processes, and nothing is lost or told twice. */

import { otherSandboxClient } from '../contracts/changes/other-client.ts';
import { surviveKills } from '../contracts/changes/surviving-kills.ts';
import { openSandboxBackend } from '../contracts/sandbox-backend.ts';
import { mailboxName } from '../contracts/store-under-test.ts';
import { seededRandom, testSeed } from '../support/seeded-random.ts';

const KILLS = Number(process.argv[2] ?? 1_000);

for (const without of [[], ['NOTIFY'], ['QRESYNC'], ['QRESYNC', 'CONDSTORE']] as const) {
  const backend = await openSandboxBackend({ capabilities: { without } });
  const { account, sandbox } = backend;
  const other = otherSandboxClient(sandbox, { user: account.login.user, mailbox: 'INBOX' });
  await other.deliver(5);
  const folder = { account, mailbox: mailboxName('INBOX') };
  const random = seededRandom(testSeed());
  const { told, repeated } = await surviveKills({ sandbox, other, kills: KILLS, random, folder });
  const title = without.length === 0 ? 'every extension' : `without ${without.join(' and ')}`;
  console.log(`${title}: ${KILLS} ends, nothing lost, ${told} events, ${repeated} told twice`);
  if (repeated > 0) process.exitCode = 1;
  await backend.close();
}
