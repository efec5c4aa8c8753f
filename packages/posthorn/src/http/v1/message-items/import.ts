/** `POST …/MessageItems/import`: stores a message that was made elsewhere. */
import type { FastifyRequest } from 'fastify';
import type { MessageImports } from '../../../application/changing/message-imports.ts';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import { collectProblems } from '../../answer/collect-problems.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { parseMediaType } from '../../request/files/media-type.ts';
import { UPLOAD_LIMITS } from '../../request/files/multipart-files.ts';
import { readUploadedFile } from '../../request/files/uploaded-file.ts';
import { accountOf, contentOwnerOf } from '../../request/login/authentication.ts';
import { mailboxOf } from '../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { IMPORT_PATH } from '../identifiers/paths.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { parseInclude } from '../query/include.ts';
import type { RelatedServices } from '../resources/related-resources.ts';
import { FLAG_PARAMETERS, parseFlags } from './flag-parameters.ts';
import { importMessageItemOperation } from './import-operation.ts';
import { showNewMessage } from './show-message.ts';

type Services = RelatedServices & {
  readonly messageImports: MessageImports;
  readonly contentSpool: ContentSpool;
};

const MEDIA_TYPE = 'message/rfc822';

/** The message is received as a whole before any of it is stored, so that a client that leaves stores nothing. */
export function importMessageItem(services: Services): ApiRoute {
  const { mailFolders, messageImports, contentSpool } = services;
  return writingRoute({
    method: 'POST',
    path: IMPORT_PATH,
    operation: importMessageItemOperation,
    primaryType: 'MessageItem',
    parameters: ['include', 'images', 'attributes', ...FLAG_PARAMETERS],
    body: 'upload',
    check: parseRequest,
    isPatient: true,
    async handler(exchange) {
      const { request, signal } = exchange;
      const { include, flags } = parseRequest(exchange);
      requireNoTag(exchange);
      requireMessage(request);
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      // Before megabytes are read for nothing.
      await mailFolders.count(folder, signal);
      const { maxOctets } = UPLOAD_LIMITS;
      const upload = { contentSpool, maxOctets, owner: contentOwnerOf(request) };
      const octets = await readUploadedFile(request, upload, signal);
      try {
        const identity = await messageImports.store({ ...folder, ...flags, octets }, signal);
        return await showNewMessage(services, { exchange, include, message: { ...folder, ...identity } });
      } finally {
        await octets.release();
      }
    },
  });
}

/** Throws RequestProblems with all that is wrong with the parameters. */
function parseRequest({ parameters }: Pick<Exchange, 'parameters'>) {
  return collectProblems({
    include: () => parseInclude(parameters, 'MessageItem'),
    flags: () => parseFlags(parameters),
  });
}

/** Throws RequestProblems (415) for a body whose media type is not that of a message. */
function requireMessage({ headers }: FastifyRequest): void {
  if (parseMediaType(headers['content-type'] ?? '') === MEDIA_TYPE) return;
  const detail = `The body must be one message, with the Content-Type ${MEDIA_TYPE}.`;
  const source = { header: 'Content-Type' };
  throw new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
