import { MailError } from '../../../../domain/errors/mail-error.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { fieldSelection } from '../../../../resources/field-selection.ts';
import type { FieldOf } from '../../../../resources/identifiers/resource-types.ts';
import type { Resource } from '../../../../resources/json-api-document.ts';
import { messageSelection } from '../../../../resources/message-selection.ts';
import { presentMessageItem } from '../../../../resources/present-message-item.ts';
import type { RelatedServices } from '../../../../resources/related-resources.ts';
import type { Exchange } from '../../json-api/exchange.ts';
import type { ChangedResource } from '../../request-document/resource-document.ts';
import { withoutUnchanged } from '../../request-document/unchanged-members.ts';
import { changedMessageAttributes } from './message-attributes.ts';

type Services = Pick<RelatedServices, 'messageItems' | 'attachments'>;

interface RequestedChange {
  readonly exchange: Exchange;
  readonly requested: ChangedResource;
  readonly message: ExactMessageRef;
}

/** Other clients change flags; the resource has no texts. */
const SET_ANYWAY: ReadonlySet<string> = new Set([
  'seen',
  'answered',
  'draft',
  'flagged',
  'keywords',
  'textPlain',
  'textHtml',
]);
const FOLDER = 'MailFolder';
/** Set by the server: a returned value may be old. */
const RECENT = 'recent';

/**
 * Removes unchanged members: clients may send the whole resource; of a missing message, immutable ones.
 * Throws service errors.
 */
export async function readRequestedChange(
  services: Services,
  { exchange, requested, message }: RequestedChange,
): Promise<ChangedResource> {
  const change = withoutRecent(requested);
  const names = [...change.attributes.keys()].filter((name) => !SET_ANYWAY.has(name));
  const related = [...change.relationships.keys()].filter((name) => name !== FOLDER);
  if (names.length === 0 && related.length === 0) return change;
  const shown = await readShown(services, { exchange, message, names: [...names, ...related, FOLDER] });
  return shown === null ? changeable(change) : withoutUnchanged(change, shown);
}

function withoutRecent(requested: ChangedResource): ChangedResource {
  if (typeof requested.attributes.get(RECENT) !== 'boolean') return requested;
  const attributes = new Map(requested.attributes);
  attributes.delete(RECENT);
  return { ...requested, attributes };
}

interface Reading extends Pick<RequestedChange, 'exchange' | 'message'> {
  /** Other names are ignored. */
  readonly names: readonly string[];
}

/** Null for an unknown message. */
async function readShown(
  { messageItems, attachments }: Services,
  { exchange, message, names }: Reading,
): Promise<Resource | null> {
  const { signal, urls } = exchange;
  const known = names as readonly FieldOf<'MessageItem'>[];
  const mask = fieldSelection.maskOf('MessageItem', { client: undefined, names: known });
  const fields = { ...exchange.fields, MessageItem: mask };
  try {
    const item = await messageItems.get({ ...message, selection: messageSelection(fields) }, signal);
    const files = mask.has('Attachments') ? await attachments.list(message, signal) : undefined;
    return presentMessageItem({ message, item, attachments: files }, { fields, urls });
  } catch (error) {
    if (error instanceof MailError && error.code === 'message-unknown') return null;
    throw error;
  }
}

function changeable(requested: ChangedResource): ChangedResource {
  const isFixed = (name: string): boolean => changedMessageAttributes.readOnly.includes(name);
  return {
    ...requested,
    attributes: new Map([...requested.attributes].filter(([name]) => !isFixed(name))),
    relationships: new Map([...requested.relationships].filter(([name]) => name === FOLDER)),
  };
}
