import { type DemoMessage, type Letter, storeLetter } from './letter.ts';
import { people } from './people.ts';
import { plainEntity } from './raw-message.ts';
import { type Duration, timeBefore } from './time-before.ts';

interface Turn {
  readonly author: 'jane' | 'ann';
  readonly ago: Duration;
  readonly text: string;
}

const TURNS: readonly Turn[] = [
  {
    author: 'ann',
    ago: { days: 3, hours: 2, minutes: 55 },
    text: 'Hi Jane,\n\nthe workshop could open on the first Saturday of next month. The room is free, and the\nneighbours are fine with a bit of noise until six.\n\nShall we?\nAnn',
  },
  {
    author: 'jane',
    ago: { days: 2, hours: 22, minutes: 38 },
    text: 'Yes! I can bring the two repair stands and the big tool box.\n\nWho takes care of coffee?\nJane',
  },
  {
    author: 'ann',
    ago: { days: 2, hours: 20, minutes: 1 },
    text: '> Who takes care of coffee?\n\nI do. My brother lends us his machine, and we need about 60 cups.\n\nCould you write to the council about the permit for the street?\nAnn',
  },
  {
    author: 'jane',
    ago: { days: 2, hours: 1, minutes: 35 },
    text: '> Could you write to the council about the permit for the street?\n\nDone, they promised an answer within the week.\n\nJane',
  },
  {
    author: 'ann',
    ago: { days: 1, hours: 5, minutes: 50 },
    text: 'Great. I have asked Mara for a new logo, so that we have something for the posters. She said\nyou would get a first draft soon.\n\nAnn',
  },
  {
    author: 'ann',
    ago: { minutes: 42 },
    text: 'One more thing: can you be there at eight on Saturday? The coffee machine weighs 40 kilos.\n\nAnn',
  },
];

/** One author's side: received letters in INBOX, own ones in Sent. */
export function createConversation(owner: 'jane' | 'ann', now: Date): readonly DemoMessage[] {
  return TURNS.map((turn, index) => {
    const isOwn = turn.author === owner;
    return storeLetter(toLetter(turn, index, now), {
      mailbox: isOwn ? 'Sent' : 'INBOX',
      flags: flagsOf(index, isOwn),
    });
  });
}

function toLetter({ author, ago, text }: Turn, index: number, now: Date): Letter {
  return {
    id: toId(index),
    from: people[author],
    to: [author === 'jane' ? people.ann : people.jane],
    subject: index === 0 ? 'Opening day of the workshop' : 'Re: Opening day of the workshop',
    sentAt: timeBefore(now, ago),
    entity: plainEntity('text/plain; charset=us-ascii', text),
    after: TURNS.slice(0, index).map((_turn, previous) => toId(previous)),
  };
}

function toId(index: number): string {
  return `opening-day.${index + 1}@posthorn.test`;
}

/** The last letter is new; those with replies are answered. */
function flagsOf(index: number, isOwn: boolean): readonly string[] {
  const next = TURNS[index + 1];
  if (next === undefined && !isOwn) return [];
  const isAnswered = !isOwn && next !== undefined && next.author !== TURNS[index]?.author;
  return isAnswered ? ['\\Seen', '\\Answered'] : ['\\Seen'];
}
