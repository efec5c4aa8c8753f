/** Ten clients change a mailbox; after each barrier all lists are those of a fresh session. */
import { openDovecotBackend } from '../../packages/posthorn/test/contracts/dovecot-backend.ts';
import { runListModel } from '../../packages/posthorn/test/contracts/list-model.ts';
import { PROFILE_VARIANTS } from '../../packages/posthorn/test/contracts/profile-variants.ts';
import { openSandboxBackend } from '../../packages/posthorn/test/contracts/sandbox-backend.ts';
import type { StoreUnderTest } from '../../packages/posthorn/test/contracts/store-under-test.ts';
import { seededRandom } from '../../packages/posthorn/test/support/seeded-random.ts';
import type { SoakOptions } from '../run.ts';

const CLIENTS = 10;
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

/** Prints what was compared on each server. */
export async function soakLists({ operations, seed, server }: SoakOptions): Promise<void> {
  for (const { name, open, hidesDeleted } of SERVERS.filter((each) => each.name.includes(server))) {
    const backend = await open();
    const result = await runListModel({
      ...{ backend, hidesDeleted, operations, clients: CLIENTS, random: seededRandom(seed) },
      stepsBetweenBarriers: STEPS_BETWEEN_BARRIERS,
      onBarrier: (done) => {
        if (done % REPORT_STEPS === 0) console.log(`${name}: ${done} of ${operations}`);
      },
    }).finally(() => backend.close());
    const { barriers, comparedLists, listsMeanwhile } = result;
    console.log(
      `${name}: ${operations} operations, ${barriers} barriers, ${comparedLists} lists without a difference, ${listsMeanwhile} lists meanwhile`,
    );
  }
}
