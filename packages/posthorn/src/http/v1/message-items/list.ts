/** `GET …/MailFolders/{id}/MessageItems`: a page of a folder's messages. */

import type { ChangeFeed } from '../../../application/following/change-feed.ts';
import type { MessagePage } from '../../../application/ports/mail/mail-store.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { RouteOptions } from '../../route/http-services.ts';
import { nameThreadFilter } from '../filters/thread-filter.ts';
import { MESSAGE_ITEMS_PATH } from '../identifiers/paths.ts';
import { mailFolderResourceId } from '../identifiers/resource-ids.ts';
import { type Answer, isFresh } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { KnownDocuments } from '../json-api/known-documents.ts';
import { pageLinks, totalMeta } from '../json-api/page-links.ts';
import { nameCursorParameter, PAGE_PARAMETERS } from '../query/page-parameters.ts';
import { presentMessageItem } from '../resources/present-message-item.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';
import { listMessageItemsOperation } from './list-operation.ts';
import { type ListRequest, parseListRequest } from './list-request.ts';
import { listTag } from './list-tag.ts';

/** What reads a list. */
type ListServices = RelatedServices & { readonly changeFeed: ChangeFeed };

export function listMessageItems(
  services: ListServices,
  { listMaxRows }: Pick<RouteOptions, 'listMaxRows'>,
): ApiRoute {
  const knownDocuments = new KnownDocuments();
  return readingRoute({
    path: MESSAGE_ITEMS_PATH,
    operation: listMessageItemsOperation,
    login: 'account',
    primaryType: 'MessageItem',
    isMessageList: true,
    parameters: ['include', 'images', 'sort', 'filter', 'filter[]', 'attributes', ...PAGE_PARAMETERS],
    check: (exchange) => parseListRequest(exchange, { maxRows: listMaxRows }),
    async handler(exchange) {
      const folder = { account: accountOf(exchange.request), mailbox: mailboxOf(exchange.request) };
      const request = parseListRequest(exchange, { maxRows: listMaxRows });
      const unchangedTag = await findUnchanged(services, { exchange, request, folder });
      if (unchangedTag !== null) return { kind: 'not-modified', entityTag: unchangedTag };
      return readList(services, { exchange, request, folder }, knownDocuments);
    },
  });
}

interface ListReading {
  readonly exchange: Exchange;
  readonly request: ListRequest;
  readonly folder: MailboxRef;
}

/** The tag of the client's copy, when the state of the mailbox proves that it is current. */
async function findUnchanged(
  { mailFolders, changeFeed }: ListServices,
  { exchange, request, folder }: ListReading,
): Promise<string | null> {
  if (exchange.request.headers['if-none-match'] === undefined) return null;
  const counts = await mailFolders.count(folder, exchange.signal);
  const state = changeFeed.folderState(folder, counts);
  const entityTag = listTag(exchange, request, { counts, state });
  return entityTag !== null && isFresh(exchange, entityTag) ? entityTag : null;
}

/** The store returns the same page object while nothing has changed; then the document is the same too. */
async function readList(
  services: ListServices,
  reading: ListReading,
  knownDocuments: KnownDocuments,
): Promise<Answer> {
  const { exchange, request } = reading;
  const page = await readPage(services, reading);
  const state = services.changeFeed.folderState(reading.folder, page);
  const entityTag = listTag(exchange, request, { counts: page, state }) ?? undefined;
  // What is included is read from elsewhere.
  if (request.include !== null) return showList(services, reading, { page, state, entityTag });
  const octets = knownDocuments.find(page, exchange);
  if (octets) return { kind: 'known-document', octets, entityTag };
  const answer = await showList(services, reading, { page, state, entityTag });
  return { ...answer, onOctets: (written) => knownDocuments.keep(page, exchange, written) };
}

async function showList(
  services: ListServices,
  { exchange, request, folder }: ListReading,
  {
    page,
    state,
    entityTag,
  }: { readonly page: MessagePage; readonly state: string; readonly entityTag: string | undefined },
): Promise<Extract<Answer, { kind: 'document' }>> {
  const { uidValidity, total, unread } = page;
  const messages = page.items.map(({ uid }): ExactMessageRef => ({ ...folder, uid, uidValidity }));
  const counts = new Map([[folder.mailbox, { total, unread }]]);
  const { include } = request;
  const related = await readRelated(services, { exchange, include, messages, counts });
  const data = page.items.map((item) => {
    const message = { ...folder, uid: item.uid, uidValidity };
    return presentMessageItem({ message, item, attachments: related.attachmentsOf(message) }, exchange);
  });
  const links = pageLinks(exchange, { page: request.page, rows: page });
  const incomplete = page.isTruncated && { incomplete: [mailFolderResourceId(folder)] };
  const meta = { ...totalMeta(request.page, page.matching), state, ...incomplete };
  const { included } = related;
  return {
    kind: 'document',
    document: { data, meta, ...(links && { links }), ...(included && { included }) },
    ...(entityTag !== undefined && { entityTag }),
  };
}

async function readPage(
  { messageItems }: RelatedServices,
  { exchange, request, folder }: ListReading,
): Promise<MessagePage> {
  try {
    const { query, thread } = request;
    return await messageItems.list({ ...folder, query, thread }, exchange.signal);
  } catch (error) {
    throw nameCursorParameter(nameThreadFilter(error, request.thread), request.page);
  }
}
