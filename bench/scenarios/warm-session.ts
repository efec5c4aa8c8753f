/** What a client does all day, on a session that is open. */
import { measurePair, type Pair, type Row, type ScenarioInput } from '../support/scenario.ts';
import { LIST_ITEMS, newestUids, openBothSides, uidValidityOf, WINDOW } from './raw-session.ts';

const ITEMS = '/MailFolders/INBOX/MessageItems';
const LIST = `${ITEMS}?page[limit]=${WINDOW}`;

export async function measureWarmSession({
  dovecot,
  size,
  user,
  rounds,
}: ScenarioInput): Promise<readonly Row[]> {
  const { posthorn, imap } = await openBothSides(dovecot, user);
  const uids = await newestUids(imap);
  const set = uids.join(',');
  const [newest = 1] = uids;
  const get = (path: string) => () => posthorn.send({ path, user });
  const window = async () => {
    await imap.command('NOOP');
    await imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
  };
  // A flag that is there already would cost the mail server nothing.
  let [isSeen, isFlagged] = [false, false];
  const changeFlag = () => {
    isSeen = !isSeen;
    const document = { data: { type: 'MessageItem', id: itemId, attributes: { seen: isSeen } } };
    return posthorn.send({ path: `${ITEMS}/${segment}`, user, method: 'PATCH', document });
  };
  const itemId = (JSON.parse((await get(`${ITEMS}/${newest}`)()).toString()) as { data: { id: string } }).data
    .id;
  const segment = `${uidValidityOf(itemId)}.${newest}`;
  const pairs: readonly Pick<Pair, 'name' | 'limit' | 'raw' | 'ours'>[] = [
    { name: 'list of 50, default fields', limit: 1.2, raw: window, ours: get(LIST) },
    {
      name: 'list of 50 with previews',
      limit: 1,
      raw: async () => {
        await window();
        await imap.command(`UID FETCH ${set} (UID BODY.PEEK[1]<0.4096>)`);
      },
      ours: get(`${LIST}&relfield:fields[MessageItem]=%2BpreviewText`),
    },
    {
      name: 'message with body',
      limit: 4,
      raw: () => imap.command(`UID FETCH ${newest} (UID FLAGS BODYSTRUCTURE BODY.PEEK[])`),
      ours: get(`${ITEMS}/${segment}?include=MessageBody`),
    },
    {
      name: 'folder list',
      limit: 2,
      raw: () =>
        imap.command('LIST "" "*" RETURN (SPECIAL-USE STATUS (MESSAGES UNSEEN UIDNEXT UIDVALIDITY))'),
      ours: get('/MailFolders'),
    },
    {
      name: 'search from',
      limit: 1.5,
      raw: async () => {
        await imap.command('UID SORT (REVERSE DATE) UTF-8 FROM "sender-17@"');
        await imap.command(`UID FETCH ${set} ${LIST_ITEMS}`);
      },
      ours: get(`${LIST}&filter[from]=sender-17@`),
    },
    // The last: what it leaves to the mail server to sync would slow the others.
    {
      name: 'flag change',
      limit: 2.5,
      raw: () => {
        isFlagged = !isFlagged;
        return imap.command(`UID STORE ${newest} ${isFlagged ? '+' : '-'}FLAGS.SILENT (\\Flagged)`);
      },
      ours: changeFlag,
    },
  ];
  const rows: Row[] = [];
  const { watchHealth } = posthorn;
  for (const pair of pairs) rows.push(await measurePair({ ...pair, size, rounds, watchHealth }));
  imap.close();
  await posthorn.stop();
  return rows;
}
