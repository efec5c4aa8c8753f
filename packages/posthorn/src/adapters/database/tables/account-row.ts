import { shardOf } from '../../../domain/accounts/account-shard.ts';
import { ACCOUNT_STATES, type AccountProblem, WATCH_MODES } from '../../../domain/accounts/account-status.ts';
import type { InboxServer, MailAccountId } from '../../../domain/accounts/mail-account.ts';
import type { StoredAccount, StoredLogin, StoredOutbox } from '../../../domain/accounts/stored-account.ts';
import type { SealedSecret } from '../../../domain/logins/sealed-secret.ts';
import type { MailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import type { MailAddress } from '../../../domain/values/mail-address.ts';
import type { AccountRow } from '../schema.ts';
import {
  booleanIn,
  type JsonRecord,
  numberIn,
  oneOf,
  readFrom,
  readRecord,
  readTexts,
  textIn,
} from './stored-json.ts';

const MECHANISMS = ['password', 'oauth'] as const;
const SECURITIES = ['ssl', 'tls', 'starttls', 'none'] as const;

function toSortName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** The address, comparable in any case. */
export function toAddressKey(address: string): string {
  return address.toLowerCase();
}

/** An account's row. */
export function toAccountRow(account: StoredAccount): AccountRow {
  const { id, name, from, provider, state, watch, outboxLogin } = account;
  return {
    ...{ id, name, provider, state, epoch: account.epoch },
    sort_name: toSortName(name),
    address: toAddressKey(from.address),
    from_address: JSON.stringify(from),
    reply_to: JSON.stringify(account.replyTo),
    inbox: toJson(account.inbox),
    outbox: toJson(account.outbox),
    roots: JSON.stringify(account.roots),
    login: withoutSecret(account.login),
    login_password: passwordOf(account.login),
    outbox_login: outboxLogin && withoutSecret(outboxLogin),
    outbox_password: outboxLogin && passwordOf(outboxLogin),
    state_since: account.stateSince,
    problem: toJson(account.problem),
    watch_mode: watch.mode,
    last_proof_at: watch.lastProofAt,
    created_at: account.createdAt,
    shard: shardOf(id),
  };
}

/** Throws StoreRefusedError for a malformed row. */
export function toAccount(row: AccountRow): StoredAccount {
  return readFrom('accounts', () => readAccount(row));
}

function readAccount(row: AccountRow): StoredAccount {
  return {
    id: row.id as MailAccountId,
    name: row.name,
    from: readAddress(row.from_address),
    replyTo: readAddress(row.reply_to),
    inbox: row.inbox === null ? null : readInbox(readRecord(row.inbox)),
    outbox: row.outbox === null ? null : readOutbox(readRecord(row.outbox)),
    roots: readTexts(row.roots) as readonly MailboxName[],
    login: readLogin(row.login, row.login_password),
    outboxLogin: row.outbox_login === null ? null : readLogin(row.outbox_login, row.outbox_password),
    provider: row.provider,
    state: oneOf(ACCOUNT_STATES, row.state),
    stateSince: row.state_since,
    problem: readProblem(row.problem),
    watch: { mode: oneOf(WATCH_MODES, row.watch_mode), lastProofAt: row.last_proof_at },
    createdAt: row.created_at,
    epoch: row.epoch,
  };
}

/** Null for none. */
export function readProblem(text: string | null): AccountProblem | null {
  if (text === null) return null;
  const record = readRecord(text);
  return { code: textIn(record, 'code'), detail: textIn(record, 'detail') };
}

/** JSON or null. */
export function toJson(value: object | null): string | null {
  return value && JSON.stringify(value);
}

function withoutSecret(login: StoredLogin): string {
  const { mechanism, user } = login;
  return JSON.stringify(
    login.mechanism === 'oauth' ? { mechanism, user, provider: login.provider } : { mechanism, user },
  );
}

function passwordOf(login: StoredLogin): SealedSecret | null {
  return login.mechanism === 'password' && login.password !== '' ? login.password : null;
}

function readLogin(text: string, password: string | null): StoredLogin {
  const record = readRecord(text);
  const user = textIn(record, 'user');
  return oneOf(MECHANISMS, textIn(record, 'mechanism')) === 'oauth'
    ? { mechanism: 'oauth', user, provider: textIn(record, 'provider') }
    : { mechanism: 'password', user, password: (password ?? '') as SealedSecret };
}

function readAddress(text: string): MailAddress {
  const record = readRecord(text);
  return { address: textIn(record, 'address'), name: textIn(record, 'name') };
}

function readInbox(record: JsonRecord): InboxServer {
  const { host, port } = readEndpoint(record);
  return { type: 'IMAP', host, port, isTls: booleanIn(record, 'isTls') };
}

function readOutbox(record: JsonRecord): StoredOutbox {
  return { ...readEndpoint(record), security: oneOf(SECURITIES, textIn(record, 'security')) };
}

function readEndpoint(record: JsonRecord): { readonly host: string; readonly port: number } {
  return { host: textIn(record, 'host'), port: numberIn(record, 'port') };
}
