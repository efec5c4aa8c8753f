/** What is read for the first time on a session that is open: no round meets messages of an earlier one. */
import type { MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { readersOf, WARM_UP_MESSAGES, WARM_UP_USER } from '../support/mailboxes.ts';
import type { PosthornUnderTest } from '../support/posthorn.ts';
import type { RawImap } from '../support/raw-imap.ts';
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { LIST_ITEMS, openBothSides, openRawInbox, uidValidityOf, WINDOW } from './raw-session.ts';

const ITEMS = '/MailFolders/INBOX/MessageItems';
const PREVIEW_LIMIT = 3;
const BODY_LIMIT = 4;
/** The mailboxes have a long text at every 20th message. */
const LONG_TEXT_STEP = 20;
const FIRST_LONG_TEXT = 8;

/** One user's mailbox on both sides. */
interface Sides {
  readonly imap: RawImap;
  readonly get: (path: string) => Promise<Buffer>;
  readonly size: number;
  readonly uidValidity: string;
}

/** Reads the n-th part of a mailbox. */
type Read = (sides: Sides, part: number) => Promise<unknown>;

interface FirstReading {
  readonly name: string;
  readonly limit: number;
  /** Into how many parts a mailbox of so many messages is divided. */
  readonly parts: (size: number) => number;
  readonly raw: Read;
  readonly ours: Read;
}

const READINGS: readonly FirstReading[] = [
  {
    name: 'list of 50 with previews, first time',
    limit: PREVIEW_LIMIT,
    parts: (size) => Math.floor(size / WINDOW),
    raw: async ({ imap, size }, part) => {
      const newest = size - part * WINDOW;
      const set = `${Math.max(1, newest - WINDOW + 1)}:${newest}`;
      await imap.command('NOOP');
      await imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
      await imap.command(`UID FETCH ${set} (UID BODY.PEEK[1]<0.4096>)`);
    },
    ours: ({ get }, part) => {
      const fields = 'relfield:fields[MessageItem]=%2BpreviewText';
      return get(`${ITEMS}?page[offset]=${part * WINDOW}&page[limit]=${WINDOW}&${fields}`);
    },
  },
  {
    name: 'message with body of 20 KB, first time',
    limit: BODY_LIMIT,
    parts: (size) => Math.floor(size / LONG_TEXT_STEP),
    raw: ({ imap }, part) =>
      imap.command(`UID FETCH ${uidOfLongText(part)} (UID FLAGS BODYSTRUCTURE BODY.PEEK[])`),
    ours: ({ get, uidValidity }, part) =>
      get(`${ITEMS}/${uidValidity}.${uidOfLongText(part)}?include=MessageBody`),
  },
];

function uidOfLongText(part: number): number {
  return FIRST_LONG_TEXT + part * LONG_TEXT_STEP;
}

export async function measureFirstReading({ dovecot, size, rounds }: ScenarioInput): Promise<readonly Row[]> {
  const { posthorn, imap } = await openBothSides(dovecot, WARM_UP_USER);
  const all: Sides[] = [];
  try {
    const warmUp = await toSides(posthorn, { imap, user: WARM_UP_USER, size: WARM_UP_MESSAGES });
    all.push(warmUp);
    for (const user of readersOf(size)) {
      all.push(await toSides(posthorn, { imap: await openRawInbox(dovecot, user), user, size }));
    }
    const rows: Row[] = [];
    for (const reading of READINGS) {
      await measure(reading, [warmUp], WARM_UP_MESSAGES);
      const measured = await measure(reading, all.slice(1), rounds);
      const endWatching = posthorn.watchHealth();
      await reading.ours(warmUp, 0);
      rows.push(toRow({ ...reading, size, ...measured, longestGapMs: await endWatching() }));
    }
    return rows;
  } finally {
    for (const sides of all) sides.imap.close();
    await posthorn.stop();
  }
}

async function toSides(
  posthorn: PosthornUnderTest,
  { imap, user, size }: Pick<Sides, 'imap' | 'size'> & { readonly user: MailUser },
): Promise<Sides> {
  const get = (path: string) => posthorn.send({ path, user });
  const newest = JSON.parse((await get(`${ITEMS}?page[limit]=1`)).toString()) as {
    data: readonly [{ id: string }];
  };
  return { imap, get, size, uidValidity: uidValidityOf(newest.data[0].id) };
}

/**
 * Raw and ours take the parts in turn, because what one has read is in the caches of the mail server. Of the next user they take each other's
 * parts: all of these mailboxes are one to the mail server.
 */
async function measure({ parts, raw, ours }: FirstReading, users: readonly Sides[], rounds: number) {
  const [rawMs, ourMs]: [number[], number[]] = [[], []];
  for (const [index, sides] of users.entries()) {
    for (let part = 0; part + 1 < parts(sides.size) && rawMs.length < rounds; part += 2) {
      const [rawPart, ourPart] = index % 2 === 0 ? [part, part + 1] : [part + 1, part];
      rawMs.push(await timed(() => raw(sides, rawPart)));
      ourMs.push(await timed(() => ours(sides, ourPart)));
    }
  }
  return { rawMs, ourMs };
}
