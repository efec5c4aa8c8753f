import type { ConnectedAccounts } from '../../../application/connected/connected-accounts.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { fieldSelection } from '../../../resources/field-selection.ts';
import { mailAccountResourceId } from '../../../resources/identifiers/resource-ids.ts';
import type { FieldOf } from '../../../resources/identifiers/resource-types.ts';
import { presentMailAccount } from '../../../resources/present-mail-account.ts';
import { toShownAccount } from '../../../resources/shown-account.ts';
import { refuseBoundKey } from '../../request/login/accounts-of-key.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { requireNoTag } from '../json-api/preconditions.ts';
import { expectedVersions } from '../json-api/row-version.ts';
import { MAIL_ACCOUNT_PATH, MAIL_ACCOUNTS_PATH } from '../paths.ts';
import { NO_PARAMETERS, together } from '../query/query-reader.ts';
import { showing } from '../query/shown-resources.ts';
import {
  type ChangedResource,
  readChangedResource,
  readNamedResource,
  requireId,
} from '../request-document/resource-document.ts';
import { withoutUnchanged } from '../request-document/unchanged-members.ts';
import { WRITTEN } from './account-attributes.ts';
import { asAccountRefusal } from './account-refusal.ts';
import { readAccountChange, readNewAccount } from './account-request.ts';
import {
  connectMailAccountOperation,
  removeMailAccountOperation,
  updateMailAccountOperation,
} from './connected-operations.ts';
import { accountIdIn, showConnected } from './show-connected.ts';
import { verifyParameter } from './verify-parameter.ts';

const TYPE = 'MailAccount';
const QUERY = together({ isTried: verifyParameter, shown: showing(TYPE) });

/** Routes that change connected accounts. */
export function connectedAccountRoutes(accounts: ConnectedAccounts): readonly ApiRoute[] {
  return [connectMailAccount(accounts), updateMailAccount(accounts), removeMailAccount(accounts)];
}

function connectMailAccount(accounts: ConnectedAccounts): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: MAIL_ACCOUNTS_PATH,
    operation: connectMailAccountOperation,
    access: { login: 'all-accounts', scope: 'accounts' },
    primaryType: TYPE,
    query: QUERY,
    async handler(exchange, { isTried }) {
      refuseBoundKey(exchange.request);
      const requested = readNewAccount(readNamedResource(exchange.request.body, TYPE));
      requireNoTag(exchange);
      const account = { ...requested, isTried, isLimited: true };
      const created = await asAccountRefusal(accounts.create(account, exchange.signal));
      const self = exchange.urls.mailAccount(created.id);
      const answer = showConnected(exchange, created);
      return { ...answer, status: 201, location: self, self: exchange.linkTo(self) };
    },
  });
}

function updateMailAccount(accounts: ConnectedAccounts): ApiRoute {
  return writingRoute({
    method: 'PATCH',
    path: MAIL_ACCOUNT_PATH,
    operation: updateMailAccountOperation,
    access: { login: 'stored-account', scope: 'accounts' },
    primaryType: TYPE,
    query: QUERY,
    async handler(exchange, { isTried }) {
      const id = accountIdIn(exchange);
      const resource = readChangedResource(exchange.request.body, TYPE);
      requireId(resource, mailAccountResourceId(id));
      const requested = await readRequestedChange(accounts, { exchange, resource, id });
      const change = {
        ...readAccountChange(requested),
        ...{ id, isTried, isLimited: true, expected: expectedVersions(exchange) },
      };
      return showConnected(exchange, await asAccountRefusal(accounts.change(change, exchange.signal)));
    },
  });
}

function removeMailAccount(accounts: ConnectedAccounts): ApiRoute {
  return writingRoute({
    method: 'DELETE',
    path: MAIL_ACCOUNT_PATH,
    operation: removeMailAccountOperation,
    access: { login: 'stored-account', scope: 'accounts' },
    primaryType: TYPE,
    query: NO_PARAMETERS,
    async handler(exchange) {
      await accounts.remove({ id: accountIdIn(exchange), expected: expectedVersions(exchange) });
      return { kind: 'no-content' };
    },
  });
}

interface RequestedChange {
  readonly exchange: Exchange;
  readonly resource: ChangedResource;
  readonly id: MailAccountId;
}

/** Removes unchanged read-only members: clients may send the whole resource. */
async function readRequestedChange(
  accounts: ConnectedAccounts,
  { exchange, resource, id }: RequestedChange,
): Promise<ChangedResource> {
  const account = toShownAccount(await accounts.get(id));
  const readOnly = [...resource.attributes.keys()].filter((name) => !Object.hasOwn(WRITTEN, name));
  const names = [...readOnly, ...resource.relationships.keys()];
  const mask = fieldSelection.maskOf(TYPE, {
    client: undefined,
    names: names as readonly FieldOf<'MailAccount'>[],
  });
  const fields = { ...exchange.fields, MailAccount: mask };
  return withoutUnchanged(resource, presentMailAccount(account, { fields, urls: exchange.urls }));
}
