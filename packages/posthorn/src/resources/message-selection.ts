import type { MessageSelection } from '../application/ports/mail/mail-store.ts';
import type { MessageItemAttribute } from '../domain/messages/message-item.ts';
import { DEFAULT_PREVIEW } from '../domain/messages/message-query.ts';
import { messageItemAttributes } from './attributes/message-item-attributes.ts';
import type { AttributeOf, SelectedFields } from './identifiers/resource-types.ts';

type Name = AttributeOf<'MessageItem'>;
const NAMES = Object.keys(messageItemAttributes) as Name[];

function sourcesOf(name: Name): readonly MessageItemAttribute[] {
  return messageItemAttributes[name].sources;
}

/** Selects exactly the response's attributes. */
export function messageSelection({ MessageItem: mask }: SelectedFields): MessageSelection {
  const attributes = NAMES.filter((name) => mask.has(name)).flatMap(sourcesOf);
  return { attributes: new Set(attributes), preview: DEFAULT_PREVIEW };
}

/** The selected fields using these attributes. */
export function truncatedFields(
  attributes: readonly MessageItemAttribute[],
  { MessageItem: mask }: SelectedFields,
): readonly string[] {
  return NAMES.filter(
    (name) => mask.has(name) && sourcesOf(name).some((source) => attributes.includes(source)),
  );
}
