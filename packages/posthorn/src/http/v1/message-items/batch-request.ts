/** The document that changes many messages. */
import { withoutOwnKeywords } from '../../../application/changing/kept-keywords.ts';
import type { BatchChange } from '../../../application/changing/message-batches.ts';
import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { MailboxRef } from '../../../domain/mailbox-ref.ts';
import type { MessageFlag } from '../../../domain/message-query.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import { parseMessageId } from '../identifiers/parse-resource-ids.ts';
import {
  type AttributeTable,
  type ReadAttributes,
  readAttributes,
} from '../request-document/attribute-readers.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import {
  readBoolean,
  readKeywords,
  readList,
  type ValueReader,
} from '../request-document/document-values.ts';
import {
  readIdentifier,
  readRelationships,
  requireFolderOf,
} from '../request-document/related-identifier.ts';
import { readNewResource } from '../request-document/resource-document.ts';
import { FOLDER_POINTER } from './update-request.ts';

export interface BatchDocument {
  readonly change: BatchChange;
  /** Undefined when the document names none: a filter has to. */
  readonly messages: readonly ExactMessageRef[] | undefined;
}

type Action = 'update' | 'move' | 'delete';

const TYPE = 'MessageBatch';
const ACTIONS: ReadonlyMap<unknown, Action> = new Map(
  (['update', 'move', 'delete'] as const).map((action) => [action, action]),
);
const FLAGS: readonly MessageFlag[] = ['seen', 'flagged', 'answered', 'draft'];
const readAction: ValueReader<Action> = (value, place) =>
  ACTIONS.get(value) ?? place.refuse(`Must be one of ${[...ACTIONS.keys()].join(', ')}.`);
const READERS = {
  action: readAction,
  seen: readBoolean,
  flagged: readBoolean,
  answered: readBoolean,
  draft: readBoolean,
  addedKeywords: readKeywords,
  removedKeywords: readKeywords,
  skipTrash: readBoolean,
};
const ATTRIBUTES: AttributeTable<typeof READERS> = { readers: READERS, readOnly: [] };
/** The attributes that belong to each action. */
const ATTRIBUTES_OF = {
  update: [...FLAGS, 'addedKeywords', 'removedKeywords'],
  move: [],
  delete: ['skipTrash'],
} as const satisfies Record<Action, readonly string[]>;

/** Throws RequestProblems with all that is wrong with the values, and 404 for a folder that cannot be in the account. */
export function readBatch(body: unknown, folder: MailboxRef): BatchDocument {
  const { attributes, relationships } = readNewResource(body, TYPE);
  const place = new DocumentPlace('/data');
  const { MessageItems: messages, MailFolder } = readRelationships(
    relationships,
    { MessageItems: readMessages(folder), MailFolder: readIdentifier('MailFolder') },
    place.at('relationships'),
  );
  const values = readAttributes(attributes, ATTRIBUTES, place.at('attributes'));
  if (!attributes.has('action')) place.at('attributes').refuse('Must have an "action".');
  const { action = 'update' } = values;
  refuseForeign([...attributes.keys()], action, place.at('attributes'));
  if ((action === 'move') !== relationships.has('MailFolder')) {
    place.at('relationships').refuse('The "MailFolder" is the target of the action "move".');
  }
  const flags = flagsOf(values);
  if (action === 'update' && Object.keys(flags).length === 0) {
    place.at('attributes').refuse('Must say which flags to change.');
  }
  place.finish();
  return { change: toChange({ action, flags, values, target: MailFolder }, folder.account), messages };
}

function readMessages(folder: MailboxRef): ValueReader<readonly ExactMessageRef[]> {
  const readId = readIdentifier('MessageItem');
  return readList((value, place) => {
    const id = readId(value, place);
    if (id === undefined) return undefined;
    const message = parseMessageId(id, folder.account);
    const isHere = message?.mailbox === folder.mailbox;
    return isHere ? message : place.at('id').refuse('Must be the id of a message in this folder.');
  });
}

function refuseForeign(names: readonly string[], action: Action, place: DocumentPlace): void {
  const own: ReadonlySet<string> = new Set(['action', ...ATTRIBUTES_OF[action]]);
  const foreign = names.filter((name) => Object.hasOwn(READERS, name) && !own.has(name));
  for (const name of foreign) place.at(name).refuse(`Does not belong to the action "${action}".`);
}

type Values = ReadAttributes<typeof READERS>;

function flagsOf(values: Values): FlagChange {
  const { addedKeywords, removedKeywords } = values;
  return {
    ...Object.fromEntries(
      FLAGS.flatMap((flag) => (values[flag] === undefined ? [] : [[flag, values[flag]]])),
    ),
    ...(addedKeywords && { addedKeywords: withoutOwnKeywords(addedKeywords) }),
    ...(removedKeywords && { removedKeywords: withoutOwnKeywords(removedKeywords) }),
  };
}

interface ReadBatch {
  readonly action: Action;
  readonly flags: FlagChange;
  readonly values: Values;
  readonly target: string | undefined;
}

function toChange({ action, flags, values, target: id = '' }: ReadBatch, account: MailAccount): BatchChange {
  if (action === 'update') return { kind: 'flags', change: flags };
  if (action === 'delete') return { kind: 'delete', isForGood: values.skipTrash === true };
  const target = requireFolderOf(account, { id, pointer: FOLDER_POINTER });
  return { kind: 'move', target };
}
