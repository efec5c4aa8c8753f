import type { MessageSelection } from '../../../application/ports/mail/mail-store.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../../../domain/messages/message-query.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { type ItemRequest, readItem, readItems } from '../list/item-reader.ts';
import type { MessageCache } from '../list/message-cache.ts';
import { findItem } from '../list/row-reader.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { Lease } from '../session/session-work.ts';
import type { StructureCache } from './structure-cache.ts';

/** The caches. */
export interface SingleItemsOptions {
  readonly cache: MessageCache;
  readonly structures: StructureCache;
}

type SelectedMessage = ExactMessageRef & { readonly selection: MessageSelection };
type SingleRequest = Omit<ItemRequest, 'uids'> & Pick<ExactMessageRef, 'uid'>;

/** Immutable values from memory, else one FETCH. */
export class SingleItems {
  readonly #cache: MessageCache;
  readonly #structures: StructureCache;

  constructor({ cache, structures }: SingleItemsOptions) {
    this.#cache = cache;
    this.#structures = structures;
  }

  /** Throws `message-unknown`. */
  async read(lease: Lease, message: SelectedMessage, signal: AbortSignal): Promise<MessageItem> {
    const { session } = lease;
    const { uid, selection } = message;
    const onStructure = (structure: BodyPart) => this.#structures.keep(lease, message, structure);
    const request = { uid, preview: DEFAULT_PREVIEW, ...selection, onStructure };
    if (selection.isOwnChange) {
      const known = this.#find(lease, message);
      if (!known) return readItem(session, request, signal);
      // Others' changes need a NOOP.
      return session.lastChanged === uid ? known : readCurrentItem(session, request, signal);
    }
    if (!selection.isCurrent) return readItem(session, request, signal);
    const isKept = this.#structures.has(lease, message) && this.#find(lease, message) !== undefined;
    if (!isKept) return readCurrentItem(session, request, signal);
    await session.poll(signal);
    return this.#find(lease, message) ?? readItem(session, request, signal);
  }

  #find({ session, accountKey }: Lease, message: SelectedMessage): MessageItem | undefined {
    const { index, opened } = session;
    if (!index || !opened?.hasModSeqs || message.uidValidity !== index.uidValidity) return undefined;
    const { uid, selection } = message;
    const { mailbox, uidValidity } = message;
    const request = {
      mailbox: { accountKey, mailbox, uidValidity },
      uid,
      preview: DEFAULT_PREVIEW,
      ...selection,
    };
    return findItem({ cache: this.#cache, index, areFlagsCurrent: true }, request);
  }
}

/** Needs a NOOP. Dovecot may report changes after FETCH, which is then repeated. */
async function readCurrentItem(
  session: ImapSession,
  { uid, ...selection }: SingleRequest,
  signal: AbortSignal,
): Promise<MessageItem> {
  const { invalidations } = session;
  const polling = session.poll(signal);
  const [, [item]] = await Promise.all([polling, readItems(session, { uids: [uid], ...selection }, signal)]);
  const isTold = item !== undefined && session.invalidations === invalidations;
  return isTold ? item : readItem(session, { uid, ...selection }, signal);
}
