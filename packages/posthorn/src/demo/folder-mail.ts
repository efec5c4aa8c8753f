import { type DemoMessage, type Letter, type Person, storeLetter } from './letter.ts';
import { people } from './people.ts';
import { plainEntity, textEntity } from './raw-message.ts';
import { type Duration, timeBefore } from './time-before.ts';

interface Note {
  readonly id: string;
  readonly mailbox: string;
  readonly flags: readonly string[];
  readonly from: Person;
  readonly to: readonly Person[];
  readonly subject: string;
  readonly ago: Duration;
  readonly text: string;
  readonly isHtml?: true;
}

const SEEN = ['\\Seen'];
const DRAFT = ['\\Seen', '\\Draft'];

const NOTES: readonly Note[] = [
  {
    id: 'draft-poster@posthorn.test',
    mailbox: 'Drafts',
    flags: DRAFT,
    from: people.jane,
    to: [people.studio],
    subject: 'Re: The new logo, first draft',
    ago: { hours: 2, minutes: 34 },
    text: '<p>Dear Mara,</p><p>I like it a lot. Could the ring be a little <b>thinner</b>?</p>',
    isHtml: true,
  },
  {
    id: 'draft-empty@posthorn.test',
    mailbox: 'Drafts',
    flags: DRAFT,
    from: people.jane,
    to: [],
    subject: '',
    ago: { minutes: 20 },
    text: 'Shopping list: patches, chain oil, gloves',
  },
  {
    id: 'permit-request@posthorn.test',
    mailbox: 'Sent',
    flags: SEEN,
    from: people.jane,
    to: [people.council],
    subject: 'Permit for the opening day',
    ago: { days: 2, hours: 3, minutes: 27 },
    text: 'Dear Sir or Madam,\n\nwe would like to use the street in front of our workshop on Saturday.\n\nJane Doe',
  },
  {
    id: 'prize@winner.test',
    mailbox: 'Junk',
    flags: [],
    from: { name: 'Prize Office', address: 'prize@winner.test' },
    to: [people.jane],
    subject: 'You have WON a golden bicycle!!!',
    ago: { days: 1, hours: 7, minutes: 43 },
    text: '<h1>WINNER</h1><script>alert("Won!")</script><form action="https://winner.test"><input name="card"><button onclick="steal()">Claim</button></form>',
    isHtml: true,
  },
  {
    id: 'pills@cheap.test',
    mailbox: 'Junk',
    flags: SEEN,
    from: { name: 'Cheap, Cheaper & Co.', address: 'sale@cheap.test' },
    to: [people.jane],
    subject: 'Tyres at 90% off, today only',
    ago: { days: 8, minutes: 57 },
    text: 'Buy now: http://cheap.test/tyres',
  },
  {
    id: 'old-menu@posthorn.test',
    mailbox: 'Trash',
    flags: SEEN,
    from: people.ann,
    to: [people.jane],
    subject: 'Menu of last week',
    ago: { days: 11, minutes: 25 },
    text: 'Monday: soup. Tuesday: the same soup.',
  },
  {
    id: 'backup.311@machines.test',
    mailbox: 'INBOX',
    flags: [],
    from: people.robot,
    to: [people.jane],
    subject: 'Backup finished without errors',
    ago: { hours: 4, minutes: 56 },
    text: 'Files: 18231\nOctets: 4021994496\nDuration: 00:12:43',
  },
  {
    id: 'budget@posthorn.test',
    mailbox: 'Work',
    flags: SEEN,
    from: people.ann,
    to: [people.jane],
    subject: 'Budget of the year',
    ago: { days: 20, minutes: 2 },
    text: 'Rent 4800, tools 950, coffee 600. That leaves us with 50 for surprises.',
  },
  {
    id: 'kick-off@posthorn.test',
    mailbox: 'Work/Project A',
    flags: SEEN,
    from: people.ann,
    to: [people.jane, people.juergen],
    subject: 'Project A: kick-off',
    ago: { days: 18, minutes: 58 },
    text: 'Agenda: 1. Names 2. Dates 3. Cake',
  },
  {
    id: 'minutes@radwerk.test',
    mailbox: 'Work/Project A',
    flags: ['\\Seen', '\\Flagged'],
    from: people.juergen,
    to: [people.jane, people.ann],
    subject: 'Re: Project A: kick-off',
    ago: { days: 17, minutes: 48 },
    text: 'Protokoll: Es gab Kuchen. Alles Weitere n\u00e4chste Woche.',
  },
  {
    id: 'old-draft@posthorn.test',
    mailbox: 'Entw\u00fcrfe alt',
    flags: SEEN,
    from: people.jane,
    to: [people.sofia],
    subject: 'Ideas for the summer',
    ago: { days: 90, minutes: 54 },
    text: 'A tour along the river, three days, with tents.',
  },
  {
    id: 'welcome@posthorn.test',
    mailbox: 'Archive',
    flags: SEEN,
    from: people.ann,
    to: [people.jane],
    subject: 'Welcome on board',
    ago: { days: 200, minutes: 15 },
    text: 'Your key is under the third flower pot.',
  },
];

/** Jane's drafts, sent, junk, trash and filed mail. */
export function createFolderMail(now: Date): readonly DemoMessage[] {
  return NOTES.map((note) => storeLetter(toLetter(note, now), { mailbox: note.mailbox, flags: note.flags }));
}

function toLetter({ id, from, to, subject, ago, text, isHtml }: Note, now: Date): Letter {
  const entity = isHtml ? textEntity('text/html', `${text}\n`) : toTextEntity(text);
  return { id, from, to, subject, sentAt: timeBefore(now, ago), entity };
}

/** ASCII needs no encoding. */
function toTextEntity(text: string) {
  const isAscii = Buffer.byteLength(text) === text.length;
  return isAscii ? plainEntity('text/plain; charset=us-ascii', text) : textEntity('text/plain', text);
}
