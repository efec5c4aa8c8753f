/** Mail whose every message is accounted for while connections are cut: what is there before a change, and what must be there after it. */
import assert from 'node:assert/strict';
import type { MessageSnapshot, SandboxUser } from 'posthorn-sandbox';
import type { MessageIdentity } from '../../src/domain/messages/message-identity.ts';
import { buildMessage } from '../support/message-samples.ts';
import { subjectOf, VERSION_FIELD, versionOctets } from './workbench.ts';

/** Two folders. The message that is changed is the second one of the source; all others are foreign. */
export class CutBench {
  readonly source: string;
  readonly target: string;
  /** The uid of the message, and of the draft after the foreign ones. */
  readonly messageUid = 2;
  readonly draftUid = 5;
  readonly #user: SandboxUser;
  readonly #foreign: readonly string[];

  constructor(user: SandboxUser, run: number) {
    this.#user = user;
    this.source = `Source ${run}`;
    this.target = `Target ${run}`;
    for (const folder of [this.source, this.target]) user.createMailbox(folder);
    const deliver = (mailbox: string, subject: string, flags: readonly string[] = []) =>
      user.deliver(buildMessage({ subject, messageId: `<${subject.replaceAll(' ', '-')}@x>` }), {
        mailbox,
        flags,
      });
    deliver(this.source, 'first', ['\\Flagged', '$Work']);
    deliver(this.source, 'the message', ['\\Flagged']);
    deliver(this.source, 'marked by another', ['\\Deleted']);
    deliver(this.source, 'last');
    user.deliver(versionOctets('saved'), { mailbox: this.source, flags: ['\\Draft'] });
    deliver(this.target, 'was there');
    deliver(this.target, 'marked there', ['\\Deleted', '\\Seen']);
    this.#foreign = this.#readForeign();
  }

  /** Removes the folders. */
  dispose(): void {
    for (const folder of [this.source, this.target]) this.#user.deleteMailbox(folder);
  }

  /** Fails when any message beside the changed ones is not as it was. */
  checkForeign(): void {
    assert.deepEqual(this.#readForeign(), this.#foreign, 'a foreign message was touched');
  }

  /** The messages of this subject in a folder, those that are marked \Deleted included. */
  copies(folder: string, subject = 'the message'): readonly MessageSnapshot[] {
    return this.#user.messages(folder).filter(({ raw }) => subjectOf(raw) === subject);
  }

  /** The subjects of the versions of the draft that are not marked \Deleted. */
  versions(): readonly string[] {
    return this.#user
      .messages(this.source)
      .filter(({ raw, flags }) => isVersion(raw) && !flags.includes('\\Deleted'))
      .map(({ raw }) => subjectOf(raw));
  }

  /** The subject of the message with this identity; undefined when it is not there or marked \Deleted. */
  subjectAt(folder: string, { uid, uidValidity }: MessageIdentity): string | undefined {
    const mailbox = this.#user.mailboxes().find(({ name }) => name === folder);
    assert.equal(uidValidity, mailbox?.uidValidity);
    const found = this.#user.messages(folder).find((message) => message.uid === uid);
    return found && !found.flags.includes('\\Deleted') ? subjectOf(found.raw) : undefined;
  }

  #readForeign(): readonly string[] {
    const changed = new Set(['the message', 'appended']);
    return [this.source, this.target].flatMap((folder) =>
      this.#user
        .messages(folder)
        .filter(({ raw }) => !changed.has(subjectOf(raw)) && !isVersion(raw))
        .map(({ uid, flags, raw }) => `${folder} ${uid} ${flags.join(' ')} ${raw.toString('base64')}`),
    );
  }
}

function isVersion(raw: Buffer): boolean {
  return raw.includes(VERSION_FIELD);
}
