import { RESOURCE_TYPES, type TypeName } from './resource-types.ts';

export const COLLECTIONS = {
  MailAccount: 'MailAccounts',
  MailFolder: 'MailFolders',
  MessageItem: 'MessageItems',
  MessageBody: 'MessageBodies',
  Attachment: 'Attachments',
  ApiKey: 'ApiKeys',
  ConnectSession: 'ConnectSessions',
  Event: 'Events',
  Webhook: 'Webhooks',
  WebhookDelivery: 'WebhookDeliveries',
} as const satisfies Record<TypeName, string>;
const TYPES: ReadonlyMap<string, TypeName> = new Map(
  RESOURCE_TYPES.flatMap(({ name }) =>
    [name, COLLECTIONS[name]].map((each) => [folded(each), name] as const),
  ),
);
const FIELDSET = /(?<=^(?:relfield:)?fields\[)[^\]]{1,40}(?=\]$)/;

/** `message_items` and `messageItems` are `MessageItems`: types differ in more than case. */
function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** The type named in a client's own convention; other values unchanged. */
export function typeNamed(name: unknown): unknown {
  return typeof name === 'string' ? (TYPES.get(folded(name)) ?? name) : name;
}

/** `fields[MessageItem]` for any spelling of the type. */
export function fieldsetNamed(parameter: string): string {
  return parameter.replace(FIELDSET, (name) => String(typeNamed(name)));
}
