import type { FastifyRequest } from 'fastify';
import type { MessageDrafts, NewDraft } from '../../../../application/drafts/message-drafts.ts';
import { placeMailFolders } from '../../../../application/folders/placed-mail-folder.ts';
import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxName } from '../../../../domain/mailboxes/mailbox-name.ts';
import type { Inclusion, RelatedServices } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import type { DocumentAnswer } from '../../json-api/answer.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { requireNoTag } from '../../json-api/preconditions.ts';
import { ALL_MESSAGE_ITEMS_PATH, MESSAGE_ITEMS_PATH } from '../../paths.ts';
import { showing } from '../../query/shown-resources.ts';
import { accountOfDocument } from '../../request-document/document-account.ts';
import { withSourcePointers } from '../../request-document/unknown-source.ts';
import { showNewMessage } from '../reading/show-message.ts';
import { COMPOSED_BODY_OCTETS } from './composed-body.ts';
import { createMessageItemAnywhereOperation, createMessageItemOperation } from './create-operation.ts';
import { namesFolder, readNewMessage, readNewMessageIn } from './create-request.ts';

type Services = RelatedServices & { readonly messageDrafts: MessageDrafts };

const ROUTE = {
  method: 'POST',
  primaryType: 'MessageItem',
  query: showing('MessageItem'),
  bodyLimitOctets: COMPOSED_BODY_OCTETS,
  isPatient: true,
} as const;

/** `POST …/MailFolders/{id}/MessageItems`: creates a draft, a reply or a forward. */
export function createMessageItem(services: Services): ApiRoute {
  return writingRoute({
    ...ROUTE,
    path: MESSAGE_ITEMS_PATH,
    operation: createMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    handler: (exchange, include) =>
      create(services, { exchange, include }, async (request) => {
        const account = accountOf(request);
        return readNewMessageIn({ account, mailbox: mailboxOf(request) }, request.body);
      }),
  });
}

/** `POST /MessageItems`: creates a draft in the document's folder, by default that for drafts. */
export function createMessageItemAnywhere(services: Services): ApiRoute {
  return writingRoute({
    ...ROUTE,
    path: ALL_MESSAGE_ITEMS_PATH,
    access: { login: 'all-accounts', scope: 'mail.write' },
    operation: createMessageItemAnywhereOperation,
    handler: (exchange, include) =>
      create(services, { exchange, include }, async (request) => {
        const account = await accountOfDocument(request, ['MailFolder', 'repliesTo', 'forwards']);
        const drafts = namesFolder(request.body)
          ? undefined
          : await findDrafts(services, account, exchange.signal);
        return drafts === undefined
          ? readNewMessage(request.body, account)
          : readNewMessageIn({ account, mailbox: drafts }, request.body);
      }),
  });
}

async function findDrafts(
  { mailFolders }: Services,
  account: MailAccount,
  signal: AbortSignal,
): Promise<MailboxName | undefined> {
  const folders = placeMailFolders(await mailFolders.list({ account }, signal));
  return folders.find(({ folder }) => folder.type === 'DRAFT')?.folder.mailbox;
}

async function create(
  services: Services,
  { exchange, include }: { readonly exchange: Exchange; readonly include: Inclusion },
  read: (request: FastifyRequest) => Promise<NewDraft>,
): Promise<DocumentAnswer> {
  const draft = await read(exchange.request);
  const { account, mailbox } = draft;
  requireNoTag(exchange);
  const identity = await withSourcePointers(services.messageDrafts.create(draft, exchange.signal));
  return showNewMessage(services, { exchange, include, message: { account, mailbox, ...identity } });
}
