/** Compares the events of an account with what its mailboxes were and are. */
import assert from 'node:assert/strict';
import type { MailEvent } from '../../../src/domain/mail-event.ts';
import type { LookedAccount } from './changing-client.ts';

/** What the comparison leaves out. */
export interface TruthOptions {
  /** `mailbox uid` of messages whose flags were stored; null where flags of others change with them. */
  readonly stored: ReadonlySet<string> | null;
  /** Messages were removed and created within one look: their events may be missing. */
  readonly first: LookedAccount;
}

interface Life {
  /** Was there before the first event. */
  isOld: boolean;
  readonly events: MailEvent[];
}

/** Throws AssertionError where the events are not those that lead from the first look to the last. */
export function assertTruth(
  events: readonly MailEvent[],
  { first, stored, now }: TruthOptions & { readonly now: LookedAccount },
): void {
  const ids = events.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'an id twice');
  const lives = new Map<string, Life>();
  const lifeOf = (mailbox: string, uidValidity: number, uid: number): Life => {
    const key = `${mailbox} ${uidValidity} ${uid}`;
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
  for (const [key, life] of lives) assertLife(key, life, { now, stored, first });
}

function assertLife(
  key: string,
  { isOld, events }: Life,
  { now, stored, first }: TruthOptions & { readonly now: LookedAccount },
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
  assert.ok(text === isTold || isUnseen, `${key}: ${text || 'nothing'} instead of ${isTold}`);
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

function differing(before: string, now: string): readonly string[] {
  const [one, other] = [new Set(before.split(' ')), new Set(now.split(' '))];
  const names = [...one, ...other].filter((flag) => flag !== '' && one.has(flag) !== other.has(flag));
  return names.map((flag) => (flag.startsWith('\\') ? flag.slice(1) : 'keywords'));
}
