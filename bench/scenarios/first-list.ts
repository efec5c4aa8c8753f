/** The first list after a start: nothing is known, nobody is signed in. */
import { startPosthorn } from '../support/posthorn.ts';
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { LIST_ITEMS, newestUids, openRawSession, WINDOW } from './raw-session.ts';

/** In a small mailbox, starting and compiling takes longer than the exchange: only the large ones have a limit. */
const LIMIT = 1.5;
const LARGE = 100_000;

export async function measureFirstList({
  dovecot,
  size,
  user,
  rounds,
}: ScenarioInput): Promise<readonly Row[]> {
  const rawMs: number[] = [];
  const ourMs: number[] = [];
  let longestGapMs = 0;
  const raw = async () => {
    const imap = await openRawSession(dovecot, user);
    await imap.command('EXAMINE INBOX');
    const uids = await newestUids(imap);
    await imap.command(`UID FETCH ${uids.join(',')} ${LIST_ITEMS}`);
    imap.close();
  };
  await raw();
  // A server numbers the changes of a mailbox when they are asked for the first time, which takes seconds, once.
  const first = await openRawSession(dovecot, user);
  await first.command('SELECT INBOX (CONDSTORE)');
  first.close();
  for (let round = 0; round < rounds; round += 1) {
    rawMs.push(await timed(raw));
    const posthorn = await startPosthorn(dovecot);
    const endWatching = posthorn.watchHealth();
    const path = `/MailFolders/INBOX/MessageItems?page[limit]=${WINDOW}`;
    ourMs.push(await timed(() => posthorn.send({ path, user })));
    longestGapMs = Math.max(longestGapMs, await endWatching());
    await posthorn.stop();
  }
  const limit = size >= LARGE ? LIMIT : Number.POSITIVE_INFINITY;
  return [toRow({ name: 'first list, process cold', size, limit, rawMs, ourMs, longestGapMs })];
}
