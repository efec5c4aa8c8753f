/** Many clients that show the same list at the same time. */
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { figuresOf } from '../support/statistics.ts';
import { LIST_ITEMS, newestUids, openBothSides, WINDOW } from './raw-session.ts';

const CLIENTS = 32;
/** Of each client, for each round. */
const REQUESTS = 4;
const PREVIEW_OCTETS = 4096;
const LIST = `/MailFolders/INBOX/MessageItems?page[limit]=${WINDOW}&relfield:fields[MessageItem]=%2BpreviewText`;
/** Twice the windows a second of one raw connection. */
const MAX_SHARE = 0.5;
/** The slowest requests may take so many medians, or so many milliseconds. */
const SLOW_MEDIANS = 4;
const SLOW_MS = 20;

export async function measureCrowd({ dovecot, size, user, rounds }: ScenarioInput): Promise<readonly Row[]> {
  const { posthorn, imap } = await openBothSides(dovecot, user);
  const set = (await newestUids(imap)).join(',');
  const window = async () => {
    await imap.command('NOOP');
    await imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
    await imap.command(`UID FETCH ${set} (UID BODY.PEEK[1]<0.${PREVIEW_OCTETS}>)`);
  };
  const waits: number[] = [];
  const crowd = () =>
    Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let request = 0; request < REQUESTS; request += 1) {
          waits.push(await timed(() => posthorn.send({ path: LIST, user })));
        }
      }),
    );
  await window();
  await crowd();
  waits.length = 0;
  const [rawMs, ourMs]: [number[], number[]] = [[], []];
  const endWatching = posthorn.watchHealth();
  for (let round = 0; round < rounds; round += 1) {
    rawMs.push(await timed(window));
    ourMs.push((await timed(crowd)) / (CLIENTS * REQUESTS));
  }
  const longestGapMs = await endWatching();
  imap.close();
  await posthorn.stop();
  const { median, p99 } = figuresOf(waits);
  const slowMs = Math.max(SLOW_MEDIANS * median, SLOW_MS);
  return [
    toRow({ name: `${CLIENTS} clients, ms a list`, size, limit: MAX_SHARE, rawMs, ourMs, longestGapMs }),
    toRow({
      ...{ name: `${CLIENTS} clients, slowest of 100`, size, limit: 1, longestGapMs },
      ...{ rawMs: [slowMs], ourMs: [p99] },
    }),
  ];
}
