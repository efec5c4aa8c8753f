/** The LIST response that tells a change of names (RFC 5465 §5.4). */
import { wireMailboxName } from '../session/mailbox-name.ts';
import type { Session } from '../session/session.ts';
import { wireString } from '../wire/wire-text.ts';

/** A name whose change a client is notified of. */
export interface ChangedName {
  readonly name: string;
  /** Undefined unless the mailbox was renamed. */
  readonly oldName: string | undefined;
}

/** Queues LIST with all attributes of the name, whether it still exists or not (RFC 5465 §5.4). */
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
