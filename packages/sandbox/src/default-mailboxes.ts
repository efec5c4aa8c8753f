import type { Layout } from './mailbox/layout.ts';
import type { MailboxSeed } from './seeds.ts';

/** The usual mailboxes with special uses. */
export function defaultMailboxes(layout: Layout): readonly MailboxSeed[] {
  return [
    { name: `${layout.prefix}Drafts`, specialUse: '\\Drafts' },
    { name: `${layout.prefix}Sent`, specialUse: '\\Sent' },
    { name: `${layout.prefix}Junk`, specialUse: '\\Junk' },
    { name: `${layout.prefix}Trash`, specialUse: '\\Trash' },
    { name: `${layout.prefix}Archive`, specialUse: '\\Archive' },
  ];
}
