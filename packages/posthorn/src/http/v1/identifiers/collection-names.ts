/** The names by which clients call a type that derive it from the name of a collection, or spell it as their language does. */
import { RESOURCE_TYPES, type TypeName } from './resource-types.ts';

const COLLECTIONS = {
  MailAccount: 'MailAccounts',
  MailFolder: 'MailFolders',
  MessageItem: 'MessageItems',
  MessageBody: 'MessageBodies',
  Attachment: 'Attachments',
} as const satisfies Record<TypeName, string>;
const TYPES: ReadonlyMap<string, TypeName> = new Map(
  RESOURCE_TYPES.flatMap(({ name }) =>
    [name, COLLECTIONS[name]].map((each) => [folded(each), name] as const),
  ),
);
/** The parameters that select fields, with or without a prefix. */
const FIELDSET = /(?<=^(?:relfield:)?fields\[)[^\]]{1,40}(?=\]$)/;

/** `message_items` and `messageItems` are `MessageItems`: no two types differ in case alone. */
function folded(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}

/** The type that a name means; other values unchanged. */
export function typeNamed(name: unknown): unknown {
  return typeof name === 'string' ? (TYPES.get(folded(name)) ?? name) : name;
}

/** `fields[MessageItem]` for a parameter that calls the type by another name; other names unchanged. */
export function fieldsetNamed(parameter: string): string {
  return parameter.replace(FIELDSET, (name) => String(typeNamed(name)));
}
