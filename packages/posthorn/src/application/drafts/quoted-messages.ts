import type { MessageCriterion } from '../../domain/messages/message-query.ts';
import type { MessageRef } from '../../domain/messages/message-ref.ts';
import { searchMessages } from '../messages/message-search.ts';
import type { MailStore } from '../ports/mail/mail-store.ts';
import type { RecentOriginal } from './recent-originals.ts';

const MAX_SUBJECTS = 10;
const MIN_SUBJECT_CHARACTERS = 3;
const MAX_SUBJECT_CHARACTERS = 200;
const MAX_FOUND = 20;
const TIME_BUDGET_MS = 10_000;
const QUOTE_MARKS = /^[>\s]+/;
const WHITE_SPACE = /\s+/g;

/**
 * Messages that a draft answers (In-Reply-To), else those with the longest subject in a line such as
 * `Subject: text`. Excludes junk and trash. Throws like `searchMessages`.
 */
export async function findQuoted(
  mailStore: MailStore,
  draft: MessageRef,
  signal: AbortSignal,
): Promise<readonly RecentOriginal[]> {
  const selection = { attributes: new Set(['subject', 'inReplyTo'] as const) };
  const { subject = '', inReplyTo = [] } = await mailStore.getMessage({ ...draft, selection }, signal);
  const { textPlain } = await mailStore.getMessageBody(draft, signal);
  const criteria: readonly MessageCriterion[] = [
    ...inReplyTo.map((messageId) => ({ kind: 'message-id', messageId }) as const),
    ...subjectsIn(subject, textPlain).map((text) => ({ kind: 'subject', text }) as const),
  ];
  if (criteria.length === 0) return [];
  const { account } = draft;
  const { messages } = await searchMessages(
    {
      mailStore,
      account,
      criterion: { kind: 'any-of', criteria },
      window: { start: 0, limit: MAX_FOUND },
      selection: { attributes: new Set(['subject', 'messageId', 'draft']) },
      timeBudgetMs: TIME_BUDGET_MS,
    },
    signal,
  );
  const mails = messages.filter(({ item }) => !item.draft);
  const answered = mails.filter(({ item }) => inReplyTo.includes(item.messageId ?? ''));
  const found = (answered.length > 0 ? answered : mails).map(({ mailbox, uidValidity, item }) => ({
    message: { account, mailbox, uidValidity, uid: item.uid },
    subject: item.subject ?? '',
  }));
  return answered.length > 0 ? found : longestIn(singleLine(textPlain), found);
}

/** Texts after colons, and the draft's subject with and without its mark. */
function subjectsIn(subject: string, text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(QUOTE_MARKS, '').trim());
  const values = lines.flatMap((line, index) => {
    const colon = line.indexOf(':');
    if (colon < 0) return [];
    const value = line.slice(colon + 1).trim();
    return [value === '' ? (lines[index + 1] ?? '') : value];
  });
  const own = [subject, subject.slice(subject.indexOf(':') + 1)].map((value) => value.trim());
  const usable = [...own, ...values].filter(
    ({ length }) => length >= MIN_SUBJECT_CHARACTERS && length <= MAX_SUBJECT_CHARACTERS,
  );
  return [...new Set(usable)].slice(0, MAX_SUBJECTS);
}

/** A quote of "Report of Monday" also contains the subject "Report". */
function longestIn(text: string, found: readonly RecentOriginal[]): readonly RecentOriginal[] {
  const quoted = found.filter(({ subject }) => subject.trim() !== '' && text.includes(singleLine(subject)));
  const longest = Math.max(0, ...quoted.map(({ subject }) => singleLine(subject).length));
  return quoted.filter(({ subject }) => singleLine(subject).length === longest);
}

/** Collapses white space and lines. */
export function singleLine(text: string): string {
  return text.replace(WHITE_SPACE, ' ').trim();
}
