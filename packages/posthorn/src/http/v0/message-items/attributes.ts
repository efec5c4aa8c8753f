import type { MessageItemAttribute } from '../../../domain/messages/message-item.ts';
import { invalidParameter, type QueryParameters, singleValue } from '../../request/url/query-parameters.ts';

export type V0Attribute =
  | Exclude<MessageItemAttribute, 'keywords' | 'inReplyTo' | 'internalDate' | 'listUnsubscribe' | 'headers'>
  // Accepted from released clients; has no value.
  | 'charset';

const SOURCES = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  bcc: ['bcc'],
  // Falls back to the sender.
  replyTo: ['replyTo', 'from'],
  subject: ['subject'],
  date: ['date'],
  seen: ['seen'],
  answered: ['answered'],
  draft: ['draft'],
  flagged: ['flagged'],
  recent: ['recent'],
  messageId: ['messageId'],
  references: ['references'],
  previewText: ['previewText'],
  size: ['size'],
  hasAttachments: ['hasAttachments'],
  charset: [],
} as const satisfies Record<V0Attribute, readonly MessageItemAttribute[]>;

const ALL: ReadonlyMap<string, V0Attribute> = new Map(
  (Object.keys(SOURCES) as V0Attribute[]).map((attribute) => [attribute, attribute]),
);

/** Attributes to show, and to read for them. */
export interface AttributeSelection {
  readonly shown: ReadonlySet<V0Attribute>;
  readonly read: ReadonlySet<MessageItemAttribute>;
  readonly namesPreviewText: boolean;
}

/**
 * Parses `attributes`: all by default; the listed ones; with `*`, all others. Throws `invalid-parameter` for unknown
 * names without `*`.
 */
export function parseAttributes(parameters: QueryParameters): AttributeSelection {
  const names = (singleValue(parameters, 'attributes') ?? '').split(',').map((name) => name.trim());
  if (names.length === 1 && names[0] === '') return selection([...ALL.values()], false);
  if (names.includes('*')) {
    const excluded = new Set(names);
    return selection(
      [...ALL.values()].filter((attribute) => !excluded.has(attribute)),
      false,
    );
  }
  const unknown = names.filter((name) => !ALL.has(name));
  if (unknown.length > 0) throw invalidParameter('attributes', `has unknown entries: ${unknown.join(',')}`);
  const named = names.map((name) => ALL.get(name)).filter((attribute) => attribute !== undefined);
  return selection(named, named.includes('previewText'));
}

/** Attributes to read for these. */
export function sourcesOf(shown: readonly V0Attribute[]): ReadonlySet<MessageItemAttribute> {
  return new Set(shown.flatMap((attribute): readonly MessageItemAttribute[] => SOURCES[attribute]));
}

function selection(shown: readonly V0Attribute[], namesPreviewText: boolean): AttributeSelection {
  return { shown: new Set(shown), read: sourcesOf(shown), namesPreviewText };
}
