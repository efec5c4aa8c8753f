/** What the raw exchange of a list is. */
import type { Dovecot, MailUser } from '../../packages/posthorn/test/support/dovecot.ts';
import { type PosthornUnderTest, startPosthorn } from '../support/posthorn.ts';
import { RawImap } from '../support/raw-imap.ts';

/** Rows of a list. */
export const WINDOW = 50;

const FIELDS = 'FROM TO SUBJECT DATE MESSAGE-ID REFERENCES';
/** What the default fields of a list are made of. */
export const LIST_ITEMS = `(UID FLAGS RFC822.SIZE INTERNALDATE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (${FIELDS})]<0.65536>)`;

/** Connected and signed in. */
export async function openRawSession(dovecot: Dovecot, { name, password }: MailUser): Promise<RawImap> {
  const imap = await RawImap.open(dovecot);
  await imap.command(`LOGIN "${name}" "${password}"`);
  return imap;
}

/** Signed in, with INBOX open. */
export async function openRawInbox(dovecot: Dovecot, user: MailUser): Promise<RawImap> {
  const imap = await openRawSession(dovecot, user);
  await imap.command('SELECT INBOX');
  return imap;
}

/** Both sides of a comparison: the raw session has INBOX open, Posthorn knows nothing yet. */
export async function openBothSides(
  dovecot: Dovecot,
  user: MailUser,
): Promise<{ readonly posthorn: PosthornUnderTest; readonly imap: RawImap }> {
  const posthorn = await startPosthorn(dovecot);
  return { posthorn, imap: await openRawInbox(dovecot, user) };
}

/** That of the mailbox whose message has this id: with it, as in the links of the API, the address of a message asks nothing more. */
export function uidValidityOf(id: string): string {
  return id.split('.').at(-2) ?? '';
}

/** The uids of the newest messages by the Date field. */
export async function newestUids(imap: RawImap): Promise<readonly number[]> {
  const answer = (await imap.command('UID SORT (REVERSE DATE) UTF-8 ALL')).toString('latin1');
  const end = positionOfNumber(answer, WINDOW + 2);
  return answer.slice('* SORT '.length, end).trim().split(' ').slice(0, WINDOW).map(Number);
}

function positionOfNumber(answer: string, count: number): number {
  let position = 0;
  for (let index = 0; index < count && position >= 0; index += 1)
    position = answer.indexOf(' ', position + 1);
  return position < 0 ? answer.indexOf('\r') : position;
}
