/** Compares a client that follows changes with the mailbox, while another client changes it at random. */
import assert from 'node:assert/strict';
import type { MailChanges } from '../../../src/application/ports/mail/mail-changes.ts';
import type { MailboxRef } from '../../../src/domain/accounts/mailbox-ref.ts';
import { seededRandom, testSeed } from '../../support/seeded-random.ts';
import { type FollowingClient, startFollowing } from './following-client.ts';
import { changeAtRandom, type Mail, type OtherClient } from './other-client.ts';

/** What is compared, and how long. */
export interface ChangesModel {
  readonly changes: MailChanges;
  readonly location: MailboxRef;
  readonly other: OtherClient;
  /** How many changes others make in all. */
  readonly steps: number;
  /** True for a client whose states come from lists, and so remember no uids and no flags. */
  readonly readsLists?: boolean;
}

const MAX_CHANGES_BETWEEN = 8;
/** How often a list is read after a change. */
const LISTED = 0.3;
/** The longest pages. After the state of a list, servers without mod-sequences tell every message. */
const MAX_PAGE = 10;
const MAX_PAGE_AFTER_LISTS = 100;

/** Follows after some changes each, in pages of some size each. Throws AssertionError at the first difference. */
export async function compareWithMailbox(model: ChangesModel): Promise<FollowingClient> {
  const { changes, location, other, steps } = model;
  const random = seededRandom(testSeed());
  await other.deliver(12);
  let mail = await other.look();
  const client = await startFollowing(changes, { location, mail });
  for (let step = 0; step < steps; ) {
    const together = 1 + Math.floor(random() * MAX_CHANGES_BETWEEN);
    for (let number = 0; number < together; number += 1) {
      await changeAtRandom(other, { random, mail });
      mail = await other.look();
      // A client may read a list between two questions, and what it has seen there may be gone at the next one.
      if (random() < LISTED)
        for (const [uid, flags] of mail) if (!client.mail.has(uid)) client.mail.set(uid, flags);
    }
    step += together;
    client.limit = 1 + Math.floor(random() * (model.readsLists ? MAX_PAGE_AFTER_LISTS : MAX_PAGE));
    if (model.readsLists) client.forget();
    await client.follow();
    assert.deepEqual(comparable(client.mail, client), comparable(mail, client), `after ${step} changes`);
  }
  return client;
}

/** All messages in the order of uids, without the flags that the client was told are not compared. */
function comparable(mail: Mail, { unseen }: FollowingClient): readonly (readonly [number, string | null])[] {
  return [...mail].sort(byUid).map(([uid, flags]) => [uid, unseen.has(uid) ? null : flags] as const);
}

function byUid([a]: readonly [number, string], [b]: readonly [number, string]): number {
  return a - b;
}
