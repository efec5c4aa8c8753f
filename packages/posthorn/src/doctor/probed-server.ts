import type { InboxServer, OutboxServer } from '../domain/accounts/mail-account.ts';
import type { Conversation } from './conversation.ts';
import { imapConversation } from './imap-conversation.ts';
import { smtpConversation } from './smtp-conversation.ts';

export type ProbedSecurity = 'implicit-tls' | 'starttls' | 'starttls-if-offered';

/** A server to check. */
export interface ProbedServer {
  readonly kind: 'IMAP' | 'SMTP';
  readonly host: string;
  readonly port: number;
  readonly security: ProbedSecurity;
  readonly conversation: Conversation;
  /** Entry keys to correct. */
  readonly entryKeys: {
    readonly address: string;
    readonly port: string;
    readonly toImplicitTls: string;
    readonly toStartTls: string;
  };
}

/** An entry's receiving server. */
export function probedInbox({ host, port, isTls }: InboxServer): ProbedServer {
  return {
    ...{ kind: 'IMAP', host, port },
    security: isTls ? 'implicit-tls' : 'starttls-if-offered',
    conversation: imapConversation,
    entryKeys: {
      address: 'inbox_address',
      port: 'inbox_port',
      toImplicitTls: 'inbox_ssl: true, which mostly goes with inbox_port: 993',
      toStartTls: 'inbox_ssl: false, which mostly goes with inbox_port: 143',
    },
  };
}

const OUTBOX_SECURITIES = {
  ssl: 'implicit-tls',
  tls: 'starttls',
  starttls: 'starttls',
  none: 'starttls-if-offered',
} as const satisfies Record<OutboxServer['security'], ProbedSecurity>;

/** An entry's sending server. */
export function probedOutbox({
  host,
  port,
  security,
}: Pick<OutboxServer, 'host' | 'port' | 'security'>): ProbedServer {
  return {
    ...{ kind: 'SMTP', host, port },
    security: OUTBOX_SECURITIES[security],
    conversation: smtpConversation,
    entryKeys: {
      address: 'outbox_address',
      port: 'outbox_port',
      toImplicitTls: "outbox_secure: 'ssl', which mostly goes with outbox_port: 465",
      toStartTls: "outbox_secure: 'starttls', which mostly goes with outbox_port: 587",
    },
  };
}
