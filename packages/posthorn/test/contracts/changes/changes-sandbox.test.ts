/** Clients that follow changes have what the mailbox has, whatever the server can. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ALL_CAPABILITIES } from 'posthorn-sandbox';
import { PROFILE_VARIANTS } from '../profile-variants.ts';
import { openSandboxBackend, type SandboxBackendOptions } from '../sandbox-backend.ts';
import { mailboxName } from '../store-under-test.ts';
import { type ChangesModel, compareWithMailbox } from './changes-model.ts';
import { startFollowing } from './following-client.ts';
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

describe('Messages that came and went between two states', () => {
  for (const { title, options } of TIERS) {
    it(`are removed on a server ${title}`, async (t) => {
      const { account, changes, other } = await open(t, options);
      await other.deliver(3);
      const location = { account, mailbox: mailboxName('INBOX') };
      const client = await startFollowing(changes, { location, mail: await other.look() });
      await other.deliver(3);
      await other.expunge(5);

      const [page] = await client.follow();
      const [next] = await client.follow();

      assert.deepEqual([page?.removed.toText(), page?.present], ['5', null]);
      assert.deepEqual([next?.removed.size, next?.present], [0, null]);
    });
  }

  it('are told by what is present where they are thousands', async (t) => {
    const { account, changes, other } = await open(t, {});
    const location = { account, mailbox: mailboxName('INBOX') };
    const client = await startFollowing(changes, { location, mail: new Map() });
    await other.deliver(2_100);
    for (let uid = 1; uid <= 2_050; uid += 1) await other.expunge(uid);

    const [page] = await client.follow();

    assert.deepEqual([page?.removed.size, page?.present?.toText()], [0, '2051:2100']);
  });
});

describe('Without mod-sequences, changes name the uid below which flags were not compared', () => {
  /** The newest 1,000 messages are compared. */
  const MESSAGES = 1_050;
  const FIRST_COMPARED = 51;

  it('when the mailbox has more messages than are compared', async (t) => {
    const { client, other } = await follow(t);
    await other.setFlags(FIRST_COMPARED - 1, ['\\Flagged']);
    await other.setFlags(FIRST_COMPARED, ['\\Flagged']);
    const [page] = await client.follow();
    assert.equal(page?.unseenBelow, FIRST_COMPARED);
    assert.deepEqual(
      [FIRST_COMPARED - 1, FIRST_COMPARED].map((uid) => client.mail.get(uid)),
      ['', '\\flagged'],
    );
  });

  it('when the messages of the last comparison have become fewer', async (t) => {
    const { client, other } = await follow(t);
    for (let uid = MESSAGES; uid > MESSAGES - 20; uid -= 1) await other.expunge(uid);
    await other.setFlags(FIRST_COMPARED - 10, ['\\Flagged']);
    const [page] = await client.follow();
    assert.equal(page?.unseenBelow, FIRST_COMPARED, 'those that were not in the last comparison');
    await other.setFlags(FIRST_COMPARED - 15, ['\\Flagged']);
    const [next] = await client.follow();
    assert.equal(next?.unseenBelow, FIRST_COMPARED - 20, 'those that were in this one can be compared');
    assert.equal(client.mail.get(FIRST_COMPARED - 15), '\\flagged');
  });

  async function follow(t: TestContext) {
    const { account, changes, other } = await open(t, {
      capabilities: { without: ['QRESYNC', 'CONDSTORE'] },
    });
    await other.deliver(MESSAGES);
    const location = { account, mailbox: mailboxName('INBOX') };
    return { other, client: await startFollowing(changes, { location, mail: await other.look() }) };
  }
});

async function compare(
  t: TestContext,
  options: SandboxBackendOptions,
  model: Pick<ChangesModel, 'steps' | 'readsLists'>,
): Promise<void> {
  const { account, changes, other } = await open(t, options);
  const location = { account, mailbox: mailboxName('INBOX') };
  await compareWithMailbox({ changes, location, other, ...model });
}

async function open(t: TestContext, options: SandboxBackendOptions) {
  const backend = await openSandboxBackend(options);
  t.after(() => backend.close());
  const { account, changes, sandbox } = backend;
  return {
    account,
    changes,
    other: otherSandboxClient(sandbox, { user: account.login.user, mailbox: 'INBOX' }),
  };
}
