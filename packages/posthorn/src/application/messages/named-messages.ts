import type { MailboxName } from '../../domain/mailboxes/mailbox-name.ts';
import type { MessageCriterion } from '../../domain/messages/message-query.ts';
import type { ExactMessageRef } from '../../domain/messages/message-ref.ts';

/** The messages' criteria by mailbox; none match in a re-created mailbox. */
export function namedCriteria(
  messages: readonly ExactMessageRef[],
): ReadonlyMap<MailboxName, MessageCriterion> {
  const mailboxes = [...new Set(messages.map(({ mailbox }) => mailbox))];
  return new Map(
    mailboxes.map((mailbox) => [mailbox, criterionOf(messages.filter((one) => one.mailbox === mailbox))]),
  );
}

function criterionOf(messages: readonly ExactMessageRef[]): MessageCriterion {
  const criteria = [...new Set(messages.map(({ uidValidity }) => uidValidity))].map(
    (uidValidity): MessageCriterion => {
      const uids = messages.filter((one) => one.uidValidity === uidValidity).map(({ uid }) => uid);
      return { kind: 'uids', uids, uidValidity };
    },
  );
  return { kind: 'any-of', criteria };
}
