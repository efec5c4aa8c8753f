/** The folder tree of an account with many folders. */
import { startPosthorn } from '../support/posthorn.ts';
import { measurePair, type Row, type ScenarioInput } from '../support/scenario.ts';
import { createFolders, FOLDER_USER } from '../support/special-mailboxes.ts';
import { openRawSession } from './raw-session.ts';

const LIMIT = 2;
const LIST_STATUS = 'LIST "" "*" RETURN (SPECIAL-USE STATUS (MESSAGES UNSEEN UIDNEXT UIDVALIDITY))';

export async function measureFolders({ dovecot, rounds }: ScenarioInput): Promise<readonly Row[]> {
  await createFolders(dovecot);
  const posthorn = await startPosthorn(dovecot);
  const imap = await openRawSession(dovecot, FOLDER_USER);
  const measuring = measurePair({
    name: 'tree of 300 folders with counts',
    size: 300,
    limit: LIMIT,
    rounds,
    raw: () => imap.command(LIST_STATUS),
    ours: () => posthorn.send({ path: '/MailFolders', user: FOLDER_USER }),
    watchHealth: posthorn.watchHealth,
  });
  try {
    return [await measuring];
  } finally {
    imap.close();
    await posthorn.stop();
  }
}
