/** `filter[id]`: messages by their ids, for clients that read many at once. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import type { ExactMessageRef } from '../../../domain/message-ref.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import { parseMessageId } from '../identifiers/parse-resource-ids.ts';
import { badParameter } from '../query/query-values.ts';

/** The name; some clients write a list as a parameter with empty brackets, which they repeat. */
const NAMES = ['filter[id]', 'filter[id][]'];
/** As many as a page has rows. */
const MAX_IDS = 200;

/** The messages, each once; undefined without the filter. Throws RequestProblems for what is no id of the account. */
export function parseIds(
  parameters: QueryParameters,
  account: MailAccount,
): readonly ExactMessageRef[] | undefined {
  const name = NAMES.find((each) => parameters.has(each));
  if (name === undefined) return undefined;
  const ids = new Set(NAMES.flatMap((each) => parameters.get(each) ?? []).flatMap((text) => text.split(',')));
  if (ids.size > MAX_IDS) throw badParameter(name, `must not have more than ${MAX_IDS} ids`);
  return [...ids].map((id) => {
    const message = parseMessageId(id, account);
    if (message !== undefined) return message;
    throw badParameter(name, 'must have ids of messages of this account, with commas between them');
  });
}

/** The parameters without the filter that `parseIds` reads. */
export function withoutIds(parameters: QueryParameters): QueryParameters {
  return new Map([...parameters].filter(([name]) => !NAMES.includes(name)));
}
