/** What a process costs that has nothing to do: by itself, and for each account that was looked at. */
import { setTimeout as delay } from 'node:timers/promises';
import { residentMemory } from '../../packages/posthorn/test/support/process-memory.ts';
import { type PosthornUnderTest, startPosthorn } from '../support/posthorn.ts';
import { type Row, type ScenarioInput, toRow } from '../support/scenario.ts';
import { fillIdleAccounts, IDLE_MESSAGES, IDLE_USERS } from '../support/special-mailboxes.ts';

const ROUNDS = 3;
const PROCESS_LIMIT_MB = 95;
const ACCOUNT_LIMIT_MB = 1;
/** Their first lists leave what is loaded once, and not for each account. */
const FIRST_ACCOUNTS = 5;
/** What the start leaves behind is collected by then, if it ever is. */
const IDLE_MS = 3_000;
const MB = 2 ** 20;
const LIST = '/MailFolders/INBOX/MessageItems?page[limit]=50&relfield:fields[MessageItem]=%2BpreviewText';

export async function measureMemory({ dovecot }: ScenarioInput): Promise<readonly Row[]> {
  await fillIdleAccounts(dovecot);
  const idleMb: number[] = [];
  const accountMb: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const posthorn = await startPosthorn(dovecot);
    idleMb.push(await megabytesOf(posthorn));
    accountMb.push(await megabytesOfAccount(posthorn));
    await posthorn.stop();
  }
  return [
    toRow({
      ...{ name: 'idle process, in MB, not ms', size: 0, limit: 1, longestGapMs: 0 },
      ...{ rawMs: [PROCESS_LIMIT_MB], ourMs: idleMb },
    }),
    toRow({
      ...{ name: 'idle account, in MB, not ms', size: IDLE_MESSAGES, limit: 1, longestGapMs: 0 },
      ...{ rawMs: [ACCOUNT_LIMIT_MB], ourMs: accountMb },
    }),
  ];
}

/** What each account adds after its first list, its session at the mail server included. */
async function megabytesOfAccount(posthorn: PosthornUnderTest): Promise<number> {
  for (const user of IDLE_USERS.slice(0, FIRST_ACCOUNTS)) await posthorn.send({ path: LIST, user });
  const before = await megabytesOf(posthorn);
  for (const user of IDLE_USERS.slice(FIRST_ACCOUNTS)) await posthorn.send({ path: LIST, user });
  const growth = (await megabytesOf(posthorn)) - before;
  return growth / (IDLE_USERS.length - FIRST_ACCOUNTS);
}

async function megabytesOf({ process }: PosthornUnderTest): Promise<number> {
  await delay(IDLE_MS);
  return (await residentMemory(process.pid)).now / MB;
}
