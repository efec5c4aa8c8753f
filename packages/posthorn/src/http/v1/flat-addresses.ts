import type { FastifyRequest } from 'fastify';
import { MailError, type MailErrorCode } from '../../domain/errors/mail-error.ts';
import {
  type ParsedFolderId,
  type ParsedMessageId,
  splitAttachmentId,
  splitMailFolderId,
  splitMessageId,
} from '../../resources/identifiers/parse-resource-ids.ts';
import { decodeName } from '../../resources/identifiers/resource-ids.ts';
import type { TypeName } from '../../resources/identifiers/resource-types.ts';
import { type PathParameter, pathParameter } from '../request/url/path-parameters.ts';
import type { ApiRoute } from '../route/api-route.ts';
import { idSegment } from './openapi/segments.ts';
import {
  ATTACHMENT_PATH,
  MAIL_ACCOUNT_PATH,
  MAIL_FOLDER_PATH,
  MESSAGE_BODY_PATH,
  MESSAGE_ITEM_PATH,
} from './paths.ts';

type PathParameters = Readonly<Partial<Record<PathParameter, string>>>;

interface FlatAddress {
  readonly type: TypeName;
  readonly nested: string;
  readonly flat: string;
  readonly parametersOf: (id: string) => PathParameters | undefined;
  readonly unknown: MailErrorCode;
}

/** Most specific first. */
const ADDRESSES: readonly FlatAddress[] = [
  {
    type: 'Attachment',
    nested: ATTACHMENT_PATH,
    flat: '/Attachments/:id',
    parametersOf(id) {
      const file = splitAttachmentId(id);
      return file && { ...messageParameters(file), attachmentId: file.part };
    },
    unknown: 'attachment-unknown',
  },
  {
    type: 'MessageBody',
    nested: MESSAGE_BODY_PATH,
    flat: '/MessageBodies/:id',
    parametersOf: readMessageId,
    unknown: 'message-unknown',
  },
  {
    type: 'MessageItem',
    nested: MESSAGE_ITEM_PATH,
    flat: '/MessageItems/:id',
    parametersOf: readMessageId,
    unknown: 'message-unknown',
  },
  {
    type: 'MailFolder',
    nested: MAIL_FOLDER_PATH,
    flat: '/MailFolders/:id',
    parametersOf(id) {
      const folder = splitMailFolderId(id);
      return folder && folderParameters(folder);
    },
    unknown: 'mailbox-unknown',
  },
];

/** Adds flat addresses to a resource's routes. */
export function withFlatAddresses(routes: readonly ApiRoute[]): readonly ApiRoute[] {
  return routes.flatMap((route) => [resolvingAccount(route), ...flatRoutesOf(route)]);
}

function resolvingAccount(route: ApiRoute): ApiRoute {
  return route.path.startsWith(MAIL_ACCOUNT_PATH) ? { ...route, resolvePath: resolveAccount } : route;
}

/** Accepts a resource id or a plain name. */
function resolveAccount(request: FastifyRequest): void {
  const name = pathParameter(request, 'mailAccountId');
  request.params = { ...(request.params as PathParameters), mailAccountId: decodeName(name) ?? name };
}

function flatRoutesOf(route: ApiRoute): readonly ApiRoute[] {
  return ADDRESSES.filter(({ nested }) => isAtOrBelow(route.path, nested)).map((address, index) =>
    toFlat(route, address, index === 0 ? 'ById' : 'OfMessageById'),
  );
}

function isAtOrBelow(path: string, nested: string): boolean {
  return path === nested || (path.startsWith(`${nested}/`) && !path.slice(nested.length).includes(':'));
}

function toFlat(route: ApiRoute, { type, nested, flat, ...address }: FlatAddress, suffix: string): ApiRoute {
  const { path, operation } = route;
  return {
    ...route,
    path: flat + path.slice(nested.length),
    operation: { ...operation, operationId: operation.operationId + suffix, segments: idSegment(type) },
    resolvePath(request) {
      request.params = resolveId(request, address);
    },
  };
}

/** Throws the unknown resource's error. */
function resolveId(
  request: FastifyRequest,
  { parametersOf, unknown }: Pick<FlatAddress, 'parametersOf' | 'unknown'>,
): PathParameters {
  const { id = '' } = request.params as { readonly id?: string };
  const parameters = parametersOf(id);
  if (parameters !== undefined) return parameters;
  throw new MailError(unknown, { detail: 'The address does not end with a valid id.' });
}

function readMessageId(id: string): PathParameters | undefined {
  const message = splitMessageId(id);
  return message && messageParameters(message);
}

function messageParameters(message: ParsedMessageId): PathParameters {
  const { uidValidity, uid } = message;
  return { ...folderParameters(message), messageItemId: `${uidValidity}.${uid}` };
}

function folderParameters({ accountId, mailbox }: ParsedFolderId): PathParameters {
  return { mailAccountId: accountId, mailFolderId: mailbox };
}
