import { type DemoMessage, toDateField } from './letter.ts';
import { people } from './people.ts';
import { createSeededRandom } from './seeded-random.ts';
import { timeBefore } from './time-before.ts';

const MAILING_LIST_MAILBOX = 'Archive/Mailing list';

const MESSAGE_COUNT = 5000;
/** Some five hours: the list covers three years. */
const MINUTES_BETWEEN = 311;
const SPREAD_MINUTES = 300;
/** The first message starts the topic. */
const MESSAGES_PER_TOPIC = 8;

const NAMES = [
  'Ada',
  'Bruno',
  'Chidi',
  'Dunja',
  'Emre',
  'Freya',
  'Goran',
  'Hanna',
  'Ivo',
  'Jaya',
  'Kofi',
  'Lena',
];
const PARTS = ['brake', 'saddle', 'bell', 'lamp', 'chain', 'hub', 'pedal', 'fork', 'rim', 'pump'];
const QUESTIONS = ['Where to find a', 'How to repair a', 'How old is this', 'For sale:', 'Looking for a'];
const SENTENCES = [
  'Mine is from 1962 and still in use.',
  'A drop of oil, and patience.',
  'Look at the number under the crank.',
  'There is one on my attic, I will send a photo.',
  'Please tell us how it went.',
  'Not with a hammer!',
];

/** Thousands of messages, oldest first, mostly read. */
export function createMailingList(now: Date): readonly DemoMessage[] {
  const random = createSeededRandom(5000);
  const pick = (list: readonly string[]): string => list[random() % list.length] ?? '';
  let topic = '';
  return Array.from({ length: MESSAGE_COUNT }, (_message, index) => {
    const isFirst = index % MESSAGES_PER_TOPIC === 0;
    if (isFirst) topic = `${pick(QUESTIONS)} ${pick(PARTS)}`;
    const minutes = (MESSAGE_COUNT - index) * MINUTES_BETWEEN - (random() % SPREAD_MINUTES);
    const internalDate = timeBefore(now, { minutes });
    const post = {
      index,
      author: pick(NAMES),
      topic,
      text: `${pick(SENTENCES)} ${pick(SENTENCES)}`,
      internalDate,
    };
    return {
      mailbox: MAILING_LIST_MAILBOX,
      raw: Buffer.from(writePost(post), 'latin1'),
      flags: index < MESSAGE_COUNT - MESSAGES_PER_TOPIC ? ['\\Seen'] : [],
      internalDate,
    };
  });
}

interface Post {
  readonly index: number;
  readonly author: string;
  readonly topic: string;
  readonly text: string;
  readonly internalDate: Date;
}

/** One text, for speed. Replies refer to the first message. */
function writePost({ index, author, topic, text, internalDate }: Post): string {
  const first = index - (index % MESSAGES_PER_TOPIC);
  const isAnswer = index !== first;
  return [
    `Date: ${toDateField(internalDate)}`,
    `From: ${author} <${author.toLowerCase()}@lists.test>`,
    `To: ${people.list.name} <${people.list.address}>`,
    `Subject: ${isAnswer ? 'Re: ' : ''}[old-bicycles] ${topic}`,
    `Message-ID: <post.${index + 1}@lists.test>`,
    ...(isAnswer ? [`References: <post.${first + 1}@lists.test>`] : []),
    `List-Id: ${people.list.name} <old-bicycles.lists.test>`,
    '',
    `${text}`,
    '',
    author,
    '',
  ].join('\r\n');
}
