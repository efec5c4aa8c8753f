import type { ChangeFeed } from '../../../../application/following/change-feed.ts';
import type { MessagePage } from '../../../../application/ports/mail/mail-store.ts';
import type { MailboxRef } from '../../../../domain/accounts/mailbox-ref.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { mailFolderResourceId } from '../../../../resources/identifiers/resource-ids.ts';
import { presentMessageItem } from '../../../../resources/present-message-item.ts';
import { type RelatedServices, readRelated } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { RouteOptions } from '../../../route/http-services.ts';
import { nameThreadFilter } from '../../filters/thread-filter.ts';
import { type Answer, isFresh } from '../../json-api/answer.ts';
import { DocumentCache } from '../../json-api/document-cache.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { readingRoute } from '../../json-api/json-api-route.ts';
import { pageLinks, totalMeta } from '../../json-api/page-links.ts';
import { MESSAGE_ITEMS_PATH } from '../../paths.ts';
import { nameCursorParameter } from '../../query/page-parameters.ts';
import { listMessageItemsOperation } from './list-operation.ts';
import { type ListRequest, listParameters } from './list-request.ts';
import { listTag } from './list-tag.ts';

type ListServices = RelatedServices & { readonly changeFeed: ChangeFeed };

/** `GET …/MailFolders/{id}/MessageItems`: a page of a folder's messages. */
export function listMessageItems(
  services: ListServices,
  { listMaxRows }: Pick<RouteOptions, 'listMaxRows'>,
): ApiRoute {
  const knownDocuments = new DocumentCache();
  return readingRoute({
    path: MESSAGE_ITEMS_PATH,
    operation: listMessageItemsOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MessageItem',
    isMessageList: true,
    query: listParameters(listMaxRows),
    async handler(exchange, request) {
      const folder = { account: accountOf(exchange.request), mailbox: mailboxOf(exchange.request) };
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

/** The client's tag, if the mailbox state proves it current. */
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

/** The page object stays the same while nothing changes, so its document is cached. */
async function readList(
  services: ListServices,
  reading: ListReading,
  knownDocuments: DocumentCache,
): Promise<Answer> {
  const { exchange, request } = reading;
  const page = await readPage(services, reading);
  const state = services.changeFeed.folderState(reading.folder, page);
  const entityTag = listTag(exchange, request, { counts: page, state }) ?? undefined;
  // Included resources may change without the page.
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
  const related = await readRelated(services, { reading: exchange, include, messages, counts });
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
