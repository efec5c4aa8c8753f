import type { FlagChange } from '../../../application/ports/mail/mail-writer.ts';
import { MailError } from '../../../domain/errors/mail-error.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import {
  type Attributes,
  invalidAttribute,
  readBoolean,
  requireAttributes,
} from '../request/request-attributes.ts';

/** Requested flags and target folder. */
export interface MessageItemChange {
  readonly flags: FlagChange;
  readonly target?: MailboxName;
}

/** Without \Answered, set by answering. */
const FLAGS = ['seen', 'flagged', 'draft'] as const;

/**
 * Reads `{ data: { attributes: { seen, flagged, draft, mailFolderId } } }`. Throws `invalid-document` for wrong
 * types, an empty change, and a move to the current folder; `mailbox-unknown` for an impossible folder.
 */
export function readMessageItemChange(body: unknown, source: MailboxName): MessageItemChange {
  const attributes = requireAttributes(body);
  const flags = Object.fromEntries(
    FLAGS.map((flag) => [flag, readBoolean(attributes, flag)] as const).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const target = readTarget(attributes, source);
  if (target === undefined && Object.keys(flags).length === 0) throw invalid('Invalid request payload.');
  return { flags, ...(target !== undefined && { target }) };
}

function readTarget({ mailFolderId }: Attributes, source: MailboxName): MailboxName | undefined {
  if (mailFolderId === undefined || mailFolderId === null) return undefined;
  if (typeof mailFolderId !== 'string') throw invalidAttribute('mailFolderId', 'must be a string');
  const target = parseMailboxName(mailFolderId);
  if (target === undefined) {
    throw new MailError('mailbox-unknown', { detail: 'The account has no such mail folder.' });
  }
  if (target === source) throw invalid('Cannot move message since it already belongs to this folder.');
  return target;
}

function invalid(detail: string): MailError {
  return new MailError('invalid-document', { detail });
}
