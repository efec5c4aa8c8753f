/** Compares the events of an account with what its mailboxes were and are. */
import assert from 'node:assert/strict';
import type { MailEvent } from '../../../src/domain/events/mail-event.ts';
import type { LookedAccount } from './changing-client.ts';

/** Folders that were renamed or made anew, by the name that each had first. `ChangingClient` is one. */
export interface ChangedFolders {
  firstName(name: string): string;
  readonly remade: ReadonlySet<string>;
}

/** The account at the first look, and what happened to it. */
export interface TruthOptions {
  /** `mailbox uid` of messages whose flags were stored; null where flags of others change with them. */
  readonly stored: ReadonlySet<string> | null;
  readonly first: LookedAccount;
  readonly folders?: ChangedFolders;
}

interface Truth extends Required<TruthOptions> {
  /** By the first name of each mailbox. */
  readonly now: LookedAccount;
  /** First names of folders that left the account, or were reset, by their events. */
  readonly left: ReadonlySet<string>;
}

interface Life {
  /** Was there before the first event. */
  isOld: boolean;
  readonly events: MailEvent[];
}

const UNCHANGED: ChangedFolders = { firstName: (name) => name, remade: new Set() };

/** Throws AssertionError where the events are not those that lead from the first look to the last. */
export function assertTruth(
  events: readonly MailEvent[],
  { first, stored, folders = UNCHANGED, now: looked }: TruthOptions & { readonly now: LookedAccount },
): void {
  const ids = events.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'an id twice');
  assertFolders(events, { first, now: looked });
  const now = new Map([...looked].map(([name, mailbox]) => [folders.firstName(name), mailbox]));
  const gone = events.filter(({ kind }) => kind === 'folder.removed' || kind === 'folder.reset');
  const left = new Set(gone.map(({ mailbox }) => folders.firstName(String(mailbox))));
  const lives = new Map<string, Life>();
  const lifeOf = (mailbox: string, uidValidity: number, uid: number): Life => {
    const key = `${folders.firstName(mailbox)} ${uidValidity} ${uid}`;
    const life = lives.get(key) ?? { isOld: false, events: [] };
    lives.set(key, life);
    return life;
  };
  for (const [name, { uidValidity, mail }] of first)
    for (const uid of mail.keys()) lifeOf(name, uidValidity, uid).isOld = true;
  for (const event of events) {
    if (event.message === null) continue;
    const { mailbox, uidValidity, uid } = event.message;
    lifeOf(mailbox, uidValidity, uid).events.push(event);
  }
  for (const [name, { uidValidity, mail }] of now)
    for (const uid of mail.keys()) lifeOf(name, uidValidity, uid);
  for (const [key, life] of lives) assertLife(key, life, { first, stored, folders, now, left });
}

/** The events of folders lead from the first folders to those that are there now. */
function assertFolders(
  events: readonly MailEvent[],
  { first, now }: { readonly first: LookedAccount; readonly now: LookedAccount },
): void {
  const names = new Set(first.keys());
  for (const { kind, mailbox, data } of events) {
    const name = String(mailbox);
    if (kind === 'folder.created') assert.ok(!names.has(name), `${name} is created twice`);
    if (kind === 'folder.removed' || kind === 'folder.reset')
      assert.ok(names.has(name), `${kind} of no folder: ${name}`);
    if (kind === 'folder.updated') names.delete(String(data.previous));
    if (kind === 'folder.removed') names.delete(name);
    if (kind === 'folder.created' || kind === 'folder.updated') names.add(name);
  }
  assert.deepEqual([...names].sort(), [...now.keys()].sort());
}

function assertLife(
  key: string,
  { isOld, events }: Life,
  { now, stored, first, folders, left }: Truth,
): void {
  const [, name = '', validity, uid] = /^(.*) (\d+) (\d+)$/.exec(key) ?? [];
  const present = now.get(name);
  const isSame = present?.uidValidity === Number(validity);
  const flags = isSame ? present.mail.get(Number(uid)) : undefined;
  const kinds = events.map(({ kind }) => kind.replace('message.', ''));
  const before = isOld ? '' : 'created ';
  const text = kinds.filter((kind) => kind !== 'updated').join(' ');
  const isTold = `${before}${flags === undefined ? 'removed' : ''}`.trim();
  // One that came and went between two looks is never seen.
  const isUnseen = !isOld && flags === undefined && text === '';
  // One event of the folder is for all of its messages.
  const isOfFolder =
    left.has(name) && isPartOf(text, { isGone: flags === undefined, isRemade: folders.remade.has(name) });
  assert.ok(text === isTold || isUnseen || isOfFolder, `${key}: ${text || 'nothing'} instead of ${isTold}`);
  if (kinds.includes('updated')) {
    assert.notEqual(
      kinds.at(-1) === 'created' ||
        (kinds.indexOf('removed') < kinds.lastIndexOf('updated') && kinds.includes('removed')),
      true,
      `${key}: ${kinds}`,
    );
    if (stored !== null) assert.ok(stored.has(`${name} ${uid}`), `${key} is updated without a change`);
  }
  const old = first.get(name);
  if (!isOld || flags === undefined || old?.uidValidity !== Number(validity)) return;
  const was = old.mail.get(Number(uid));
  if (was === flags) return;
  const fields = new Set(events.flatMap(({ data }) => data.fields as readonly string[]));
  for (const field of differing(was ?? '', flags))
    assert.ok(fields.has(field), `${key}: no update of ${field}`);
}

/** Messages that are there when a folder is made anew are not created; those that leave with a folder are not removed. */
function isPartOf(
  text: string,
  { isGone, isRemade }: { readonly isGone: boolean; readonly isRemade: boolean },
): boolean {
  return (isRemade && text === '') || (isGone && (text === 'created' || (isRemade && text === 'removed')));
}

function differing(before: string, now: string): readonly string[] {
  const [one, other] = [new Set(before.split(' ')), new Set(now.split(' '))];
  const names = [...one, ...other].filter((flag) => flag !== '' && one.has(flag) !== other.has(flag));
  return names.map((flag) => (flag.startsWith('\\') ? flag.slice(1) : 'keywords'));
}
