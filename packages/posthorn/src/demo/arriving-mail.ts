import { type Person, writeLetter } from './letter.ts';
import { people } from './people.ts';
import { plainEntity } from './raw-message.ts';

/** Interval and recipient of letters. */
export interface ArrivingMail {
  readonly everyMs: number;
  readonly deliver: (raw: Buffer) => void;
}

interface News {
  readonly from: Person;
  readonly subject: string;
  readonly text: string;
}

const NEWS: readonly News[] = [
  {
    from: people.ann,
    subject: 'Coffee machine',
    text: 'Hi Jane,\n\nthe machine is here, and it works.\n\nAnn',
  },
  {
    from: people.ann,
    subject: 'One more stand',
    text: 'The bicycle shop lends us a third repair stand.\n\nAnn',
  },
  {
    from: people.ann,
    subject: 'Poster',
    text: 'The posters are printed. Can you pick them up on Friday?\n\nAnn',
  },
  { from: people.ann, subject: 'Volunteers', text: 'Two more people want to help in the afternoon.\n\nAnn' },
  { from: people.ann, subject: 'Weather', text: 'Sunny, they say. Keep your fingers crossed.\n\nAnn' },
];

/** Delivers letters until the returned function is called. */
export function startArrivingMail({ everyMs, deliver }: ArrivingMail): () => void {
  let count = 0;
  const timer = setInterval(() => {
    deliver(letterOf(count));
    count += 1;
  }, everyMs);
  // Only servers keep the process alive.
  timer.unref();
  return () => clearInterval(timer);
}

function letterOf(count: number): Buffer {
  const { from, subject, text } = NEWS[count % NEWS.length] ?? NEWS[0] ?? EMPTY;
  const sentAt = new Date();
  const id = `arrived-${sentAt.getTime()}-${count}@posthorn.test`;
  return writeLetter({
    id,
    from,
    to: [people.jane],
    subject,
    sentAt,
    entity: plainEntity('text/plain; charset=us-ascii', text),
  });
}

const EMPTY: News = { from: people.ann, subject: '', text: '' };
