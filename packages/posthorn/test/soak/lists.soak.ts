/**
 * `npm run soak -- lists [operations] [seed] [server]`: ten clients change a mailbox on each kind of server, 20,000 times; after each barrier all
 * lists are those of a fresh session.
 */
import { openDovecotBackend } from '../contracts/dovecot-backend.ts';
import { runListModel } from '../contracts/list-model.ts';
import { PROFILE_VARIANTS } from '../contracts/profile-variants.ts';
import { openSandboxBackend } from '../contracts/sandbox-backend.ts';
import type { StoreUnderTest } from '../contracts/store-under-test.ts';
import { seededRandom } from '../support/seeded-random.ts';

const CLIENTS = 10;
const MESSAGES = 100;
const STEPS_BETWEEN_BARRIERS = 100;
/** A line is printed after about so many operations. */
const REPORT_STEPS = 1000;

interface SoakedServer {
  readonly name: string;
  readonly open: () => Promise<StoreUnderTest>;
  readonly hidesDeleted: boolean;
}

const SERVERS: readonly SoakedServer[] = [
  { name: 'dovecot', open: () => openDovecotBackend('flat'), hidesDeleted: false },
  { name: 'sandbox', open: () => openSandboxBackend(), hidesDeleted: false },
  ...PROFILE_VARIANTS.map(({ profile, options, canExpunge }) => ({
    name: profile,
    open: () => openSandboxBackend(options),
    hidesDeleted: !canExpunge,
  })),
];

const [operations = 20_000, seed = 1] = process.argv.slice(2, 4).map(Number);
const server = process.argv[4] ?? '';

for (const { name, open, hidesDeleted } of SERVERS.filter((each) => each.name.includes(server))) {
  const backend = await open();
  const result = await runListModel({
    ...{
      backend,
      hidesDeleted,
      operations,
      clients: CLIENTS,
      messages: MESSAGES,
      random: seededRandom(seed),
    },
    stepsBetweenBarriers: STEPS_BETWEEN_BARRIERS,
    onBarrier: (done) => {
      if (done % REPORT_STEPS === 0) console.log(`${name}: ${done} of ${operations}`);
    },
  }).finally(() => backend.close());
  const { barriers, comparedLists, listsMeanwhile, steps } = result;
  console.log(
    `${name}: ${operations} operations (${JSON.stringify(steps)}), ${barriers} barriers, ${comparedLists} lists without a difference, ${listsMeanwhile} lists meanwhile`,
  );
}
