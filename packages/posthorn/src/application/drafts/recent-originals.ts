/** Remembers which messages a client has just opened to write another one from them. */
import { mailUserKey } from '../../domain/login-key.ts';
import type { MailAccount } from '../../domain/mail-account.ts';
import type { MailboxName } from '../../domain/mailbox-name.ts';
import type { ExactMessageRef } from '../../domain/message-ref.ts';
import type { Uid } from '../../domain/uid.ts';
import { BoundedMap } from '../bounded-map.ts';

/** A user writes fewer messages at once. */
const MAX_ORIGINALS = 10;
/** Accounts that are remembered; one takes some kilobytes at most. */
const MAX_ACCOUNTS = 1_000;
/** A long letter is written in less. */
const MAX_AGE_MS = 4 * 60 * 60 * 1000;
/** Enough to recognise a message by. */
const MAX_SUBJECT_CHARACTERS = 500;

/** A message that a client has opened to answer, forward or go on writing it. */
export interface RecentOriginal {
  readonly message: ExactMessageRef;
  /** Its beginning. */
  readonly subject: string;
}

/**
 * Which messages were opened, for each account of each user. Keeps neither logins nor texts. An installation of several processes may
 * replace it by one that they share.
 */
export interface RecentOriginals {
  remember(original: RecentOriginal): Promise<void>;

  /** The newest first. Only callers whose login is proved may ask. */
  list(account: MailAccount): Promise<readonly RecentOriginal[]>;
}

interface Entry {
  readonly mailbox: MailboxName;
  readonly uid: Uid;
  readonly uidValidity: number;
  readonly subject: string;
  readonly readAt: number;
}

/** Creates an empty memory: the last ten messages of each account, for four hours, in this process. */
export function createRecentOriginals({ clock }: { readonly clock: () => number }): RecentOriginals {
  const entries = new BoundedMap<string, readonly Entry[]>(MAX_ACCOUNTS);

  const fresh = (key: string): readonly Entry[] =>
    (entries.get(key) ?? []).filter(({ readAt }) => clock() - readAt < MAX_AGE_MS);

  return {
    async remember({ message: { account, mailbox, uid, uidValidity }, subject }) {
      const key = keyOf(account);
      const shortSubject = subject.slice(0, MAX_SUBJECT_CHARACTERS);
      const entry = { mailbox, uid, uidValidity, subject: shortSubject, readAt: clock() };
      const others = fresh(key).filter((known) => known.mailbox !== mailbox || known.uid !== uid);
      entries.set(key, [entry, ...others].slice(0, MAX_ORIGINALS));
    },

    async list(account) {
      return fresh(keyOf(account)).map(({ mailbox, uid, uidValidity, subject }) => ({
        message: { account, mailbox, uid, uidValidity },
        subject,
      }));
    },
  };
}

/** The id, too: a client may give several ids to one mailbox, and means different accounts by them. */
function keyOf(account: MailAccount): string {
  return JSON.stringify([account.id, mailUserKey(account)]);
}
