import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import type { ApiRoute } from '../../../route/api-route.ts';
import { type WritingRoute, writingRoute } from '../../json-api/json-api-route.ts';
import { ATTACHMENTS_RELATIONSHIP_PATH } from '../../paths.ts';
import { NO_PARAMETERS } from '../../query/query-reader.ts';
import { fixedRelationshipDetails } from './fixed-relationship-operation.ts';

const METHODS = [
  { method: 'POST', operationId: 'addToAttachments', summary: 'Add to the list of files' },
  { method: 'PATCH', operationId: 'replaceAttachments', summary: 'Replace the list of files' },
  { method: 'DELETE', operationId: 'removeFromAttachments', summary: 'Remove from the list of files' },
] as const satisfies readonly { method: WritingRoute['method']; operationId: string; summary: string }[];

/**
 * `…/relationships/Attachments`: always 403, as the list follows the files (JSON:API 1.1
 * §crud-updating-relationship-responses-403).
 */
export function fixedAttachmentsRelationship(): readonly ApiRoute[] {
  return METHODS.map(({ method, operationId, summary }) =>
    writingRoute({
      method,
      path: ATTACHMENTS_RELATIONSHIP_PATH,
      operation: { operationId, summary, ...fixedRelationshipDetails },
      access: { login: 'account', scope: 'mail.write' },
      primaryType: 'Attachment',
      query: NO_PARAMETERS,
      handler: () => Promise.reject(notChangeable()),
    }),
  );
}

function notChangeable(): RequestProblems {
  const detail = 'Files are added by POST to the Attachments of the message, and each is removed by DELETE.';
  return new RequestProblems([problemOf('relationship-not-changeable', { detail })]);
}
