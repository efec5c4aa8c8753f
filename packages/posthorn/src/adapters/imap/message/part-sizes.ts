import { LRUCache } from 'lru-cache';
import type { Attachment } from '../../../domain/messages/attachment.ts';
import { attachmentSize } from '../../../domain/messages/attachment-size.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import { fetchMessages } from '../fetch/fetched-messages.ts';
import { isRefused } from '../session/imap-errors.ts';
import type { Lease } from '../session/session-work.ts';

/** A message's attachments in the open mailbox. */
export interface SizeRequest {
  readonly message: MessageRef;
  readonly attachments: readonly Attachment[];
}

type Sizes = ReadonlyMap<string, number>;

const MAX_MESSAGES = 5_000;
const MAX_PARTS = 50;
/** For it, Dovecot decodes 80 MB a second. */
const MAX_ENCODED_OCTETS = 64_000_000;
const NONE: Sizes = new Map();

/** Decoded sizes by part specifier (BINARY.SIZE, RFC 3516). */
export class PartSizes {
  readonly #sizes = new LRUCache<string, Sizes>({ max: MAX_MESSAGES });

  /** One FETCH per message; none if the server cannot decode. Throws connection errors. */
  async read(
    { session, accountKey }: Lease,
    { message: { mailbox, uid }, attachments }: SizeRequest,
    signal: AbortSignal,
  ): Promise<Sizes> {
    const estimated = attachments.filter((attachment) => attachmentSize(attachment).isEstimate);
    const octets = estimated.reduce((sum, { encodedOctets }) => sum + encodedOctets, 0);
    const isTooMuch = estimated.length > MAX_PARTS || octets > MAX_ENCODED_OCTETS;
    if (!session.capabilities.has('BINARY') || estimated.length === 0 || isTooMuch) return NONE;
    const key = [accountKey, mailbox, session.opened?.uidValidity, uid].join('\0');
    const known = this.#sizes.get(key);
    if (known) return known;
    // Dovecot ends the connection for base64 without padding: not asked again.
    this.#sizes.set(key, NONE);
    const items = ['UID', ...estimated.map(({ part }) => ({ binarySize: part }))] as const;
    const fetched = await fetchMessages(session, { uids: [uid], items }, signal).catch((error: unknown) => {
      if (isRefused(error)) return undefined;
      throw error;
    });
    const sizes = fetched?.get(uid)?.binarySizes ?? NONE;
    this.#sizes.set(key, sizes);
    return sizes;
  }
}
