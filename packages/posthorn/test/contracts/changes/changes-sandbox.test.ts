/** Clients that follow changes have what the mailbox has, whatever the server can. */
import { describe, it, type TestContext } from 'node:test';
import { ALL_CAPABILITIES } from 'posthorn-sandbox';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../sandbox-backend.ts';
import { mailboxName } from '../store-under-test.ts';
import { type ChangesModel, compareWithMailbox } from './changes-model.ts';
import { otherSandboxClient } from './other-client.ts';

const STEPS = 200;

interface Variant {
  readonly title: string;
  readonly options: SandboxBackendOptions;
}

const TIERS: readonly Variant[] = [
  { title: 'with QRESYNC', options: {} },
  { title: 'with CONDSTORE', options: { capabilities: { without: ['QRESYNC'] } } },
  { title: 'with CONDSTORE and no ESEARCH', options: { capabilities: { without: ['QRESYNC', 'ESEARCH'] } } },
  { title: 'without mod-sequences', options: { capabilities: { without: ['QRESYNC', 'CONDSTORE'] } } },
  { title: 'without any extension', options: { capabilities: { without: ALL_CAPABILITIES } } },
];

const PROVIDERS: readonly Variant[] = PROFILE_VARIANTS.map(({ profile, options }) => ({
  title: `of ${profile}`,
  options,
}));

describe('A client that follows changes', () => {
  for (const { title, options } of [...TIERS, ...PROVIDERS]) {
    it(`has what the mailbox of a server ${title} has`, (t) => compare(t, options, { steps: STEPS }));
  }

  for (const { title, options } of TIERS) {
    it(`has it with the states of lists of a server ${title}`, (t) =>
      compare(t, options, { steps: STEPS, readsLists: true }));
  }
});

async function compare(
  t: TestContext,
  options: SandboxBackendOptions,
  model: Pick<ChangesModel, 'steps' | 'readsLists'>,
): Promise<void> {
  const backend = await openSandboxBackend(options);
  t.after(() => backend.close());
  const { account, changes, sandbox } = backend;
  const other = otherSandboxClient(sandbox, { user: account.login.user, mailbox: 'INBOX' });
  await compareWithMailbox({
    changes,
    location: { account, mailbox: mailboxName('INBOX') },
    other,
    ...model,
  });
}
