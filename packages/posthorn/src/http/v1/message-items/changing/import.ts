import type { FastifyRequest } from 'fastify';
import type { MessageImports } from '../../../../application/changing/message-imports.ts';
import type { ContentSpool } from '../../../../application/ports/content-spool.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import { parseMediaType } from '../../../request/files/media-type.ts';
import { UPLOAD_LIMITS } from '../../../request/files/multipart-files.ts';
import { readUploadedFile } from '../../../request/files/uploaded-file.ts';
import { accountOf, ownerKeyOf } from '../../../request/login/authentication.ts';
import { mailboxOf } from '../../../request/url/path-parameters.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { writingRoute } from '../../json-api/json-api-route.ts';
import { requireNoTag } from '../../json-api/preconditions.ts';
import { IMPORT_PATH } from '../../paths.ts';
import { together } from '../../query/query-reader.ts';
import { showing } from '../../query/shown-resources.ts';
import { showNewMessage } from '../reading/show-message.ts';
import { newFlags } from './flag-parameters.ts';
import { importMessageItemOperation } from './import-operation.ts';

type Services = RelatedServices & {
  readonly messageImports: MessageImports;
  readonly contentSpool: ContentSpool;
};

const MEDIA_TYPE = 'message/rfc822';

/** `POST …/MessageItems/import`: stores a message after receiving it completely. */
export function importMessageItem(services: Services): ApiRoute {
  const { mailFolders, messageImports, contentSpool } = services;
  return writingRoute({
    method: 'POST',
    path: IMPORT_PATH,
    operation: importMessageItemOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'MessageItem',
    query: together({ include: showing('MessageItem'), flags: newFlags }),
    body: 'upload',
    isPatient: true,
    async handler(exchange, { include, flags }) {
      const { request, signal } = exchange;
      requireNoTag(exchange);
      requireMessage(request);
      const folder = { account: accountOf(request), mailbox: mailboxOf(request) };
      // Fails before a large upload.
      await mailFolders.require(folder, signal);
      const { maxOctets } = UPLOAD_LIMITS;
      const upload = { contentSpool, maxOctets, owner: ownerKeyOf(request) };
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

function requireMessage({ headers }: FastifyRequest): void {
  if (parseMediaType(headers['content-type'] ?? '') === MEDIA_TYPE) return;
  const detail = `The body must be one message, with the Content-Type ${MEDIA_TYPE}.`;
  const source = { header: 'Content-Type' };
  throw new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
