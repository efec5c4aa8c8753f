import { wireMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import { wireString } from '../wire/wire-text.ts';

/** A created, deleted or renamed name. */
export interface ChangedName {
  readonly name: string;
  readonly oldName: string | undefined;
}

/** LIST, also for missing names. */
export function queueListName(session: Session, { name, oldName }: ChangedName): void {
  const tree = session.requireAccount().mailboxes;
  const known = tree.names().find((entry) => entry.name === name);
  const isSubscribed = tree.subscriptions.has(name);
  const entry = known ?? { name, mailbox: undefined, hasChildren: false, isSubscribed };
  const attributes = [
    ...(entry.mailbox === undefined ? ['\\NonExistent'] : []),
    ...(isSubscribed ? ['\\Subscribed'] : []),
    entry.hasChildren ? '\\HasChildren' : '\\HasNoChildren',
  ];
  const quoted = (text: string) => wireMailboxName(session, text);
  const old = oldName === undefined ? '' : ` ("OLDNAME" (${quoted(oldName)}))`;
  session.untagged(
    `LIST (${attributes.join(' ')}) ${wireString(tree.layout.delimiter)} ${quoted(name)}${old}`,
  );
}
