import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { isKeyword, isOwnKeyword } from '../../../domain/messages/keyword.ts';
import type { MessageFlag } from '../../../domain/messages/message-query.ts';
import type { OpenedMailbox } from './open-mailbox.ts';

const SYSTEM_FLAGS = {
  seen: '\\Seen',
  answered: '\\Answered',
  draft: '\\Draft',
  flagged: '\\Flagged',
} as const satisfies Record<MessageFlag, string>;

const MESSAGE_FLAGS = Object.keys(SYSTEM_FLAGS) as readonly MessageFlag[];

/** RFC 9051 §2.3.2. */
export interface FlagNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function systemFlag(flag: MessageFlag): string {
  return SYSTEM_FLAGS[flag];
}

/** The domain's flags among the server's. */
export function messageFlags(flags: readonly string[]): ReadonlySet<MessageFlag> {
  const sent = new Set(flags.map(lower));
  return new Set(MESSAGE_FLAGS.filter((flag) => sent.has(lower(SYSTEM_FLAGS[flag]))));
}

/** The keywords among flags. */
export function keywordsOf(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !flag.startsWith('\\'));
}

/** True with \Deleted. */
export function isMarkedDeleted(flags: readonly string[] | undefined): boolean {
  return flags?.some((flag) => lower(flag) === '\\deleted') ?? false;
}

/**
 * Throws `invalid-document` for an invalid keyword, `capability-missing` for an added one that the mailbox
 * cannot store.
 */
export function flagNames(change: FlagChange, mailbox: OpenedMailbox): FlagNames {
  const added = checkedKeywords(change.addedKeywords);
  const removed = checkedKeywords(change.removedKeywords);
  if (!added.every((keyword) => canKeep(mailbox, keyword))) {
    throw new MailError('capability-missing', {
      detail: 'The mail server keeps no keywords in this folder.',
    });
  }
  return {
    added: [...systemFlags(change, true), ...added],
    removed: [...systemFlags(change, false), ...removed.filter((keyword) => canKeep(mailbox, keyword))],
  };
}

/** Flags for storage, without unsupported keywords. Throws `invalid-document`. */
export function storedFlags(
  { flags, keywords }: { readonly flags: readonly MessageFlag[]; readonly keywords?: readonly string[] },
  mailbox: OpenedMailbox,
): readonly string[] {
  return [
    ...flags.map(systemFlag),
    ...checkedKeywords(keywords).filter((keyword) => canKeep(mailbox, keyword)),
  ];
}

/** A new version's flags: the old without Posthorn's keywords, then the change. */
export function versionFlags(old: readonly string[], { added, removed }: FlagNames): readonly string[] {
  const cleared = new Set([...removed, ...added].map(lower));
  const kept = old.filter((flag) => isStorable(flag) && !isOwnKeyword(flag) && !cleared.has(lower(flag)));
  return [...kept, ...added];
}

/** Servers may refuse their own inventions. */
function isStorable(flag: string): boolean {
  return isKeyword(flag) || messageFlags([flag]).size > 0;
}

function systemFlags(change: FlagChange, isSet: boolean): readonly string[] {
  return MESSAGE_FLAGS.filter((flag) => change[flag] === isSet).map(systemFlag);
}

function checkedKeywords(keywords: readonly string[] = []): readonly string[] {
  const wrong = keywords.find((keyword) => !isKeyword(keyword));
  if (wrong === undefined) return keywords;
  throw new MailError('invalid-document', { detail: `${JSON.stringify(wrong)} is no keyword.` });
}

function canKeep({ permanentFlags }: OpenedMailbox, keyword: string): boolean {
  if (permanentFlags === null || permanentFlags.has('\\*')) return true;
  return permanentFlags.has(keyword.toUpperCase());
}

function lower(text: string): string {
  return text.toLowerCase();
}
