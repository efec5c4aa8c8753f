import type { MailboxCounts } from '../../../../domain/mailboxes/mailbox.ts';
import type { MessageCriterion } from '../../../../domain/messages/message-query.ts';
import { needsNoTree } from '../../../../resources/folder-view.ts';
import type { Inclusion } from '../../../../resources/related-resources.ts';
import { weakEntityTag } from '../../../answer/entity-tag.ts';
import { accountDigestOf } from '../../../request/idempotency/account-digest.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import type { ListRequest } from './list-request.ts';

/** Increment it when presenting the same mail differently: old tags must not match. */
const DOCUMENT_REVISION = '4';

/**
 * A tag of the mailbox state; null if the response depends on more, or without mod-sequences (RFC 7162).
 * \Recent has none, so a copy may show it too long.
 */
export function listTag(
  exchange: Exchange,
  { include, query, thread }: Pick<ListRequest, 'include' | 'query' | 'thread'>,
  { counts, state }: { readonly counts: MailboxCounts; readonly state: string },
): string | null {
  const { highestModSeq, uidValidity, uidNext, total, unread } = counts;
  const dependsOnMore =
    !staysInMailbox(include, exchange) || asksForRecent(query.criterion) || thread !== undefined;
  if (highestModSeq === null || dependsOnMore) return null;
  const seen = [uidValidity, uidNext, total, unread, highestModSeq].join(' ');
  // The link has page, order, filter and fields.
  const { request, negotiated } = exchange;
  const account = accountDigestOf(request);
  return weakEntityTag(DOCUMENT_REVISION, account, negotiated.contentType, exchange.link(), seen, state);
}

function staysInMailbox(include: Inclusion, { fields }: Exchange): boolean {
  if (include === null) return true;
  const isToldByCounts = needsNoTree(fields) && !fields.MailFolder.has('subscribed');
  return !include.has('MailAccount') && (!include.has('MailFolder') || isToldByCounts);
}

function asksForRecent(criterion: MessageCriterion | null): boolean {
  switch (criterion?.kind) {
    case 'recent':
      return true;
    case 'not':
      return asksForRecent(criterion.criterion);
    case 'all-of':
    case 'any-of':
      return criterion.criteria.some(asksForRecent);
    default:
      return false;
  }
}
