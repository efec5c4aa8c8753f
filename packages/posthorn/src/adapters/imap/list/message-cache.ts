import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type {
  MessageItem,
  MessageItemAttribute,
  MessageItemValues,
} from '../../../domain/messages/message-item.ts';
import type { PreviewOptions } from '../../../domain/messages/message-query.ts';
import { FLAG_ATTRIBUTES } from './flag-values.ts';
import { LoginCache, type LoginCacheKey, loginCacheKey } from './login-cache.ts';

/** Unread members are missing. */
export type LastingValues = Partial<Omit<MessageItemValues, 'previewText'>>;

/** A message's cached values. */
export interface KeptMessage {
  readonly values: LastingValues;
  /** By `previewKey`. */
  readonly previews: ReadonlyMap<string, string>;
  readonly truncated: readonly MessageItemAttribute[];
}

/** A login's mailbox. */
export interface CachedMailbox {
  readonly accountKey: string;
  readonly mailbox: MailboxName;
  readonly uidValidity: number;
}

/** A message as read. */
export interface ReadMessage {
  readonly uid: number;
  readonly values: Omit<MessageItem, 'uid'>;
}

const NOT_LASTING: ReadonlySet<string> = new Set([...FLAG_ATTRIBUTES, 'previewText', 'truncated']);
const NOTHING: KeptMessage = { values: {}, previews: new Map(), truncated: [] };
const OCTETS_PER_MESSAGE = 400;
const OCTETS_PER_VALUE = 24;
const OCTETS_PER_CHARACTER = 2;

/** Immutable values (RFC 9051 §2.3.1.1) by login, within one limit. */
export class MessageCache {
  readonly #messages: LoginCache<KeptMessage>;

  constructor(maxOctets: number) {
    this.#messages = new LoginCache({ maxSize: maxOctets, sizeCalculation: octetsOf });
  }

  get(mailbox: CachedMailbox, uid: number): KeptMessage | undefined {
    return this.#messages.get(keyOf(mailbox, uid));
  }

  /** Without flags. */
  add(mailbox: CachedMailbox, { uid, values }: ReadMessage, preview: PreviewOptions): void {
    const key = keyOf(mailbox, uid);
    const kept = this.#messages.get(key) ?? NOTHING;
    const { previewText, truncated = [] } = values;
    const previews =
      previewText === undefined
        ? kept.previews
        : new Map(kept.previews).set(previewKey(preview), previewText);
    this.#messages.set(key, {
      values: { ...kept.values, ...lastingValues(values) },
      previews,
      truncated: truncated.length === 0 ? kept.truncated : [...new Set([...kept.truncated, ...truncated])],
    });
  }

  forget(accountKey: string): void {
    this.#messages.forget(accountKey);
  }
}

function lastingValues(values: ReadMessage['values']): LastingValues {
  const lasting: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) if (!NOT_LASTING.has(name)) lasting[name] = value;
  return lasting;
}

function keyOf({ accountKey, mailbox, uidValidity }: CachedMailbox, uid: number): LoginCacheKey {
  return loginCacheKey(accountKey, `${uidValidity}\0${uid}\0${mailbox}`);
}

/** Names previews' length and sources. */
export function previewKey({ maxCharacters, sources }: PreviewOptions): string {
  return `${maxCharacters} ${sources.join(' ')}`;
}

function octetsOf({ values, previews }: KeptMessage): number {
  let octets = OCTETS_PER_MESSAGE + sizeOf(values);
  for (const preview of previews.values()) octets += sizeOf(preview);
  return octets;
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return OCTETS_PER_VALUE + value.length * OCTETS_PER_CHARACTER;
  if (typeof value !== 'object' || value === null) return OCTETS_PER_VALUE;
  let octets = OCTETS_PER_VALUE;
  for (const member of Object.values(value)) octets += sizeOf(member);
  return octets;
}
