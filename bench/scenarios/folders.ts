/** The folder tree of an account with many folders, and folders that are opened for the first time. */
import { type PosthornUnderTest, startPosthorn } from '../support/posthorn.ts';
import type { RawImap } from '../support/raw-imap.ts';
import { measurePair, type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { createFolders, FOLDER_NAMES, FOLDER_USER } from '../support/special-mailboxes.ts';
import { LIST_ITEMS, openRawSession, WINDOW } from './raw-session.ts';

const LIMIT = 2;
const LIST_STATUS = 'LIST "" "*" RETURN (SPECIAL-USE STATUS (MESSAGES UNSEEN UIDNEXT UIDVALIDITY))';

export async function measureFolders({ dovecot, rounds }: ScenarioInput): Promise<readonly Row[]> {
  await createFolders(dovecot);
  const posthorn = await startPosthorn(dovecot);
  const imap = await openRawSession(dovecot, FOLDER_USER);
  try {
    const tree = await measurePair({
      name: 'tree of 300 folders with counts',
      size: 300,
      limit: LIMIT,
      rounds,
      raw: () => imap.command(LIST_STATUS),
      ours: () => posthorn.send({ path: '/MailFolders', user: FOLDER_USER }),
      watchHealth: posthorn.watchHealth,
    });
    return [tree, await measureOpening({ posthorn, imap, rounds })];
  } finally {
    imap.close();
    await posthorn.stop();
  }
}

interface Opening {
  readonly posthorn: PosthornUnderTest;
  readonly imap: RawImap;
  readonly rounds: number;
}

/** Each side opens folders that it has not seen. */
async function measureOpening({ posthorn, imap, rounds }: Opening): Promise<Row> {
  const raw = async (name: string) => {
    await imap.command(`SELECT "${name}"`);
    await imap.command('UID SORT (REVERSE DATE) UTF-8 ALL');
    await imap.command(`UID FETCH 1:* ${LIST_ITEMS}`);
  };
  const ours = (name: string) =>
    posthorn.send({
      path: `/MailFolders/${encodeURIComponent(name)}/MessageItems?page[limit]=${WINDOW}`,
      user: FOLDER_USER,
    });
  const [rawMs, ourMs]: [number[], number[]] = [[], []];
  const endWatching = posthorn.watchHealth();
  for (let index = 0; index + 1 < FOLDER_NAMES.length && rawMs.length < rounds; index += 2) {
    rawMs.push(await timed(() => raw(FOLDER_NAMES[index] ?? '')));
    ourMs.push(await timed(() => ours(FOLDER_NAMES[index + 1] ?? '')));
  }
  const longestGapMs = await endWatching();
  return toRow({ name: 'first list of a folder', size: 1, limit: LIMIT, rawMs, ourMs, longestGapMs });
}
