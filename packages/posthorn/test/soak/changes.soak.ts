/**
 * `npm run soak -- changes [steps] [server]`: a client that follows changes has what the mailbox has, after 10,000 changes on each kind of
 * server.
 */
import { ALL_CAPABILITIES } from 'posthorn-sandbox';
import { compareWithMailbox } from '../contracts/changes/changes-model.ts';
import { otherDovecotClient, otherSandboxClient } from '../contracts/changes/other-client.ts';
import { PROFILE_VARIANTS } from '../contracts/profile-variants.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../contracts/sandbox-backend.ts';
import { createTestMailAccess, mailboxName, testAccount } from '../contracts/store-under-test.ts';
import { startDovecot } from '../support/dovecot.ts';

const STEPS = Number(process.argv[2] ?? 10_000);
const SERVER = process.argv[3] ?? '';
const DOVECOT = 'IMAP4rev1 LITERAL+ ENABLE IDLE UIDPLUS UNSELECT LIST-STATUS';
const INBOX = mailboxName('INBOX');

const SANDBOXES: readonly (readonly [string, SandboxBackendOptions])[] = [
  ['sandbox, QRESYNC', {}],
  ['sandbox, CONDSTORE', { capabilities: { without: ['QRESYNC'] } }],
  ['sandbox, no mod-sequences', { capabilities: { without: ['QRESYNC', 'CONDSTORE'] } }],
  ['sandbox, no extension', { capabilities: { without: ALL_CAPABILITIES } }],
  ...PROFILE_VARIANTS.map(({ profile, options }) => [`sandbox, ${profile}`, options] as const),
];

const DOVECOTS = [
  ['Dovecot, QRESYNC', undefined],
  ['Dovecot, CONDSTORE', `${DOVECOT} ESEARCH CONDSTORE`],
  ['Dovecot, no mod-sequences', `${DOVECOT} ESEARCH`],
] as const;

for (const [title, options] of SANDBOXES.filter(isChosen)) {
  for (const readsLists of [false, true]) {
    const backend = await openSandboxBackend(options);
    const { account, changes, sandbox } = backend;
    const other = otherSandboxClient(sandbox, { user: account.login.user, mailbox: INBOX });
    const run = compareWithMailbox({
      changes,
      location: { account, mailbox: INBOX },
      other,
      steps: STEPS,
      readsLists,
    });
    await report(`${title}${readsLists ? ', states of lists' : ''}`, run);
    await backend.close();
  }
}

for (const [title, capability] of DOVECOTS.filter(isChosen)) {
  const dovecot = await startDovecot(capability === undefined ? {} : { capability });
  const user = dovecot.user('alice@example.org');
  const { changes, store } = createTestMailAccess();
  const other = await otherDovecotClient(dovecot, { user, mailbox: INBOX });
  const location = { account: testAccount(dovecot, user), mailbox: INBOX };
  await report(title, compareWithMailbox({ changes, location, other, steps: STEPS }));
  await other.close();
  await store.close();
  await dovecot.stop();
}

function isChosen([title]: readonly [string, unknown]): boolean {
  return title.includes(SERVER);
}

async function report(title: string, run: Promise<unknown>): Promise<void> {
  const start = performance.now();
  try {
    await run;
    console.log(
      `${title}: ${STEPS} changes, 0 differences, ${Math.round((performance.now() - start) / 1000)} s`,
    );
  } catch (error) {
    console.error(`${title}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
