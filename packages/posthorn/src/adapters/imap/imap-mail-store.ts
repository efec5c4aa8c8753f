/** The MailStore over IMAP. */
import type { CacheMeter } from '../../application/ports/cache-meter.ts';
import type {
  AttachmentContent,
  CheckedPlace,
  MailStore,
  MessagePage,
  MessagePlace,
  MessageSelection,
  StoredMessage,
} from '../../application/ports/mail-store.ts';
import type { Attachment } from '../../domain/attachment.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import { MailError } from '../../domain/mail-error.ts';
import type { Mailbox, MailboxCounts } from '../../domain/mailbox.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { MessageBody } from '../../domain/message-body.ts';
import type { MessageItem } from '../../domain/message-item.ts';
import type { MessageQuery } from '../../domain/message-query.ts';
import type { Uid } from '../../domain/uid.ts';
import { toAttachment } from '../../message/attachments.ts';
import { selectMessageParts } from '../../message/message-parts.ts';
import { readBody } from './body-reader.ts';
import { readItem } from './item-reader.ts';
import { ListReader } from './list-reader.ts';
import { listMailboxes } from './listed-mailboxes.ts';
import { listSubscribedNames } from './mailbox-names.ts';
import { readMessage } from './message-reader.ts';
import { streamPart } from './part-content.ts';
import type { SessionPool } from './session-pool.ts';
import { StructureCache } from './structure-cache.ts';
import { findThread } from './thread-finder.ts';

const UNCOUNTED: CacheMeter = { add: () => undefined };

/** Reads mail through the sessions of a pool, which it closes when it is closed. */
export class ImapMailStore implements MailStore {
  readonly #pool: SessionPool;
  readonly #lists: ListReader;
  readonly #structures: StructureCache;

  constructor(pool: SessionPool, cacheMeter: CacheMeter = UNCOUNTED) {
    this.#pool = pool;
    this.#lists = new ListReader(cacheMeter);
    this.#structures = new StructureCache(cacheMeter);
  }

  knowsLogin(account: MailAccount): boolean {
    return this.#pool.knows(account);
  }

  verifyLogin(account: MailAccount, signal: AbortSignal): Promise<void> {
    return this.#pool.verify(account, signal);
  }

  listMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]> {
    return this.#pool.use(
      { account, mailbox: null },
      async ({ session }) => {
        await session.poll(signal);
        return listMailboxes(session, signal);
      },
      signal,
    );
  }

  countMessages(account: MailAccount, mailbox: MailboxName, signal: AbortSignal): Promise<MailboxCounts> {
    return this.#pool.use(
      { account, mailbox },
      ({ session }) => session.countMessages(mailbox, signal),
      signal,
    );
  }

  listMessages(
    account: MailAccount,
    mailbox: MailboxName,
    query: MessageQuery,
    signal: AbortSignal,
  ): Promise<MessagePage> {
    return this.#pool.use(
      { account, mailbox },
      (lease) => this.#lists.read(lease, { mailbox, query }, signal),
      signal,
    );
  }

  getMessage(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    selection: MessageSelection,
    signal: AbortSignal,
  ): Promise<MessageItem> {
    return this.#pool.use(
      { account, mailbox },
      async ({ session }) => {
        await session.open(mailbox, signal);
        // Without a NOOP the server returns the flags that this session saw last.
        if (selection.isCurrent) await session.poll(signal);
        return readItem(session, { uid, ...selection }, signal);
      },
      signal,
    );
  }

  getMessageBody(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    signal: AbortSignal,
  ): Promise<MessageBody> {
    return this.#pool.use(
      { account, mailbox },
      async (lease) => {
        const known = await this.#structures.read(lease, { mailbox, uid }, signal);
        return readBody(lease.session, { uid, known }, signal);
      },
      signal,
    );
  }

  async listAttachments(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    signal: AbortSignal,
  ): Promise<readonly Attachment[]> {
    const { structure } = await this.#pool.use(
      { account, mailbox },
      (lease) => this.#structures.readPresent(lease, { mailbox, uid }, signal),
      signal,
    );
    return selectMessageParts(structure).attachments.map(toAttachment);
  }

  async openAttachment(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    path: string,
    signal: AbortSignal,
  ): Promise<AttachmentContent> {
    const { structure, isBlind } = await this.#pool.use(
      { account, mailbox },
      (lease) => this.#structures.read(lease, { mailbox, uid }, signal),
      signal,
    );
    const part = selectMessageParts(structure).attachments.find((candidate) => candidate.path === path);
    if (!part) throw new MailError('attachment-unknown', { detail: 'There is no such attachment.' });
    const lease = await this.#pool.borrow({ account, mailbox }, signal);
    return {
      attachment: toAttachment(part),
      stream: streamPart(lease, { mailbox, uid, part, isBlind }, signal),
    };
  }

  readMessage(account: MailAccount, place: CheckedPlace, signal: AbortSignal): Promise<StoredMessage> {
    return this.#pool.use(
      { account, mailbox: place.mailbox },
      ({ session }) => readMessage(session, place, signal),
      signal,
    );
  }

  findThread(
    account: MailAccount,
    mailbox: MailboxName,
    uid: Uid,
    signal: AbortSignal,
  ): Promise<readonly MessagePlace[]> {
    return this.#pool.use(
      { account, mailbox },
      ({ session }) => findThread(session, { mailbox, uid }, signal),
      signal,
    );
  }

  listSubscribed(account: MailAccount, signal: AbortSignal): Promise<ReadonlySet<MailboxName>> {
    return this.#pool.use(
      { account, mailbox: null },
      async ({ session }) => {
        const listed = await listSubscribedNames(session, signal);
        return new Set(listed.map(({ name }) => name));
      },
      signal,
    );
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
