import type { MessageFate } from '../../../application/ports/state/message-fates.ts';
import type { SendingWarning, SentMessage } from '../../../application/ports/state/sent-message.ts';
import type { RejectedRecipient } from '../../../domain/errors/rejected-recipient.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import {
  type JsonRecord,
  numberIn,
  oneOf,
  readRecord,
  recordIn,
  recordsIn,
  textIn,
  textsIn,
} from './stored-json.ts';

const KINDS = ['replaced', 'uncertain', 'sent'] as const satisfies readonly MessageFate['kind'][];
const WARNINGS: readonly SendingWarning[] = ['not-marked', 'not-answered', 'not-filed', 'copy-not-found'];

/** Reads a fate, for `readFrom`. */
export function readFate(text: string): MessageFate {
  const record = readRecord(text);
  const kind = oneOf(KINDS, textIn(record, 'kind'));
  return kind === 'sent' ? { kind, sent: readSent(recordIn(record, 'sent')) } : { kind };
}

function readSent(record: JsonRecord): SentMessage {
  return {
    submission: isNull(record, 'submission') ? null : readSubmission(recordIn(record, 'submission')),
    filed: isNull(record, 'filed') ? null : readFiled(recordIn(record, 'filed')),
    warnings: textsIn(record, 'warnings').map((warning) => oneOf(WARNINGS, warning)),
  };
}

function readSubmission(record: JsonRecord): SentMessage['submission'] {
  return { accepted: textsIn(record, 'accepted'), rejected: recordsIn(record, 'rejected').map(readRejected) };
}

function readRejected(record: JsonRecord): RejectedRecipient {
  return {
    address: textIn(record, 'address'),
    replyCode: numberIn(record, 'replyCode'),
    enhancedCode: isNull(record, 'enhancedCode') ? null : textIn(record, 'enhancedCode'),
  };
}

function readFiled(record: JsonRecord): SentMessage['filed'] {
  return {
    mailbox: textIn(record, 'mailbox') as MailboxName,
    uid: numberIn(record, 'uid') as Uid,
    uidValidity: numberIn(record, 'uidValidity'),
  };
}

function isNull(record: JsonRecord, name: string): boolean {
  return Object.hasOwn(record, name) && record[name] === null;
}
