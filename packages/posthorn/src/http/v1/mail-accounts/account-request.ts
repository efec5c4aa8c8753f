import type {
  AccountChange,
  AccountValues,
  NewAccount,
} from '../../../application/connected/account-values.ts';
import type { InboxServer, MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount, StoredOutbox } from '../../../domain/accounts/stored-account.ts';
import { toInboxServer, toOutboxServer } from '../../../domain/accounts/usual-ports.ts';
import { parseAddressSpec } from '../../../domain/values/address-spec.ts';
import { type ReadAttributes, readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readRelationships, withoutEmptyLinkage } from '../request-document/related-identifier.ts';
import type { ChangedResource, RequestedResource } from '../request-document/resource-document.ts';
import { ATTRIBUTES, type WRITTEN } from './account-attributes.ts';

type Written = ReadAttributes<typeof WRITTEN>;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const SERVER_MEMBERS = {
  inbox: ['inbox_port', 'inbox_ssl'],
  outbox: ['outbox_port', 'outbox_secure'],
} as const;

/** Reads a new account. Throws RequestProblems (422). */
export function readNewAccount(resource: RequestedResource): Omit<NewAccount, 'isTried'> {
  const position = new DocumentPosition('/data');
  const attributes = position.at('attributes');
  const { id } = resource;
  if (id !== undefined && !ID.test(id)) {
    position.at('id').refuse('Must have 1 to 64 letters, digits, "-" and "_".');
  }
  const written = readAttributes(resource.attributes, ATTRIBUTES, attributes);
  const { login, outboxLogin = null, subscriptions = [], enabled } = written;
  if (!resource.attributes.has('login')) attributes.at('login').refuse('An account has a login.');
  if (enabled === false) attributes.at('enabled').refuse('A new account is enabled.');
  const address = written.from?.address ?? addressIn(login?.user);
  if (address === undefined && !resource.attributes.has('from')) {
    attributes.at('from').refuse('An account has an address.');
  }
  refuseRelationships(resource, position);
  requireServers(written, attributes);
  position.finish();
  if (login === undefined || address === undefined) throw new Error('The document was refused.');
  const from = written.from ?? { address, name: written.name ?? '' };
  return {
    id: id === undefined ? null : (id as MailAccountId),
    values: {
      ...{ name: written.name ?? address, from, replyTo: written.replyTo ?? from, roots: subscriptions },
      ...serversOf(written),
    },
    ...{ login, outboxLogin },
  };
}

/** Reads a change. Throws RequestProblems (422). */
export function readAccountChange(
  resource: ChangedResource,
): Pick<AccountChange, 'change' | 'login' | 'outboxLogin' | 'isEnabled'> {
  const position = new DocumentPosition('/data');
  const written = readAttributes(resource.attributes, ATTRIBUTES, position.at('attributes'));
  refuseRelationships(resource, position);
  position.finish();
  const { login, outboxLogin, enabled, name, from, replyTo, subscriptions } = written;
  return {
    ...{ login, outboxLogin, isEnabled: enabled },
    change: (account) => ({
      ...(name !== undefined && { name }),
      ...(from !== undefined && { from }),
      ...(replyTo !== undefined && { replyTo }),
      ...(subscriptions !== undefined && { roots: subscriptions }),
      ...changedServers(account, written),
    }),
  };
}

/** They follow the mailbox. */
function refuseRelationships({ relationships }: RequestedResource, position: DocumentPosition): void {
  readRelationships(withoutEmptyLinkage(relationships), {}, position.at('relationships'));
}

function addressIn(user: string | undefined): string | undefined {
  return user !== undefined && parseAddressSpec(user) !== undefined ? user : undefined;
}

/** Ports and encryption need a host, accounts at least one server. */
function requireServers(written: Written, position: DocumentPosition): void {
  for (const server of ['inbox', 'outbox'] as const) {
    if (written[`${server}_address`] !== undefined) continue;
    const other = SERVER_MEMBERS[server].find((name) => (written[name] ?? null) !== null);
    if (other === undefined) continue;
    position.at(`${server}_address`).refuse(`Must be there with ${other}.`);
  }
  if (written.inbox_address === null && (written.outbox_address ?? null) === null) {
    position.at('outbox_address').refuse('An account without an inbox has a sending server.');
  }
}

function serversOf(written: Written): Partial<Pick<AccountValues, 'inbox' | 'outbox'>> {
  const { inbox_address: inbox, outbox_address: outbox } = written;
  return {
    ...(inbox !== undefined && { inbox: inbox === null ? null : toInbox(inbox, written) }),
    ...(outbox !== undefined && { outbox: outbox === null ? null : toOutbox(outbox, written) }),
  };
}

function changedServers(
  account: StoredAccount,
  written: Written,
): Partial<Pick<AccountValues, 'inbox' | 'outbox'>> {
  const { inbox, outbox } = account;
  const inboxHost = written.inbox_address === undefined ? inbox?.host : written.inbox_address;
  const outboxHost = written.outbox_address === undefined ? outbox?.host : written.outbox_address;
  const inboxBefore = inbox && { inbox_port: inbox.port, inbox_ssl: inbox.isTls };
  const outboxBefore = outbox && { outbox_port: outbox.port, outbox_secure: outbox.security };
  return {
    inbox: inboxHost ? toInbox(inboxHost, { ...inboxBefore, ...present(written) }) : null,
    outbox: outboxHost ? toOutbox(outboxHost, { ...outboxBefore, ...present(written) }) : null,
  };
}

/** Drops null members, which belong to missing servers. */
function present(written: Written): Written {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
}

function toInbox(host: string, { inbox_port, inbox_ssl }: Written): InboxServer {
  return toInboxServer({ host, port: inbox_port ?? undefined, isTls: inbox_ssl ?? undefined });
}

function toOutbox(host: string, { outbox_port, outbox_secure: security }: Written): StoredOutbox {
  return toOutboxServer({ host, port: outbox_port ?? undefined, security });
}
