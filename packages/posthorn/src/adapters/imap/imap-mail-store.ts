import type { Readable } from 'node:stream';
import type {
  AttachmentContent,
  FoundThread,
  MailStore,
  MessagePage,
  MessageSelection,
  MessageSource,
  SelectedItem,
  StoredMessage,
  TextSelection,
} from '../../application/ports/mail/mail-store.ts';
import { type MailTelemetry, UNMEASURED } from '../../application/ports/mail-telemetry.ts';
import type { MailAccount } from '../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../domain/accounts/mailbox-ref.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { accountKey } from '../../domain/limits/limit-keys.ts';
import type { Mailbox, MailboxCounts } from '../../domain/mailboxes/mailbox.ts';
import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { Attachment } from '../../domain/messages/attachment.ts';
import type { MessageBody } from '../../domain/messages/message-body.ts';
import type { MessageQuery } from '../../domain/messages/message-query.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { listAttachments } from '../../message/parts/attachments.ts';
import { ListReader } from './list/list-reader.ts';
import { MessageCache } from './list/message-cache.ts';
import type { RowSources } from './list/row-reader.ts';
import { listCurrentMailboxes, listUncountedMailboxes } from './mailboxes/listed-mailboxes.ts';
import { listSubscribedNames } from './mailboxes/mailbox-names.ts';
import { readBody } from './message/body-reader.ts';
import { DownloadGate } from './message/download-gate.ts';
import { openSource } from './message/message-source.ts';
import { openPart } from './message/part-content.ts';
import { PartSizes } from './message/part-sizes.ts';
import { SingleItems } from './message/single-items.ts';
import { type KnownStructure, StructureCache } from './message/structure-cache.ts';
import { readMessage } from './search/message-reader.ts';
import { openChecked } from './session/checked-mailbox.ts';
import { requireMailbox } from './session/open-mailbox.ts';
import type { SessionPool } from './session/session-pool.ts';
import type { Lease } from './session/session-work.ts';
import { findThread } from './thread/thread-finder.ts';

const DEFAULT_CACHE_OCTETS = 32 * 1024 * 1024;

/** Telemetry and cache size. */
export interface ImapMailStoreOptions {
  readonly telemetry?: MailTelemetry;
  readonly cacheOctets?: number;
}

type ListedMessage = Parameters<MailStore['listAttachments']>[0];

/** Closes its pool. */
export class ImapMailStore implements MailStore {
  readonly #pool: SessionPool;
  readonly #lists: ListReader;
  readonly #structures: StructureCache;
  readonly #items: SingleItems;
  readonly #sizes = new PartSizes();
  readonly #downloads = new DownloadGate();

  constructor(
    pool: SessionPool,
    { telemetry = UNMEASURED, cacheOctets = DEFAULT_CACHE_OCTETS }: ImapMailStoreOptions = {},
  ) {
    this.#pool = pool;
    const cache = new MessageCache(cacheOctets);
    this.#structures = new StructureCache(telemetry);
    const onStructure: RowSources['onStructure'] = (message, structure) =>
      this.#structures.keep(message, message, structure);
    this.#lists = new ListReader({ pool, telemetry, cache, onStructure });
    this.#items = new SingleItems({ cache, structures: this.#structures });
  }

  knowsLogin(account: MailAccount): boolean {
    return this.#pool.knows(account);
  }

  refusalOf(account: MailAccount): Promise<MailError | undefined> {
    return this.#pool.refusalOf(account);
  }

  forgetRefusal(account: MailAccount): Promise<void> {
    return this.#pool.forgetRefusal(account);
  }

  verifyLogin(account: MailAccount, signal: AbortSignal): Promise<void> {
    return this.#pool.verify(account, signal);
  }

  async listMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]> {
    const mailboxes = await this.#pool.use(
      { account, mailbox: null },
      ({ session }) => listCurrentMailboxes(session, signal),
      signal,
    );
    this.#lists.noteSizes(account, mailboxes);
    return mailboxes;
  }

  listUncountedMailboxes(account: MailAccount, signal: AbortSignal): Promise<readonly Mailbox[]> {
    return this.#pool.use(
      { account, mailbox: null },
      ({ session }) => listUncountedMailboxes(session, signal),
      signal,
    );
  }

  requireMailbox(mailbox: MailboxRef, signal: AbortSignal): Promise<void> {
    return this.#pool.use(mailbox, ({ session }) => requireMailbox(session, mailbox.mailbox, signal), signal);
  }

  countMessages(mailbox: MailboxRef, signal: AbortSignal): Promise<MailboxCounts> {
    return this.#lists.count(mailbox, signal);
  }

  listMessages(
    { account, mailbox, query }: MailboxRef & { readonly query: MessageQuery },
    signal: AbortSignal,
  ): Promise<MessagePage> {
    return this.#lists.read({ account, mailbox, query }, signal);
  }

  getMessage(
    { selection, ...message }: MessageRef & { readonly selection: MessageSelection },
    signal: AbortSignal,
  ): Promise<SelectedItem> {
    return this.#pool.use(
      message,
      async (lease) => {
        const { uidValidity } = await openChecked(lease.session, message, signal);
        return this.#items.read(lease, { ...message, uidValidity, selection }, signal);
      },
      signal,
    );
  }

  getMessageBody(
    { texts, ...message }: MessageRef & TextSelection,
    signal: AbortSignal,
  ): Promise<MessageBody> {
    return this.#pool.use(
      message,
      async (lease) => {
        const known = await this.#structures.read(lease, message, signal);
        return readBody(lease.session, { uid: message.uid, known, texts }, signal);
      },
      signal,
    );
  }

  async listAttachments(
    { mayBeGone = false, isMeasured = false, ...message }: ListedMessage,
    signal: AbortSignal,
  ): Promise<readonly Attachment[]> {
    const isEnough = ({ structure }: KnownStructure) => mayBeGone && listAttachments(structure).length > 0;
    const read = async (lease: Lease) => {
      const { structure } = await this.#structures.readPresent(lease, { ...message, isEnough }, signal);
      const attachments = listAttachments(structure).map(({ attachment }) => attachment);
      if (!isMeasured) return attachments;
      const sizes = await this.#sizes.read(lease, { message, attachments }, signal);
      return attachments.map((attachment) => {
        const reportedOctets = sizes.get(attachment.part);
        return reportedOctets === undefined ? attachment : { ...attachment, reportedOctets };
      });
    };
    const list = () => this.#pool.use(message, read, signal);
    return list().catch((error: unknown) => {
      const isLost = error instanceof MailError && error.code === 'server-unavailable';
      // Without the sizes that ended the connection.
      if (!isMeasured || !isLost) throw error;
      return list();
    });
  }

  openAttachment(
    { part: path, ...message }: MessageRef & { readonly part: string },
    signal: AbortSignal,
  ): Promise<AttachmentContent> {
    const open = async (lease: Lease): Promise<AttachmentContent> => {
      const { structure, ranges } = await this.#structures.read(lease, message, signal);
      const found = listAttachments(structure).find(({ part }) => part.path === path);
      if (!found) throw new MailError('attachment-unknown', { detail: 'There is no such attachment.' });
      const { part, attachment } = found;
      const stream = await openPart(lease, { message, part, range: ranges?.get(path) ?? null }, signal);
      return { attachment, stream };
    };
    return this.#download(message, open, signal);
  }

  openMessage(message: MessageRef, signal: AbortSignal): Promise<MessageSource> {
    return this.#download(message, (lease) => openSource(lease, message, signal), signal);
  }

  /** Blocks others until the stream closes. */
  async #download<Download extends { readonly stream: Readable }>(
    message: MessageRef,
    open: (lease: Lease) => Promise<Download>,
    signal: AbortSignal,
  ): Promise<Download> {
    const { account } = message;
    const { login, inbox: server } = account;
    const request = { account: accountKey({ login, server }), capacity: this.#pool.capacityOf(account) };
    const leave = await this.#downloads.enter(request, signal);
    try {
      const download = await this.#pool.borrowPrepared(message, open, signal);
      download.stream.once('close', leave);
      return download;
    } catch (error) {
      leave();
      throw error;
    }
  }

  readMessage(message: MessageRef, signal: AbortSignal): Promise<StoredMessage> {
    return this.#pool.use(message, ({ session }) => readMessage(session, message, signal), signal);
  }

  findThread(message: MessageRef, signal: AbortSignal): Promise<FoundThread> {
    return this.#pool.use(message, ({ session }) => findThread(session, message, signal), signal);
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
