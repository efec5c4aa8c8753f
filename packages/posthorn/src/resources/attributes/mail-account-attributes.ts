import { ACCOUNT_STATES, WATCH_MODES } from '../../domain/accounts/account-status.ts';
import { toInstant } from '../iso-date.ts';
import type { ShownAccount } from '../shown-account.ts';
import { type Attribute, optional, type Schema, shown } from './attribute.ts';
import { ADDRESS, BOOLEAN, INSTANT, INSTANT_OR_NULL, TEXT, TEXT_OR_NULL } from './schemas.ts';

const PORT: Schema = { type: 'integer', minimum: 1, maximum: 65_535 };

const PROBLEM: Schema = {
  type: ['object', 'null'],
  required: ['code', 'detail'],
  description: 'Why the account cannot be used; null when it can.',
  properties: { code: TEXT, detail: TEXT },
};
const WATCH: Schema = {
  type: 'object',
  required: ['mode', 'lastProofAt'],
  description: 'How changes of the mailbox are noticed.',
  properties: { mode: { type: 'string', enum: WATCH_MODES }, lastProofAt: INSTANT_OR_NULL },
};

/** Without passwords. Null: no sending server. */
export const mailAccountAttributes = {
  name: shown(TEXT, ({ account }) => account.name),
  from: shown(ADDRESS, ({ account }) => account.from),
  replyTo: shown(ADDRESS, ({ account }) => account.replyTo),
  inbox_type: shown(
    { type: ['string', 'null'], enum: ['IMAP', null] },
    ({ account }) => account.inbox?.type ?? null,
  ),
  inbox_address: shown(
    {
      ...TEXT_OR_NULL,
      description: 'The host name of the receiving server; null for a connected account that only sends.',
    },
    ({ account }) => account.inbox?.host ?? null,
  ),
  inbox_port: shown({ ...PORT, type: ['integer', 'null'] }, ({ account }) => account.inbox?.port ?? null),
  inbox_ssl: shown(
    { type: ['boolean', 'null'], description: 'True: TLS from the first octet on. False: STARTTLS.' },
    ({ account }) => account.inbox?.isTls ?? null,
  ),
  outbox_address: shown(
    { ...TEXT_OR_NULL, description: 'The host name of the sending server.' },
    ({ account }) => account.outbox?.host ?? null,
  ),
  outbox_port: shown({ ...PORT, type: ['integer', 'null'] }, ({ account }) => account.outbox?.port ?? null),
  outbox_secure: shown(
    { enum: ['ssl', 'tls', 'starttls', null], type: ['string', 'null'] },
    ({ account: { outbox } }) =>
      outbox === undefined || outbox.security === 'none' ? null : outbox.security,
  ),
  subscriptions: shown(
    {
      type: 'array',
      items: TEXT,
      description: 'The folders that the list of folders starts at; all when empty.',
    },
    ({ account }) => account.roots,
  ),
  state: shown(
    {
      type: 'string',
      enum: ACCOUNT_STATES,
      description:
        'Of connected accounts, as are the next ones. Mail is read and sent in `ok` and `connecting`.',
    },
    ({ account }) => account.status?.state,
  ),
  stateSince: shown(INSTANT, ({ account: { status } }) => status && toInstant(status.stateSince)),
  problem: shown(PROBLEM, ({ account }) => account.status?.problem),
  provider: shown(
    { ...TEXT_OR_NULL, description: 'The id of the OAuth provider; null for a password.' },
    ({ account }) => account.status?.provider,
  ),
  watch: shown(
    WATCH,
    ({ account: { status } }) =>
      status && { mode: status.watch.mode, lastProofAt: toInstant(status.watch.lastProofAt) },
  ),
  enabled: shown(
    { ...BOOLEAN, description: 'False: nobody signs in to the account.' },
    ({ account: { status } }) => status && status.state !== 'disabled',
  ),
  createdAt: shown(INSTANT, ({ account: { status } }) => status && toInstant(status.createdAt)),
  inbox_user: optional(TEXT, ({ account }) => account.login.user),
  outbox_user: optional(TEXT_OR_NULL, ({ account }) => account.outbox?.login.user ?? null),
} as const satisfies Readonly<Record<string, Attribute<{ readonly account: ShownAccount }>>>;
