/** Lists of the mail store show what servers of each kind show, whatever other clients do to the mailbox meanwhile. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seededRandom, testSeed } from '../support/seeded-random.ts';
import { runListModel } from './list-model.ts';
import { PROFILE_VARIANTS } from './profile-variants.ts';
import { openSandboxBackend, type SandboxBackendOptions } from './sandbox-backend.ts';

const SERVERS: readonly {
  readonly name: string;
  readonly options: SandboxBackendOptions;
  readonly canExpunge: boolean;
}[] = [
  { name: 'the sandbox', options: {}, canExpunge: true },
  ...PROFILE_VARIANTS.map((variant) => ({ ...variant, name: `the sandbox as ${variant.profile}` })),
];

for (const { name, options, canExpunge } of SERVERS) {
  describe(`Lists on ${name}`, () => {
    it('are those of a fresh session after each of 200 changes by four clients', async () => {
      const backend = await openSandboxBackend(options);
      const random = seededRandom(testSeed());

      const result = await runListModel({
        ...{ backend, random, hidesDeleted: !canExpunge },
        ...{ clients: 4, messages: 20, operations: 200, stepsBetweenBarriers: 20 },
      }).finally(() => backend.close());

      assert.equal(result.barriers, 10);
    });
  });
}
