import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount } from '../../../domain/accounts/stored-account.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { toShownAccount } from '../../../resources/shown-account.ts';
import { pathParameter } from '../../request/url/path-parameters.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { versionState } from '../json-api/row-version.ts';

/** The path's account. */
export function accountIdIn({ request }: Exchange): MailAccountId {
  return pathParameter(request, 'mailAccountId') as MailAccountId;
}

/** Presents a connected account with its version. */
export function showConnected(exchange: Exchange, account: StoredAccount): DocumentAnswer {
  return {
    kind: 'document',
    document: { data: presentMailAccount(toShownAccount(account), exchange) },
    state: versionState(account),
  };
}
