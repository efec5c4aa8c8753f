/** The entity tag of a list, computed from the state of the mailbox before any message is read. */
import type { MailboxCounts } from '../../../domain/mailbox.ts';
import type { MessageCriterion } from '../../../domain/message-query.ts';
import { weakEntityTag } from '../../answer/entity-tag.ts';
import { accountDigestOf } from '../../request/idempotency/account-digest.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { Inclusion } from '../query/include.ts';
import { needsNoTree } from '../resources/folder-view.ts';
import type { ListRequest } from './list-request.ts';

/** To be counted up when equal mail is shown in another way: the tags of older versions must not match then. */
const DOCUMENT_REVISION = '4';

/**
 * The tag, or null where the answer depends on more than the mailbox, or the server keeps no mod-sequence
 * (RFC 7162): it is then made of the answer itself. \Recent has no mod-sequence; a copy that a client keeps may show
 * a message as recent until something else changes.
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
  // The address names page, order, filter and fields. The state of the list ends with the key that signed it.
  const { request, negotiated } = exchange;
  const account = accountDigestOf(request);
  return weakEntityTag(DOCUMENT_REVISION, account, negotiated.contentType, exchange.link(), seen, state);
}

/** True when everything that is included follows from the mailbox or its counts. */
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
