/** No message is lost and none is touched beside the one, wherever the connection is cut. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CommandPoint, type Sandbox, type SandboxUser, startSandbox } from 'posthorn-sandbox';
import type { MailWriter } from '../../src/application/ports/mail/mail-writer.ts';
import { MailError } from '../../src/domain/errors/mail-error.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import type { Uid } from '../../src/domain/values/uid.ts';
import { buildMessage } from '../support/message-samples.ts';
import { createTestMailAccess, mailboxName, testAccount } from './store-under-test.ts';

const USER = { name: 'alice@example.org', password: 'alice-secret' };
const COMMANDS = [
  'SELECT',
  'FETCH',
  'STATUS',
  'MOVE',
  'COPY',
  'SEARCH',
  'STORE',
  'EXPUNGE',
  'APPEND',
  'NOOP',
] as const;
const POINTS: readonly CommandPoint[] = ['command-received', 'before-answer', 'after-answer'];
const SERVERS = [
  { title: 'every extension', without: [] },
  { title: 'all but MOVE', without: ['MOVE'] },
  { title: 'neither MOVE nor UIDPLUS', without: ['MOVE', 'UIDPLUS'] },
  { title: 'none of MOVE, UIDPLUS and CONDSTORE', without: ['MOVE', 'UIDPLUS', 'CONDSTORE'] },
] as const;
const OTHERS = ['first', 'marked by another', 'last'];
const signal = new AbortController().signal;

for (const { title, without } of SERVERS) {
  describe(`With ${title}, when the connection is cut`, () => {
    let sandbox: Sandbox;
    let user: SandboxUser;
    before(async () => {
      sandbox = await startSandbox({ users: [USER], capabilities: { without } });
      user = sandbox.user(USER.name);
    });
    after(() => sandbox.close());

    /** A source with the message as its second one, and an empty target. */
    const prepare = (name: string) => {
      const [source, target] = [`${name} source`, `${name} target`];
      user.createMailbox(source);
      user.createMailbox(target);
      for (const subject of ['first', 'the message', 'marked by another', 'last']) {
        user.deliver(buildMessage({ subject }), { mailbox: source });
      }
      user.setFlags(source, 3, ['\\Deleted']);
      return { source, target };
    };
    const subjects = (mailbox: string) =>
      user.messages(mailbox).map(({ raw }) => /^Subject: (.*?)\r$/m.exec(raw.toString())?.[1]);

    /** Runs the work with the fault on, and says whether it succeeded. */
    const runCut = async (
      at: CommandPoint,
      command: string,
      work: (writer: MailWriter) => Promise<unknown>,
    ) => {
      const { store, writer } = createTestMailAccess();
      const remove = sandbox.faults.add({ kind: 'drop', at, command });
      try {
        await work(writer);
        return true;
      } catch (error) {
        assert.ok(error instanceof MailError, String(error));
        return false;
      } finally {
        remove();
        await store.close();
      }
    };
    const account = () => testAccount({ host: '127.0.0.1', port: sandbox.imapPort }, USER);

    for (const command of COMMANDS) {
      for (const point of POINTS) {
        it(`at ${point} of ${command}, a move loses nothing`, async () => {
          const { source, target } = prepare(`move ${command} ${point}`);
          const message = { account: account(), mailbox: mailboxName(source), uid: 2 as Uid };

          const isMoved = await runCut(point, command, (writer) =>
            writer.moveMessage({ ...message, target: mailboxName(target) }, signal),
          );

          const inSource = subjects(source);
          const inTarget = subjects(target);
          assert.deepEqual(
            inSource.filter((subject) => subject !== 'the message'),
            OTHERS,
          );
          assert.deepEqual(user.messages(source).find(({ uid }) => uid === 3)?.flags, ['\\Deleted']);
          const copies = [...inSource, ...inTarget].filter((subject) => subject === 'the message').length;
          assert.ok(copies === 1 || copies === 2, `${copies} copies`);
          if (isMoved) assert.deepEqual(inTarget, ['the message']);
        });

        it(`at ${point} of ${command}, a draft is never without a version, and the next save leaves one`, async () => {
          const { source } = prepare(`replace ${command} ${point}`);
          const octets = (marker: string) =>
            buildMessage({
              ...{ subject: 'version', messageId: '<same@x>' },
              headers: [['X-Version-Of', marker]],
            });
          user.deliver(octets('id=first;'), { mailbox: source, flags: ['\\Draft'] });
          const versions = () =>
            user
              .messages(source)
              .filter(({ raw, flags }) => raw.includes('X-Version-Of') && !flags.includes('\\Deleted'));
          const earlierOf = (uid: number): Uid | null => {
            const raw = user
              .messages(source)
              .find((message) => message.uid === uid)
              ?.raw.toString();
            return (Number(/; after=(\d+)/.exec(raw ?? '')?.[1]) || null) as Uid | null;
          };
          const replace = async (writer: MailWriter, uid: number, attempt: string) => {
            const name = 'X-Version-Of';
            const version = {
              octets: bufferSource(octets(`id=${attempt}; after=${uid}`)),
              versionField: { name, value: `id=${attempt};` },
              rivalField: { name, value: `after=${uid}` },
              earlierUid: earlierOf(uid),
            };
            const uidValidity = user.mailboxes().find((mailbox) => mailbox.name === source)?.uidValidity;
            const place = { account: account(), mailbox: mailboxName(source), uidValidity };
            return writer.replaceMessage({ ...place, uid: uid as Uid, version }, signal);
          };

          await runCut(point, command, (writer) => replace(writer, 5, 'cut'));

          const left = versions();
          assert.ok(left.length === 1 || left.length === 2, `${left.length} versions`);
          const { store, writer } = createTestMailAccess();
          await replace(writer, left.at(-1)?.uid ?? 0, 'next');
          await store.close();
          assert.equal(versions().length, 1);
          assert.deepEqual(
            subjects(source).filter((subject) => subject !== 'version'),
            ['first', 'the message', 'marked by another', 'last'],
          );
        });

        it(`at ${point} of ${command}, a deletion touches no other message`, async () => {
          const { source } = prepare(`delete ${command} ${point}`);
          const message = { account: account(), mailbox: mailboxName(source), uid: 2 as Uid };

          await runCut(point, command, (writer) => writer.deleteMessage(message, signal));

          assert.deepEqual(
            subjects(source).filter((subject) => subject !== 'the message'),
            OTHERS,
          );
          assert.deepEqual(user.messages(source).find(({ uid }) => uid === 3)?.flags, ['\\Deleted']);
        });
      }
    }
  });
}
