/** Which test files there are, grouped in rings from the cheapest to the most complete. */
import { readdirSync } from 'node:fs';
import { LONG_RING_FILES } from './long-test-files.mjs';

/** In order of running. `unit` takes every file that is in no other ring's folders. */
const RINGS = [
  { name: 'unit', folders: [] },
  { name: 'http', folders: ['packages/posthorn/test/http/'] },
  {
    name: 'contract',
    folders: [
      ...['packages/posthorn/test/contracts/', 'packages/imap/test/contracts/'],
      // The private Dovecot of the contracts has tests of its own.
      'packages/posthorn/test/support/',
    ],
  },
  { name: 'end-to-end', folders: ['packages/posthorn/test/e2e/'] },
];

/** Rings that run where they are asked for by name: `long` in CI, after the others, and `nightly` each night. */
export const NAMED_RINGS = ['long', 'nightly'];

/** More of what other rings show, with many processes: a machine that does something else fails them. */
const NIGHTLY_RING_FILES = [
  'packages/posthorn/test/e2e/nodes.test.ts',
  'packages/posthorn/test/e2e/standby-promotion.test.ts',
  'packages/posthorn/test/e2e/soaks/cluster/cluster.test.ts',
  'packages/posthorn/test/e2e/watched-nodes.test.ts',
  'packages/posthorn/test/e2e/inbox-other-profiles.test.ts',
  'packages/posthorn/test/e2e/reference-operations.test.ts',
  'packages/posthorn/test/contracts/connected/key-identities.test.ts',
  'packages/posthorn/test/contracts/large-indexes.test.ts',
  'packages/posthorn/test/contracts/store/standby-promotion.test.ts',
  'packages/posthorn/test/contracts/watching/truth-sandbox.test.ts',
];

/** The rings in order of running. */
export const RING_NAMES = [...RINGS.map(({ name }) => name), ...NAMED_RINGS];

/** The rings whose files share processes; those of the last one start programs and browsers, which need the machine for themselves. */
export const BATCHED_RINGS = ['unit', 'http', 'contract'];

/** The files that take longest, longest first: their processes start before all others, so that none is left to work alone. */
export const LONG_FILES = [
  'packages/posthorn/test/e2e/inbox-profiles.test.ts',
  'packages/posthorn/test/contracts/store/node-ownership.test.ts',
  'packages/posthorn/test/e2e/reference-page.test.ts',
  'packages/posthorn/test/e2e/deployment-files.test.ts',
  'packages/posthorn/test/e2e/workers.test.ts',
  'examples/typed-clients/test/typed-clients.test.ts',
  'packages/imap/test/connection/sign-in-any-server.test.ts',
  'packages/posthorn/test/contracts/competing-changes-dovecot.test.ts',
  'packages/posthorn/test/contracts/competing-changes-sandbox.test.ts',
  'packages/posthorn/test/contracts/list-model-profiles.test.ts',
  'packages/posthorn/test/contracts/http-profiles.test.ts',
  'packages/posthorn/test/contracts/mail-writer-cuts.test.ts',
  'packages/posthorn/test/contracts/mail-store-sandbox.test.ts',
  'packages/posthorn/test/contracts/mail-writer.test.ts',
  'packages/posthorn/test/contracts/changes/changes-dovecot.test.ts',
  'packages/posthorn/test/contracts/account-walk.test.ts',
  'packages/posthorn/test/contracts/changes/changes-sandbox.test.ts',
  'packages/posthorn/test/contracts/hostile-drafts.test.ts',
  'packages/posthorn/test/contracts/mail-store-profiles.test.ts',
  'packages/posthorn/test/contracts/soaks/kept-answers.test.ts',
  'packages/posthorn/test/contracts/soaks/leakage.test.ts',
  'packages/posthorn/test/contracts/connected/account-commands.test.ts',
  'packages/posthorn/test/contracts/store/store-kills.test.ts',
  'packages/posthorn/test/contracts/store/store-commands.test.ts',
  'packages/posthorn/test/contracts/store/key-commands.test.ts',
  'packages/posthorn/test/contracts/store/query-plans.test.ts',
  'packages/posthorn/test/contracts/store/postgres-outages.test.ts',
  'packages/posthorn/test/contracts/drafts-stay.test.ts',
  'packages/posthorn/test/contracts/send-once.test.ts',
];

/** A Map from each ring's name to its files, paths relative to the root, sorted; a ring may be empty. */
export function listTestFiles() {
  const files = ['packages', 'examples'].flatMap(listPackageTests).sort();
  const unknown = [...LONG_FILES, ...LONG_RING_FILES, ...NIGHTLY_RING_FILES].filter(
    (file) => !files.includes(file),
  );
  if (unknown.length > 0) throw new Error(`There are no such files: ${unknown.join(', ')}.`);
  const ringOf = (file) => {
    if (LONG_RING_FILES.includes(file)) return 'long';
    if (NIGHTLY_RING_FILES.includes(file)) return 'nightly';
    return RINGS.find(({ folders }) => folders.some((folder) => file.startsWith(folder)))?.name ?? 'unit';
  };
  return new Map(RING_NAMES.map((name) => [name, files.filter((file) => ringOf(file) === name)]));
}

function listPackageTests(parent) {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => listTests(`${parent}/${entry.name}/test`));
}

function listTests(folder) {
  let names;
  try {
    names = readdirSync(folder, { recursive: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
  return names.filter((name) => name.endsWith('.test.ts')).map((name) => `${folder}/${name}`);
}
