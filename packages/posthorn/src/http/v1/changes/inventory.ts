import type { ChangeFeed, FolderInventory } from '../../../application/following/change-feed.ts';
import { isJsonObject } from '../../request/json-object.ts';
import { accountOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { readingRoute, writingRoute } from '../json-api/json-api-route.ts';
import { INVENTORY_PATH } from '../paths.ts';
import { NO_PARAMETERS } from '../query/query-reader.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { compareInventoryOperation, getInventoryOperation } from './inventory-operation.ts';

interface Services {
  readonly changeFeed: ChangeFeed;
}

const DIGEST = /^[0-9a-f]{64}$/i;
const MAX_BODY_OCTETS = 1_000;

const RULES = {
  path: INVENTORY_PATH,
  access: { login: 'account', scope: 'mail.read' },
  primaryType: 'MailFolder',
  query: NO_PARAMETERS,
} as const;

/** `GET …/MailFolders/{id}/inventory`: all messages' uids. */
export function getInventory({ changeFeed }: Services): ApiRoute {
  return readingRoute({
    ...RULES,
    operation: getInventoryOperation,
    async handler(exchange) {
      const meta = await readInventory(changeFeed, exchange);
      return { kind: 'document', document: { meta: { ...meta } } };
    },
  });
}

/** `POST …/MailFolders/{id}/inventory`: 204 to a client with exactly these messages. */
export function compareInventory({ changeFeed }: Services): ApiRoute {
  return writingRoute({
    ...RULES,
    method: 'POST',
    operation: compareInventoryOperation,
    bodyLimitOctets: MAX_BODY_OCTETS,
    async handler(exchange) {
      const digest = readDigest(exchange.request.body);
      const meta = await readInventory(changeFeed, exchange);
      if (meta.digest === digest) return { kind: 'no-content' };
      return { kind: 'document', document: { meta: { ...meta } } };
    },
  });
}

function readInventory(changeFeed: ChangeFeed, { request, signal }: Exchange): Promise<FolderInventory> {
  return changeFeed.readInventory({ account: accountOf(request), mailbox: mailboxOf(request) }, signal);
}

function readDigest(body: unknown): string {
  const { meta } = isJsonObject(body) ? body : {};
  const position = new DocumentPosition('').at('meta');
  if (!isJsonObject(meta)) position.refuse('Must be an object with the member "digest".');
  const digest = isJsonObject(meta) ? meta.digest : '';
  const isDigest = typeof digest === 'string' && DIGEST.test(digest);
  if (isJsonObject(meta) && !isDigest) {
    position.at('digest').refuse('Must be a SHA-256 digest in 64 hexadecimal digits.');
  }
  position.finish();
  return String(digest).toLowerCase();
}
