import type { ChangeFeed, FolderChanges } from '../../../application/following/change-feed.ts';
import type { MailboxRef } from '../../../domain/accounts/mailbox-ref.ts';
import type { MessageItem } from '../../../domain/messages/message-item.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { messageResourceId } from '../../../resources/identifiers/resource-ids.ts';
import type { Resource } from '../../../resources/json-api-document.ts';
import { messageSelection } from '../../../resources/message-selection.ts';
import { presentMessageItem } from '../../../resources/present-message-item.ts';
import { type Inclusion, type RelatedServices, readRelated } from '../../../resources/related-resources.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute } from '../json-api/json-api-route.ts';
import { canShow, MAX_ROWS_WITH_CONTENTS, WITH_CONTENTS } from '../message-items/reading/list-request.ts';
import { FOLDER_CHANGES_PATH } from '../paths.ts';
import { type AskedQuery, together } from '../query/query-reader.ts';
import { badParameter } from '../query/query-values.ts';
import { showing } from '../query/shown-resources.ts';
import { asCreated, asUpdated, CHANGING_MESSAGE_FIELDS } from './changed-resource.ts';
import { folderChangesOperation } from './folder-changes-operation.ts';
import { CHANGES_LIMIT, changesLimit, sinceParameter } from './since-parameter.ts';

type Services = RelatedServices & { readonly changeFeed: ChangeFeed };

const PARAMETERS = together({
  include: showing('MessageItem'),
  since: sinceParameter,
  limit: changesLimit,
});

/** `GET …/MailFolders/{id}/changes`: changes since a state. */
export function getFolderChanges(services: Services): ApiRoute {
  return readingRoute({
    path: FOLDER_CHANGES_PATH,
    operation: folderChangesOperation,
    access: { login: 'account', scope: 'mail.read' },
    primaryType: 'MessageItem',
    query: { ...PARAMETERS, read: readRequest },
    async handler(exchange, { include, since, limit }) {
      const { request, fields, signal } = exchange;
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      const selection = messageSelection(fields);
      const changes = await services.changeFeed.readFolder({ ...folder, since, limit, selection }, signal);
      return showChanges(services, { exchange, include, folder, changes });
    },
  });
}

function readRequest(asked: AskedQuery) {
  const request = PARAMETERS.read(asked);
  if (!canShow({ include: request.include, fields: asked.fields }, request.limit)) throw tooManyContents();
  return request;
}

function tooManyContents(): Error {
  const problem = `must not be greater than ${MAX_ROWS_WITH_CONTENTS}${WITH_CONTENTS}`;
  return badParameter(CHANGES_LIMIT, problem);
}

interface ShownChanges {
  readonly exchange: Exchange;
  readonly include: Inclusion;
  readonly folder: MailboxRef;
  readonly changes: FolderChanges;
}

async function showChanges(
  services: Services,
  { exchange, include, folder, changes }: ShownChanges,
): Promise<DocumentAnswer> {
  const { uidValidity } = changes.position;
  const refOf = ({ uid }: Pick<MessageItem, 'uid'>): ExactMessageRef => ({ ...folder, uidValidity, uid });
  const messages = [...changes.created, ...changes.updated].map(refOf);
  const { included, attachmentsOf } = await readRelated(services, { reading: exchange, include, messages });
  const present = (item: MessageItem): Resource => {
    const message = refOf(item);
    return presentMessageItem({ message, item, attachments: attachmentsOf(message) }, exchange);
  };
  const data = [
    ...changes.created.map((item) => asCreated(present(item))),
    ...changes.updated.map((item) => asUpdated(present(item), CHANGING_MESSAGE_FIELDS)),
  ];
  return {
    kind: 'document',
    document: { data, meta: metaOf(changes, folder), ...(included && { included }) },
  };
}

/** The state is last: clients store it after the rest. */
function metaOf(
  { position, removed, present, unseenBelow, isMore, state }: FolderChanges,
  folder: MailboxRef,
): Readonly<Record<string, unknown>> {
  const { uidValidity } = position;
  const gone = removed.newest(removed.size) as readonly MessageItem['uid'][];
  return {
    removed: gone.map((uid) => messageResourceId({ ...folder, uidValidity, uid })),
    ...(present && { present: { uidValidity, uids: present.toText() } }),
    complete: unseenBelow === null,
    ...(unseenBelow !== null && { unseen: { fields: CHANGING_MESSAGE_FIELDS, belowUid: unseenBelow } }),
    more: isMore,
    state,
  };
}
