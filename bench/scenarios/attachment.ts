/** The download of a large attachment: its rate beside the raw octets, and what it costs in memory. */
import { resetPeakMemory, residentMemory } from '../../packages/posthorn/test/support/process-memory.ts';
import { type Row, type ScenarioInput, timed, toRow } from '../support/scenario.ts';
import { ATTACHMENT_USER, storeAttachment } from '../support/special-mailboxes.ts';
import { openBothSides } from './raw-session.ts';

const ROUNDS = 7;
/** At least 80 % of the rate of the raw octets. */
const LIMIT = 1 / 0.8;
/** The growth in MB is compared with this many. */
const MEMORY_LIMIT_MB = 32;
const MB = 2 ** 20;

export async function measureAttachment({ dovecot }: ScenarioInput): Promise<readonly Row[]> {
  await storeAttachment(dovecot);
  const { posthorn, imap } = await openBothSides(dovecot, ATTACHMENT_USER);
  const download = () =>
    posthorn.drain({
      path: '/MailFolders/INBOX/MessageItems/1/Attachments/2/content',
      user: ATTACHMENT_USER,
    });
  const raw = () => imap.drain('UID FETCH 1 (UID BODY.PEEK[2])');
  const { pid } = posthorn.process;
  try {
    // What is loaded on first use is no growth.
    await posthorn.send({
      path: '/MailFolders/INBOX/MessageItems/1?include=Attachments',
      user: ATTACHMENT_USER,
    });
    await resetPeakMemory(pid);
    const { now } = await residentMemory(pid);
    await raw();
    await download();
    const [rawMs, ourMs]: [number[], number[]] = [[], []];
    const endWatching = posthorn.watchHealth();
    for (let round = 0; round < ROUNDS; round += 1) {
      rawMs.push(await timed(raw));
      ourMs.push(await timed(download));
    }
    const growthMb = ((await residentMemory(pid)).peak - now) / MB;
    const longestGapMs = await endWatching();
    const size = 1;
    return [
      toRow({ name: 'attachment of 50 MB', size, limit: LIMIT, rawMs, ourMs, longestGapMs }),
      toRow({
        name: 'its memory in MB, not ms',
        size,
        limit: 1,
        rawMs: [MEMORY_LIMIT_MB],
        ourMs: [growthMb],
        longestGapMs,
      }),
    ];
  } finally {
    imap.close();
    await posthorn.stop();
  }
}
