/**
 * The connection is cut at points that are drawn by lot, some thousand times: no message is lost, none is touched beside the one, and
 * what was reported as saved is there. `POSTHORN_TEST_SEED` draws other points.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Capability, type CommandPoint, type Sandbox, startSandbox } from 'posthorn-sandbox';
import type { MailBatchWriter } from '../../src/application/ports/mail/mail-batch-writer.ts';
import type { MailWriter } from '../../src/application/ports/mail/mail-writer.ts';
import type { MailAccount } from '../../src/domain/accounts/mail-account.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import type { MessageIdentity } from '../../src/domain/messages/message-identity.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { asUid } from '../support/domain-values.ts';
import { buildMessage } from '../support/message-samples.ts';
import { pick, seededRandom, testSeed } from '../support/seeded-random.ts';
import { CutBench } from './cut-bench.ts';
import { createTestMailAccess, type MailAccess, mailboxName, testAccount } from './store-under-test.ts';
import { newVersion, signal, versionOctets } from './workbench.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const RUNS_PER_SERVER = 360;
/** Few changes take more commands. */
const MAX_COMMANDS = 8;
const POINTS: readonly CommandPoint[] = [
  'literal-announced',
  'within-literal',
  'command-received',
  'before-answer',
  'after-answer',
];
const SERVERS: readonly (readonly Capability[])[] = [
  [],
  ['MOVE'],
  ['UIDPLUS'],
  ['LITERAL+'],
  ['CONDSTORE'],
  ['MOVE', 'UIDPLUS', 'CONDSTORE', 'LITERAL+', 'ESEARCH'],
];

/** What a change is made with. */
interface Change {
  readonly writer: MailWriter;
  readonly batchWriter: MailBatchWriter;
  readonly account: MailAccount;
  readonly bench: CutBench;
  readonly random: () => number;
}

/** How a change ended: with a result, or with a failure that was reported. */
type Ending<Result> = { readonly result: Result } | { readonly failure: MailError };

/** Does one change while the connection may be cut, then sees whether all is as it must be. */
type Run = (
  change: Change,
  cutting: <Result>(work: () => Promise<Result>) => Promise<Ending<Result>>,
) => Promise<void>;

const messageOf = (
  { account, bench }: Pick<Change, 'account' | 'bench'>,
  uid: number = bench.messageUid,
): MessageRef => ({
  account,
  mailbox: mailboxName(bench.source),
  uid: asUid(uid),
});

/** The message and the draft, and one that does not exist. */
const batchOf = ({ account, bench }: Pick<Change, 'account' | 'bench'>) => ({
  account,
  mailbox: mailboxName(bench.source),
  uids: [bench.messageUid, bench.draftUid, 99].map(asUid),
});

const RUNS: Readonly<Record<string, Run>> = {
  async flag({ writer, account, bench }, cutting) {
    const change = { seen: true, flagged: false };
    const ending = await cutting(() =>
      writer.changeFlags({ ...messageOf({ account, bench }), change }, signal),
    );

    const flags = bench.copies(bench.source).map((message) => message.flags.join(' '));
    const possible = 'result' in ending ? ['\\Seen'] : ['\\Flagged', '\\Flagged \\Seen', '\\Seen'];
    assert.ok(flags.length === 1 && possible.includes(flags[0] ?? ''), flags.join());
  },

  async remove({ writer, account, bench }, cutting) {
    const ending = await cutting(() => writer.deleteMessage(messageOf({ account, bench }), signal));

    const left = bench.copies(bench.source);
    assert.ok(left.length <= 1);
    if ('result' in ending) assert.ok(left.every(({ flags }) => flags.includes('\\Deleted')));
  },

  async move({ writer, account, bench }, cutting) {
    const { source, target } = bench;
    const ending = await cutting(() =>
      writer.moveMessage({ ...messageOf({ account, bench }), target: mailboxName(target) }, signal),
    );

    const [left, moved] = [bench.copies(source), bench.copies(target)];
    assert.ok(
      left.length + moved.length >= 1 && moved.length <= 1,
      `${left.length} left, ${moved.length} moved`,
    );
    // Without a copy the message is not even marked.
    if (moved.length === 0) assert.deepEqual(left[0]?.flags, ['\\Flagged']);
    if ('failure' in ending) return;
    assert.equal(bench.subjectAt(target, ending.result), 'the message');
    assert.ok(left.every(({ flags }) => flags.includes('\\Deleted')));
  },

  async 'remove several'({ batchWriter, account, bench }, cutting) {
    const ending = await cutting(() => batchWriter.deleteMessages(batchOf({ account, bench }), signal));

    const left = [...bench.copies(bench.source), ...bench.copies(bench.source, 'saved')];
    assert.ok(left.length <= 2);
    if ('result' in ending) assert.ok(left.every(({ flags }) => flags.includes('\\Deleted')));
  },

  async 'move several'({ batchWriter, account, bench }, cutting) {
    const { source, target } = bench;
    const move = { ...batchOf({ account, bench }), target: mailboxName(target) };
    const ending = await cutting(() => batchWriter.moveMessages(move, signal));

    for (const [subject, flag] of [
      ['the message', '\\Flagged'],
      ['saved', '\\Draft'],
    ]) {
      const [left, moved] = [bench.copies(source, subject), bench.copies(target, subject)];
      const counts = `${subject}: ${left.length} left, ${moved.length} moved`;
      assert.ok(left.length + moved.length >= 1 && moved.length <= 1, counts);
      if (moved.length === 0) assert.deepEqual(left[0]?.flags, [flag]);
      if ('result' in ending) assert.ok(left.every(({ flags }) => flags.includes('\\Deleted')));
    }
  },

  async copy({ writer, account, bench }, cutting) {
    const { source, target } = bench;
    const ending = await cutting(() =>
      writer.copyMessage({ ...messageOf({ account, bench }), target: mailboxName(target) }, signal),
    );

    assert.deepEqual(bench.copies(source)[0]?.flags, ['\\Flagged']);
    assert.ok(bench.copies(target).length <= 1);
    if ('result' in ending) assert.equal(bench.subjectAt(target, ending.result), 'the message');
  },

  async append({ writer, account, bench, random }, cutting) {
    const octets = padded(buildMessage({ subject: 'appended', messageId: '<appended@x>' }), random);
    const message = { octets: bufferSource(octets), flags: [], messageId: 'appended@x' };
    const ending = await cutting(() =>
      writer.appendMessage({ account, mailbox: mailboxName(bench.target), message }, signal),
    );

    const stored = bench.copies(bench.target, 'appended');
    assert.ok(stored.length <= 1 && stored.every(({ raw }) => raw.equals(octets)));
    if ('result' in ending) assert.equal(bench.subjectAt(bench.target, ending.result), 'appended');
  },

  async save({ writer, account, bench, random }, cutting) {
    const save = (uid: number, subject: string) => {
      const octets = bufferSource(padded(versionOctets(subject), random));
      return writer.replaceMessage(
        { ...messageOf({ account, bench }, uid), version: { ...newVersion(subject), octets } },
        signal,
      );
    };
    const ending = await cutting(() => save(bench.draftUid, 'changed'));

    const versions = bench.versions();
    assert.ok(versions.length === 1 || versions.length === 2, `${versions.length} versions`);
    const [saved, uid] = lastSaved(bench, ending);
    assert.ok(versions.includes(saved), `"${saved}" was saved, and there is ${versions}`);
    const next = await save(uid, 'next');
    assert.deepEqual([bench.versions(), next.isOldRemoved], [['next'], true]);
    assert.equal(bench.subjectAt(bench.source, next), 'next');
  },
};

for (const [index, without] of SERVERS.entries()) {
  const title = without.length === 0 ? 'every extension' : `all but ${without.join(', ')}`;
  describe(`With ${title}, when the connection is cut anywhere`, () => {
    let sandbox: Sandbox;
    let access: MailAccess;
    before(async () => {
      sandbox = await startSandbox({ users: [USER], capabilities: { without } });
      access = createTestMailAccess();
    });
    after(async () => {
      await access.store.close();
      await sandbox.close();
    });

    it(`nothing is lost in ${RUNS_PER_SERVER} changes`, async (t) => {
      const seed = testSeed();
      const random = seededRandom(seed + index);
      const account = testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER);
      let failures = 0;
      const cutting = async <Result>(work: () => Promise<Result>): Promise<Ending<Result>> => {
        const remove = addCuts(sandbox, random);
        const ending = await endingOf(work);
        remove();
        if ('failure' in ending) failures += 1;
        return ending;
      };
      for (let run = 1; run <= RUNS_PER_SERVER; run += 1) {
        const [name, change] = pick(Object.entries(RUNS), random);
        const bench = new CutBench(sandbox.user(USER.name), run);
        await change({ ...access, account, bench, random }, cutting).catch((error: unknown) => {
          throw new Error(`${name}, run ${run} of seed ${seed}`, { cause: error });
        });
        bench.checkForeign();
        bench.dispose();
      }
      // The first connection is not due to a cut.
      const cuts = sandbox.counters.connectionsOpened - 1;
      t.diagnostic(`seed ${seed}: ${RUNS_PER_SERVER} runs, ${cuts} cuts, ${failures} failures reported`);
      assert.ok(cuts > RUNS_PER_SERVER / 3, `only ${cuts} cuts`);
    });
  });
}

/** Cuts one connection, and sometimes the next one as well. */
function addCuts(sandbox: Sandbox, random: () => number): () => void {
  const add = () => {
    const at = pick(POINTS, random);
    const isLiteral = at === 'literal-announced' || at === 'within-literal';
    const nth = isLiteral ? 1 : 1 + Math.floor(random() * MAX_COMMANDS);
    return sandbox.faults.add({ kind: 'drop', at, nth });
  };
  const removals = random() < 0.25 ? [add(), add()] : [add()];
  return () => {
    for (const remove of removals) remove();
  };
}

/** Failures that a caller cannot meet are bugs. */
async function endingOf<Result>(work: () => Promise<Result>): Promise<Ending<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof MailError) return { failure: error };
    throw error;
  }
}

/** What the client knows of its draft: the subject and uid that were reported last. */
function lastSaved(bench: CutBench, ending: Ending<MessageIdentity>): readonly [string, number] {
  if ('failure' in ending) return ['saved', bench.draftUid];
  assert.equal(bench.subjectAt(bench.source, ending.result), 'changed');
  return ['changed', ending.result.uid];
}

/** The message, sometimes so large that it waits for the server. */
function padded(message: Buffer, random: () => number): Buffer {
  return random() < 0.5 ? message : Buffer.concat([message, Buffer.alloc(5_000, 'x'), Buffer.from('\r\n')]);
}
