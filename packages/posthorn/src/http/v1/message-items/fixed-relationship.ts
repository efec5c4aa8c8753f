/** `…/MessageItems/{id}/relationships/Attachments`: the list of files changes with the files only. */
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import { ATTACHMENTS_RELATIONSHIP_PATH } from '../identifiers/paths.ts';
import { type WritingRoute, writingRoute } from '../json-api/json-api-route.ts';
import { fixedRelationshipDetails } from './fixed-relationship-operation.ts';

const METHODS = [
  { method: 'POST', operationId: 'addToAttachments', summary: 'Add to the list of files' },
  { method: 'PATCH', operationId: 'replaceAttachments', summary: 'Replace the list of files' },
  { method: 'DELETE', operationId: 'removeFromAttachments', summary: 'Remove from the list of files' },
] as const satisfies readonly { method: WritingRoute['method']; operationId: string; summary: string }[];

/** Answers 403 (JSON:API 1.1 §crud-updating-relationship-responses-403). */
export function fixedAttachmentsRelationship(): readonly ApiRoute[] {
  return METHODS.map(({ method, operationId, summary }) =>
    writingRoute({
      method,
      path: ATTACHMENTS_RELATIONSHIP_PATH,
      operation: { operationId, summary, ...fixedRelationshipDetails },
      primaryType: 'Attachment',
      parameters: [],
      handler: () => Promise.reject(notChangeable()),
    }),
  );
}

function notChangeable(): RequestProblems {
  const detail = 'Files are added by POST to the Attachments of the message, and each is removed by DELETE.';
  return new RequestProblems([problemOf('relationship-not-changeable', { detail })]);
}
