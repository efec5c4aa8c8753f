/** What is read for the first time on a session that is open: no round meets messages of an earlier one. */
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { LIST_ITEMS, openBothSides, uidValidityOf, WINDOW } from './raw-session.ts';

const ITEMS = '/MailFolders/INBOX/MessageItems';
const PREVIEW_LIMIT = 3;
const BODY_LIMIT = 4;
/** The mailboxes have a long text at every 20th message. */
const LONG_TEXT_STEP = 20;
const FIRST_LONG_TEXT = 8;
/** Rounds of each that warm what is no mail: connections and compiled code. A small mailbox has too few messages for as many. */
const WARM_UP_ROUNDS = 30;

/** One exchange for the n-th round, which no other round repeats. */
type Round = (round: number) => Promise<unknown>;

export async function measureFirstReading({
  dovecot,
  size,
  user,
  rounds,
}: ScenarioInput): Promise<readonly Row[]> {
  const { posthorn, imap } = await openBothSides(dovecot.port, user);
  const get = (path: string) => posthorn.send({ path, user });
  // Raw and ours take windows in turn: what one has read is in the caches of the mail server.
  const uidsOf = (window: number) => {
    const newest = size - window * WINDOW;
    return `${Math.max(1, newest - WINDOW + 1)}:${newest}`;
  };
  const newest = JSON.parse((await get(`${ITEMS}?page[limit]=1`)).toString()) as {
    data: readonly [{ id: string }];
  };
  const uidValidity = uidValidityOf(newest.data[0].id);
  const longText = (index: number) => FIRST_LONG_TEXT + index * LONG_TEXT_STEP;
  const pairs: readonly { name: string; limit: number; available: number; raw: Round; ours: Round }[] = [
    {
      name: 'list of 50 with previews, first time',
      limit: PREVIEW_LIMIT,
      available: size / WINDOW / 2,
      raw: async (round) => {
        const set = uidsOf(2 * round);
        await imap.command('NOOP');
        await imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
        await imap.command(`UID FETCH ${set} (UID BODY.PEEK[1]<0.4096>)`);
      },
      ours: (round) => {
        const offset = (2 * round + 1) * WINDOW;
        const fields = 'relfield:fields[MessageItem]=%2BpreviewText';
        return get(`${ITEMS}?page[offset]=${offset}&page[limit]=${WINDOW}&${fields}`);
      },
    },
    {
      name: 'message with body of 20 KB, first time',
      limit: BODY_LIMIT,
      available: size / LONG_TEXT_STEP / 2,
      raw: (round) => imap.command(`UID FETCH ${longText(2 * round)} (UID FLAGS BODYSTRUCTURE BODY.PEEK[])`),
      ours: (round) => get(`${ITEMS}/${uidValidity}.${longText(2 * round + 1)}?include=MessageBody`),
    },
  ];
  const rows: Row[] = [];
  try {
    for (const { name, limit, available, raw, ours } of pairs) {
      const [rawMs, ourMs]: [number[], number[]] = [[], []];
      const warmUp = Math.min(WARM_UP_ROUNDS, Math.floor(available / 2));
      for (let round = 0; round < Math.min(warmUp + rounds, Math.floor(available)); round += 1) {
        rawMs.push(await timed(() => raw(round)));
        ourMs.push(await timed(() => ours(round)));
      }
      const measured = { rawMs: rawMs.slice(warmUp), ourMs: ourMs.slice(warmUp) };
      const endWatching = posthorn.watchHealth();
      await ours(0);
      rows.push(toRow({ name, size, limit, ...measured, longestGapMs: await endWatching() }));
    }
    return rows;
  } finally {
    imap.close();
    await posthorn.stop();
  }
}
