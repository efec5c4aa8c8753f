/** What the contracts of writing ports share: folders to work on, and a look at what became of them. */

import type { MailboxRef } from '../../src/domain/accounts/mailbox-ref.ts';
import type { MessageRef } from '../../src/domain/messages/message-ref.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import type { OctetSource } from '../../src/domain/values/octet-source.ts';
import { asUid } from '../support/domain-values.ts';
import type { AppendedMessage } from '../support/imap-connection.ts';
import { buildMessage } from '../support/message-samples.ts';
import { mailboxName, type StoreUnderTest } from './store-under-test.ts';

export const signal = new AbortController().signal;

/** The header field by which the versions of a draft are known. */
export const VERSION_FIELD = 'X-Version';

/** A backend with helpers. */
export class Workbench {
  readonly backend: StoreUnderTest;
  #folders = 0;

  constructor(backend: StoreUnderTest) {
    this.backend = backend;
  }

  /** A new folder with messages of these subjects; its name. */
  folderOf(...subjects: string[]): Promise<string> {
    return this.folderWith(...subjects.map((subject) => ({ raw: buildMessage({ subject }) })));
  }

  /** A new folder with these messages; its name. */
  async folderWith(...messages: AppendedMessage[]): Promise<string> {
    this.#folders += 1;
    const folder = `${this.backend.prefix}Folder ${this.#folders}`;
    await this.backend.put(folder, messages);
    return folder;
  }

  mailbox(folder: string): MailboxRef {
    return { account: this.backend.account, mailbox: mailboxName(folder) };
  }

  /** A message; with a uidValidity, valid only for that. */
  message(folder: string, uid: number, uidValidity?: number): MessageRef {
    return { ...this.mailbox(folder), uid: asUid(uid), uidValidity };
  }

  async uidValidity(folder: string): Promise<number> {
    const { uidValidity } = await this.backend.store.countMessages(this.mailbox(folder), signal);
    return uidValidity;
  }

  /** Subjects in the order of the uids, of messages that are not marked \Deleted. */
  async subjects(folder: string): Promise<readonly string[]> {
    const contents = await this.backend.contents(folder);
    return (await this.uids(folder)).map((uid) => subjectOf(contents.get(uid)));
  }

  async subject(folder: string, uid: number): Promise<string> {
    return subjectOf((await this.backend.contents(folder)).get(uid));
  }

  /** The uids that are there and not marked \Deleted. */
  async uids(folder: string): Promise<readonly number[]> {
    return [...(await this.backend.flags(folder))]
      .filter(([, flags]) => !flags.includes('\\Deleted'))
      .map(([uid]) => uid)
      .sort((a, b) => a - b);
  }

  /** The sorted flags of a message; undefined when it is not there. */
  async flags(folder: string, uid: number): Promise<readonly string[] | undefined> {
    return (await this.backend.flags(folder)).get(uid)?.toSorted();
  }
}

/** The Subject field of a message. */
export function subjectOf(raw: Buffer | undefined): string {
  return /^Subject: (.*?)\r$/m.exec(raw?.toString('latin1') ?? '')?.[1] ?? '';
}

/** A version of the draft `id`. */
export function versionOctets(subject: string, id = 'draft-1'): Buffer {
  const headers = [[VERSION_FIELD, `id=${subject}; after=${id}`]] as const;
  return buildMessage({ subject, messageId: '<same@x>', headers });
}

/** The same as it is written. */
export function newVersion(subject: string, id = 'draft-1') {
  return {
    octets: bufferSource(versionOctets(subject, id)),
    versionField: { name: VERSION_FIELD, value: `id=${subject};` },
    rivalField: { name: VERSION_FIELD, value: `after=${id}` },
  };
}

/** The source, which lets something happen before its first octet is read for the first time. */
export function sourceAfter(happening: () => Promise<void>, { length, read }: OctetSource): OctetSource {
  let hasHappened = false;
  return {
    length,
    async *read() {
      if (!hasHappened) await happening();
      hasHappened = true;
      yield* read();
    },
  };
}
