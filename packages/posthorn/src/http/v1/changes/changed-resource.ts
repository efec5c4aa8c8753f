/** Resources as the documents of changes show them. */

import type { FieldOf } from '../identifiers/resource-types.ts';
import type { Resource } from '../json-api/json-api-document.ts';

/** The fields of a message that can change; all others are immutable (RFC 9051 §2.3.1.1). */
export const CHANGING_MESSAGE_FIELDS: readonly FieldOf<'MessageItem'>[] = [
  ...(['seen', 'answered', 'draft', 'flagged', 'keywords'] as const),
];

/** What of a folder changes with its messages. */
export const CHANGING_FOLDER_FIELDS: readonly FieldOf<'MailFolder'>[] = [
  ...(['unreadMessages', 'totalMessages', 'uidNext', 'uidValidity', 'MessageItems'] as const),
];

/** The resource, marked as created. */
export function asCreated(resource: Resource): Resource {
  return { ...resource, meta: { ...resource.meta, change: 'created' } };
}

/** The resource, marked as updated in some of these fields. */
export function asUpdated(resource: Resource, fields: readonly string[]): Resource {
  return { ...resource, meta: { ...resource.meta, change: 'updated', fields } };
}
