import type { MessageSelection, SelectedItem } from '../../../application/ports/mail/mail-store.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { MessageBody } from '../../../domain/messages/message-body.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../../../domain/messages/message-query.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { type ItemRequest, readItem, readItems } from '../list/item-reader.ts';
import type { MessageCache } from '../list/message-cache.ts';
import { findItem } from '../list/row-reader.ts';
import type { ImapSession } from '../session/imap-session.ts';
import type { Lease } from '../session/session-work.ts';
import { readBody } from './body-reader.ts';
import type { KnownStructure, StructureCache } from './structure-cache.ts';

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
  async read(lease: Lease, message: SelectedMessage, signal: AbortSignal): Promise<SelectedItem> {
    const { session } = lease;
    const { uid, selection } = message;
    const onStructure = (_uid: Uid, structure: BodyPart) => this.#structures.keep(lease, message, structure);
    const request = { uid, preview: DEFAULT_PREVIEW, ...selection, onStructure };
    if (selection.isOwnChange) {
      const known = this.#find(lease, message);
      if (!known) return readItem(session, request, signal);
      // Others' changes need a NOOP.
      return session.lastChanged === uid ? known : readCurrentItem(session, request, signal);
    }
    if (!selection.isCurrent) return readItem(session, request, signal);
    const known = this.#structures.find(lease, message);
    if (!known || !this.#find(lease, message)) return readCurrentItem(session, request, signal);
    const [, body] = await Promise.all([
      session.poll(signal),
      readNextTexts(session, { uid, known, texts: selection.nextTexts }, signal),
    ]);
    const item = this.#find(lease, message) ?? (await readItem(session, request, signal));
    return { ...item, ...(body && { body }) };
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

interface NextTexts {
  readonly uid: Uid;
  readonly known: KnownStructure;
  readonly texts: MessageSelection['nextTexts'];
}

/** Undefined: none, of a message that must be read whole, or gone. */
async function readNextTexts(
  session: ImapSession,
  { uid, known, texts }: NextTexts,
  signal: AbortSignal,
): Promise<MessageBody | undefined> {
  if (known.ranges || texts === undefined || texts.size === 0) return undefined;
  try {
    return await readBody(session, { uid, known, texts }, signal);
  } catch (error) {
    if (error instanceof MailError && error.code === 'message-unknown') return undefined;
    throw error;
  }
}
