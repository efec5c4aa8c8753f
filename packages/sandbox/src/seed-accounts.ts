import { type Account, Accounts } from './accounts/accounts.ts';
import { LabelStore } from './mailbox/label-mailbox.ts';
import type { Layout } from './mailbox/layout.ts';
import type { Mailbox, NewMessage } from './mailbox/mailbox.ts';
import { MailboxTree } from './mailbox/mailbox-tree.ts';
import { MessageContent } from './message/message-content.ts';
import type { MailboxSeed, MessageSeed, UserSeed } from './seeds.ts';

/** Users, layout and defaults. */
export interface SeedOptions {
  readonly users: readonly UserSeed[];
  readonly layout: Layout;
  readonly clock: () => Date;
  readonly nextUidValidity: () => number;
  readonly keepsKeywords: boolean;
  readonly maxExpungedUids: number;
  readonly mailboxes: readonly MailboxSeed[];
  readonly hasLabels: boolean;
}

/** Throws MailboxError for a name outside the layout. */
export function seedAccounts(options: SeedOptions): Accounts {
  return new Accounts(options.users.map((user) => seedAccount(user, options)));
}

function seedAccount(user: UserSeed, options: SeedOptions): Account {
  const { clock, hasLabels } = options;
  const labels = hasLabels ? new LabelStore() : undefined;
  const makeMailbox = labels?.create.bind(labels);
  const mailboxes = new MailboxTree({ ...options, makeMailbox });
  const now = clock();
  for (const seed of user.mailboxes ?? options.mailboxes) {
    seedMailbox(mailboxes, seed).append((seed.messages ?? []).map((message) => toNewMessage(message, now)));
  }
  const { name, password, state = 'open' } = user;
  return {
    name,
    password,
    tokens: new Map(Object.entries(user.tokens ?? {})),
    delegates: new Set(user.delegates),
    state,
    mailboxes,
  };
}

function seedMailbox(mailboxes: MailboxTree, seed: MailboxSeed): Mailbox {
  const mailbox = mailboxes.get(seed.name) ?? mailboxes.create(seed.name, seed.specialUse);
  if (seed.isSubscribed ?? true) mailboxes.subscribe(mailbox.name);
  return mailbox;
}

function toNewMessage({ raw, flags = [], internalDate }: MessageSeed, now: Date): NewMessage {
  return { content: new MessageContent(Buffer.from(raw)), flags, internalDate: internalDate ?? now };
}
