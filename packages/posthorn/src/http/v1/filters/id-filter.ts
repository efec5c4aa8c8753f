import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { parseMessageId } from '../../../resources/identifiers/parse-resource-ids.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { QueryParameters } from '../../request/url/query-parameters.ts';
import type { QueryReader } from '../query/query-reader.ts';
import { badParameter } from '../query/query-values.ts';

/** Some clients write lists with brackets. */
const NAMES = ['filter[id]', 'filter[id][]'];
const MAX_IDS = 200;

export const idFilter: QueryReader<readonly ExactMessageRef[] | undefined> = {
  schemas: {
    'filter[id]': {
      type: 'string',
      description:
        'Ids of messages, at most 200, with commas between them; the order is that of `sort`. Ids of messages that do not exist are passed over.',
      examples: ['demo.INBOX.1700000001.10'],
    },
  },
  names: ['filter[]'],
  read: ({ request, parameters }) => parseIds(parameters, accountOf(request)),
};

function parseIds(parameters: QueryParameters, account: MailAccount): readonly ExactMessageRef[] | undefined {
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

/** Removes the parameters of `parseIds`. */
export function withoutIds(parameters: QueryParameters): QueryParameters {
  return new Map([...parameters].filter(([name]) => !NAMES.includes(name)));
}
