/** Flags and keywords as IMAP writes them (RFC 9051 §2.3.2). */
import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import { isKeyword, SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD } from '../../../domain/keyword.ts';
import { MailError } from '../../../domain/mail-error.ts';
import type { MessageFlag } from '../../../domain/message-query.ts';
import type { OpenedMailbox } from './open-mailbox.ts';

const SYSTEM_FLAGS = {
  seen: '\\Seen',
  answered: '\\Answered',
  draft: '\\Draft',
  flagged: '\\Flagged',
} as const satisfies Record<MessageFlag, string>;

const MESSAGE_FLAGS = Object.keys(SYSTEM_FLAGS) as readonly MessageFlag[];

/** What a new version does not take over, lower case: it was never submitted. \Recent and \Deleted do not pass `isStorable`. */
const OWN_KEYWORDS = new Set([SUBMIT_PENDING_KEYWORD, SUBMITTED_KEYWORD].map(lower));

/** What to set and what to clear. */
export interface FlagNames {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The flag's name on the wire. */
function systemFlag(flag: MessageFlag): string {
  return SYSTEM_FLAGS[flag];
}

/** The flags of the domain among those that a server sent. */
export function messageFlags(flags: readonly string[]): ReadonlySet<MessageFlag> {
  const sent = new Set(flags.map(lower));
  return new Set(MESSAGE_FLAGS.filter((flag) => sent.has(lower(SYSTEM_FLAGS[flag]))));
}

/** The keywords among the flags that a server sent. */
export function keywordsOf(flags: readonly string[]): readonly string[] {
  return flags.filter((flag) => !flag.startsWith('\\'));
}

/** True when the flag \Deleted is among those that a server sent. */
export function isMarkedDeleted(flags: readonly string[] | undefined): boolean {
  return flags?.some((flag) => lower(flag) === '\\deleted') ?? false;
}

/**
 * The change as flags of the mailbox. Throws `invalid-document` for what is no keyword, and `capability-missing` for a keyword to
 * set that the mailbox cannot keep; one to clear is not there then.
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

/** The flags of a message to be stored, without the keywords that the mailbox cannot keep. Throws `invalid-document`. */
export function storedFlags(
  { flags, keywords }: { readonly flags: readonly MessageFlag[]; readonly keywords?: readonly string[] },
  mailbox: OpenedMailbox,
): readonly string[] {
  return [
    ...flags.map(systemFlag),
    ...checkedKeywords(keywords).filter((keyword) => canKeep(mailbox, keyword)),
  ];
}

/** The flags of a new version: those of the old one, but for what belongs to that one alone, and the change. */
export function versionFlags(old: readonly string[], { added, removed }: FlagNames): readonly string[] {
  const cleared = new Set([...removed, ...added].map(lower));
  const kept = old.filter(
    (flag) => isStorable(flag) && !OWN_KEYWORDS.has(lower(flag)) && !cleared.has(lower(flag)),
  );
  return [...kept, ...added];
}

/** True for a flag that a client may set; what a server made up might be refused. */
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
