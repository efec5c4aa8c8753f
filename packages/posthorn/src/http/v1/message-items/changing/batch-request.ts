import { withoutOwnKeywords } from '../../../../application/changing/kept-keywords.ts';
import type { BatchChange } from '../../../../application/changing/message-batches.ts';
import type { FlagChange } from '../../../../application/ports/mail/mail-writer.ts';
import type { MailAccount } from '../../../../domain/accounts/mail-account.ts';
import type { MailboxRef } from '../../../../domain/accounts/mailbox-ref.ts';
import type { MessageFlag } from '../../../../domain/messages/message-query.ts';
import type { ExactMessageRef } from '../../../../domain/messages/message-ref.ts';
import { BOOLEAN, TEXT } from '../../../../resources/attributes/schemas.ts';
import { parseMessageId } from '../../../../resources/identifiers/parse-resource-ids.ts';
import {
  type AttributeTable,
  type ReadAttributes,
  readAttributes,
} from '../../request-document/attribute-readers.ts';
import { DocumentPosition } from '../../request-document/document-position.ts';
import {
  readBoolean,
  readKeywords,
  readList,
  type ValueReader,
} from '../../request-document/document-values.ts';
import {
  readIdentifier,
  readRelationships,
  requireFolderOf,
} from '../../request-document/related-identifier.ts';
import { readNewResource } from '../../request-document/resource-document.ts';
import { FOLDER_POINTER } from './update-request.ts';

/** A change of many messages. */
export interface BatchDocument {
  readonly change: BatchChange;
  /** Undefined if a filter selects them. */
  readonly messages: readonly ExactMessageRef[] | undefined;
}

type Action = 'update' | 'move' | 'delete';

const TYPE = 'MessageBatch';
const ACTIONS: ReadonlyMap<unknown, Action> = new Map(
  (['update', 'move', 'delete'] as const).map((action) => [action, action]),
);
const FLAGS: readonly MessageFlag[] = ['seen', 'flagged', 'answered', 'draft'];
const readAction: ValueReader<Action> = (value, position) =>
  ACTIONS.get(value) ?? position.refuse(`Must be one of ${[...ACTIONS.keys()].join(', ')}.`);
const FLAG = { schema: BOOLEAN, read: readBoolean };
const KEYWORDS = { schema: { type: 'array', items: TEXT }, read: readKeywords };
export const batchAttributes = {
  action: { schema: { type: 'string', enum: [...ACTIONS.keys()] }, read: readAction },
  seen: FLAG,
  flagged: FLAG,
  answered: FLAG,
  draft: FLAG,
  addedKeywords: KEYWORDS,
  removedKeywords: KEYWORDS,
  skipTrash: {
    schema: { type: 'boolean', description: 'With `delete`: for good.' },
    read: readBoolean,
  },
};
const ATTRIBUTES: AttributeTable<typeof batchAttributes> = { written: batchAttributes, readOnly: [] };
const ATTRIBUTES_OF = {
  update: [...FLAGS, 'addedKeywords', 'removedKeywords'],
  move: [],
  delete: ['skipTrash'],
} as const satisfies Record<Action, readonly string[]>;

/** Reads a batch. Throws RequestProblems for all invalid values, or 404 for a folder outside the account. */
export function readBatch(body: unknown, folder: MailboxRef): BatchDocument {
  const { attributes, relationships } = readNewResource(body, TYPE);
  const position = new DocumentPosition('/data');
  const { MessageItems: messages, MailFolder } = readRelationships(
    relationships,
    { MessageItems: readMessages(folder), MailFolder: readIdentifier('MailFolder') },
    position.at('relationships'),
  );
  const values = readAttributes(attributes, ATTRIBUTES, position.at('attributes'));
  if (!attributes.has('action')) position.at('attributes').refuse('Must have an "action".');
  const { action = 'update' } = values;
  refuseForeign([...attributes.keys()], action, position.at('attributes'));
  if ((action === 'move') !== relationships.has('MailFolder')) {
    position.at('relationships').refuse('The "MailFolder" is the target of the action "move".');
  }
  const flags = flagsOf(values);
  if (action === 'update' && Object.keys(flags).length === 0) {
    position.at('attributes').refuse('Must say which flags to change.');
  }
  position.finish();
  return { change: toChange({ action, flags, values, target: MailFolder }, folder.account), messages };
}

function readMessages(folder: MailboxRef): ValueReader<readonly ExactMessageRef[]> {
  const readId = readIdentifier('MessageItem');
  return readList((value, position) => {
    const id = readId(value, position);
    if (id === undefined) return undefined;
    const message = parseMessageId(id, folder.account);
    const isHere = message?.mailbox === folder.mailbox;
    return isHere ? message : position.at('id').refuse('Must be the id of a message in this folder.');
  });
}

function refuseForeign(names: readonly string[], action: Action, position: DocumentPosition): void {
  const own: ReadonlySet<string> = new Set(['action', ...ATTRIBUTES_OF[action]]);
  const foreign = names.filter((name) => Object.hasOwn(batchAttributes, name) && !own.has(name));
  for (const name of foreign) position.at(name).refuse(`Does not belong to the action "${action}".`);
}

type Values = ReadAttributes<typeof batchAttributes>;

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
