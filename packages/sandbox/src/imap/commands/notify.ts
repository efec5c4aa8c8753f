import { tellNews } from '../responses/news.ts';
import { initialItems } from '../responses/other-news.ts';
import { queueStatus } from '../responses/status-response.ts';
import type { EventGroup } from '../session/event-group.ts';
import { MailboxWatch } from '../session/mailbox-watch.ts';
import type { Session } from '../session/session.ts';
import { reject } from '../wire/refusal.ts';
import type { Command } from './command.ts';
import { readEventGroups } from './event-groups.ts';

/** NOTIFY (RFC 5465) replaces earlier requests. */
export const notify: Command = {
  state: 'authenticated',
  capability: 'NOTIFY',
  handle: ({ session, args }) => {
    args.space();
    const form = args.keyword();
    if (form === 'NONE') {
      args.expectEnd();
      watchMailboxes(session, []);
      return { text: 'Notify completed' };
    }
    if (form !== 'SET') throw reject('Expected SET or NONE');
    const wantsStatus = args.tryTake(' STATUS');
    const watch = watchMailboxes(session, readEventGroups(session, args));
    if (wantsStatus) {
      for (const { mailbox, events } of watch.watchedMailboxes()) {
        queueStatus(session, { mailbox, items: initialItems(session, events) });
      }
    }
    return { text: 'Notify completed' };
  },
};

function watchMailboxes(session: Session, groups: readonly EventGroup[]): MailboxWatch {
  const watch = new MailboxWatch({
    tree: session.requireAccount().mailboxes,
    groups,
    selectedMailbox: () => session.view?.mailbox,
    isOwnChange: () => session.isActing,
    onNews: () => session.hasNews(),
  });
  session.watch?.close();
  session.watch = watch;
  session.onNewsBetweenCommands = () => {
    if (!tellsWithinLimit(session)) return overflow(session);
    tellNews(session, { command: 'NOTIFY', mayExpunge: false });
  };
  return watch;
}

function tellsWithinLimit(session: Session): boolean {
  session.newsSinceCommand += 1;
  return session.newsSinceCommand <= session.server.maxNotifications;
}

/** RFC 5465 §5.8. */
function overflow(session: Session): void {
  watchMailboxes(session, []);
  session.untagged('OK [NOTIFICATIONOVERFLOW] Too many notifications');
  session.connection.flush();
}
