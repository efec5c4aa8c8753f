import { LRUCache } from 'lru-cache';
import type { HeaderText } from '../../../application/ports/mail/mail-writer.ts';
import { mailUserKey } from '../../../domain/accounts/login-key.ts';
import { SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../../domain/messages/keyword.ts';
import type { MessageIdentity } from '../../../domain/messages/message-identity.ts';
import type { MessageRef } from '../../../domain/messages/message-ref.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { parseHeaderFields } from '../../../message/headers/header-fields.ts';
import type { FetchedMessage } from '../fetch/fetched-message.ts';

/** Removed with the replaced draft, if proved ours. */
export interface Leftover extends MessageIdentity {
  /** Its proof, where servers report no uid. */
  readonly field: HeaderText | null;
}

const MAX_DRAFTS = 1_000;
const MAX_LEFTOVERS = 20;
const SUBMISSION_MARKS = new Set([SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD].map(lower));

/** Leftovers by draft, in this process. */
export class VersionLeftovers {
  readonly #leftovers = new LRUCache<string, readonly Leftover[]>({ max: MAX_DRAFTS });

  of(draft: MessageRef): readonly Leftover[] {
    return this.#leftovers.get(keyOf(draft)) ?? [];
  }

  remember(draft: MessageRef, leftovers: readonly Leftover[]): void {
    const all = [...this.of(draft), ...leftovers].slice(-MAX_LEFTOVERS);
    if (all.length > 0) this.#leftovers.set(keyOf(draft), all);
  }
}

/** Unsubmitted drafts proved ours, never a person's. */
export function provedLeftovers(
  leftovers: readonly Leftover[],
  found: ReadonlyMap<Uid, FetchedMessage>,
): readonly Uid[] {
  const proved = leftovers.filter(({ uid, field }) => {
    const message = found.get(uid);
    return message !== undefined && isUnsentDraft(message) && hasText(message, field);
  });
  return [...new Set(proved.map(({ uid }) => uid))];
}

function isUnsentDraft({ flags = [] }: FetchedMessage): boolean {
  const names = flags.map(lower);
  return (
    names.includes('\\draft') && !names.some((name) => name === '\\deleted' || SUBMISSION_MARKS.has(name))
  );
}

function hasText({ header }: FetchedMessage, field: HeaderText | null): boolean {
  if (field === null) return true;
  return header !== undefined && (parseHeaderFields(header).first(field.name) ?? '').includes(field.value);
}

function keyOf({ account, mailbox, uid }: MessageRef): string {
  return JSON.stringify([mailUserKey(account), mailbox, uid]);
}

function lower(text: string): string {
  return text.toLowerCase();
}
