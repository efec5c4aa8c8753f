import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { MailError, type MailErrorCode } from '../../../domain/errors/mail-error.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { parseMessageId, splitMessageId } from '../../../resources/identifiers/parse-resource-ids.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { badParameter, singleValueOf } from '../query/query-values.ts';

const NAME = 'filter[threadOf]';
const UNKNOWN: ReadonlySet<MailErrorCode> = new Set(['mailbox-unknown', 'message-unknown', 'message-gone']);

/** `filter[threadOf]` with a message id; a Message-ID makes it an ordinary condition. */
export const threadFilter: QueryReader<ExactMessageRef | undefined> = {
  schemas: {},
  read: ({ request, parameters }) => parseThread(parameters, accountOf(request)),
};

function parseThread(parameters: QueryParameters, account: MailAccount): ExactMessageRef | undefined {
  if (!namesMessage(parameters)) return undefined;
  const message = parseMessageId(singleValueOf(parameters, NAME) ?? '', account);
  if (message === undefined) throw unusableThread();
  return message;
}

/** Removes the parameters of `parseThread`. */
export function withoutThread(parameters: QueryParameters): QueryParameters {
  if (!namesMessage(parameters)) return parameters;
  return new Map([...parameters].filter(([name]) => name !== NAME));
}

/** Attributes a missing message to the filter. */
export function nameThreadFilter(error: unknown, thread: ExactMessageRef | undefined): unknown {
  const isUnknown = error instanceof MailError && UNKNOWN.has(error.code);
  return isUnknown && thread !== undefined ? unusableThread() : error;
}

function namesMessage(parameters: QueryParameters): boolean {
  return parameters.get(NAME)?.some((value) => splitMessageId(value) !== undefined) ?? false;
}

function unusableThread(): Error {
  return badParameter(NAME, 'must be the id of a message of this account that exists, or a Message-ID');
}
