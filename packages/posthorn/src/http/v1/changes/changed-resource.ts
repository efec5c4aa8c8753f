import type { FieldOf } from '../../../resources/identifiers/resource-types.ts';
import type { Resource } from '../../../resources/json-api-document.ts';

/** All others are immutable (RFC 9051 §2.3.1.1). */
export const CHANGING_MESSAGE_FIELDS: readonly FieldOf<'MessageItem'>[] = [
  ...(['seen', 'answered', 'draft', 'flagged', 'keywords'] as const),
];

export const CHANGING_FOLDER_FIELDS: readonly FieldOf<'MailFolder'>[] = [
  ...(['unreadMessages', 'totalMessages', 'uidNext', 'uidValidity', 'MessageItems'] as const),
];

/** Marks a resource as created. */
export function asCreated(resource: Resource): Resource {
  return { ...resource, meta: { ...resource.meta, change: 'created' } };
}

/** Marks a resource as updated in these fields. */
export function asUpdated(resource: Resource, fields: readonly string[]): Resource {
  return { ...resource, meta: { ...resource.meta, change: 'updated', fields } };
}
