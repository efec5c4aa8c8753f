import { type DemoMessage, storeLetter } from './letter.ts';
import { people } from './people.ts';
import { encodedTextEntity, plainEntity, textEntity } from './raw-message.ts';
import { timeBefore } from './time-before.ts';

/** "On the meeting of next week" in ISO-2022-JP. */
const JAPANESE_SUBJECT = '=?iso-2022-jp?B?GyRCTWg9NSROQkckQTlnJG8kOyRLJEQkJCRGGyhC?=';

/** ISO-2022-JP: ASCII characters after escape sequences. */
const JAPANESE_TEXT = [
  "\u001b$B%8%'!<%sMM\u001b(B",
  '',
  '\u001b$B$*@$OC$K$J$C$F$*$j$^$9!#9)K<$N:4F#$G$9!#\u001b(B',
  '',
  '\u001b$BMh=5?eMKF|$NBG$A9g$o$;$O!"8a8e;0;~$+$i$G$h$m$7$$$G$7$g$&$+!#\u001b(B',
  '\u001b$B?7$7$$<+E><VMQ%Y%k$N8+K\\$r;}$C$F9T$-$^$9!#\u001b(B',
  '',
  '\u001b$B$I$&$>$h$m$7$/$*4j$$$$$?$7$^$9!#\u001b(B',
  '',
  '\u001b$B:4F#\u001b(B \u001b$BM35*\u001b(B',
].join('\n');

const GERMAN_TEXT =
  'Hallo Jane,\n\ndie sch\u00f6nen gr\u00fcnen Schl\u00e4uche sind da, f\u00fcr 4,50 das St\u00fcck. Gr\u00f6\u00dfe 28 Zoll.\n\nViele Gr\u00fc\u00dfe\nJ\u00fcrgen\n';

const SPANISH_TEXT =
  '\u00a1Hola Jane!\n\n\u00bfPuedo ir el s\u00e1bado con mi sobrina? Tiene ocho a\u00f1os y quiere aprender a cambiar una rueda \ud83d\udeb2.\n\nUn abrazo\nSof\u00eda\n';

/** A trailing space continues the line (RFC 3676). */
const FLOWED_TEXT = [
  'Hi Jane,',
  '',
  '> The workshop should have a shelf for parts that nobody needs any more, ',
  '> so that others can take them.',
  '',
  'I like that. There is an old bookcase in our cellar which is about two ',
  'metres wide, and it would fit between the door and the window. We only ',
  'have to carry it up.',
  '',
  '-- ',
  'Ann',
].join('\n');

/** Letters in ISO-2022-JP, ISO-8859-1, UTF-8 and format=flowed. */
export function createCharsetMail(now: Date): readonly DemoMessage[] {
  const to = [people.jane];
  return [
    storeLetter(
      {
        id: 'meeting@kobo.test',
        from: people.yuki,
        to,
        subject: JAPANESE_SUBJECT,
        sentAt: timeBefore(now, { hours: 14, minutes: 51 }),
        entity: plainEntity('text/plain; charset=iso-2022-jp', JAPANESE_TEXT),
      },
      { mailbox: 'INBOX' },
    ),
    storeLetter(
      {
        id: 'tubes@radwerk.test',
        from: people.juergen,
        to,
        subject: 'Gr\u00fcne Schl\u00e4uche',
        sentAt: timeBefore(now, { days: 1, hours: 9, minutes: 5 }),
        entity: encodedTextEntity('text/plain; charset=iso-8859-1', Buffer.from(GERMAN_TEXT, 'latin1')),
      },
      { mailbox: 'INBOX', flags: ['\\Seen'] },
    ),
    storeLetter(
      {
        id: 'saturday@ruedas.test',
        from: people.sofia,
        to,
        subject: '\u00bfEl s\u00e1bado?',
        sentAt: timeBefore(now, { days: 1, hours: 1, minutes: 9 }),
        entity: textEntity('text/plain', SPANISH_TEXT),
      },
      { mailbox: 'INBOX', flags: ['\\Seen', '\\Answered'] },
    ),
    storeLetter(
      {
        id: 'shelf@posthorn.test',
        from: people.ann,
        to,
        subject: 'A shelf for parts',
        sentAt: timeBefore(now, { days: 6, minutes: 42 }),
        entity: plainEntity('text/plain; charset=us-ascii; format=flowed', FLOWED_TEXT),
      },
      { mailbox: 'INBOX', flags: ['\\Seen'] },
    ),
  ];
}
