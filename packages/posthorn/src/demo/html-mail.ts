import { type DemoMessage, type Person, storeLetter } from './letter.ts';
import { people } from './people.ts';
import { createPngImage } from './png-image.ts';
import { fileEntity, multipart, textEntity } from './raw-message.ts';
import { timeBefore } from './time-before.ts';

const NEWSLETTER_TEXT = `The Lantern Weekly, issue 42

THREE THINGS TO REPAIR BEFORE WINTER
Brake pads, lights, and the one spoke that has been singing since June.

THE QUIET BELL
Why a town in the north gives away bicycle bells.

Read on: https://lantern.test/42
Unsubscribe: https://lantern.test/bye
`;

const NEWSLETTER_HTML = `<!DOCTYPE html>
<html><head><title>The Lantern Weekly</title><style>h1 { color: #b7791f } td { padding: 8px }</style></head>
<body style="font-family: Georgia, serif; background: #faf6ec">
<div style="display:none">Three things to repair before winter, and the quiet bell.</div>
<table width="600" align="center">
<tr><td><img src="https://images.lantern.test/masthead.png" width="580" height="80" alt="The Lantern Weekly"></td></tr>
<tr><td><h1>Three things to repair before winter</h1>
<p>Brake pads, lights, and the one spoke that has been <em>singing</em> since June.
<a href="https://lantern.test/42?reader=8731">Read on</a></p></td></tr>
<tr><td><h2>The quiet bell</h2><p>Why a town in the north gives away bicycle bells.</p></td></tr>
<tr><td><small><a href="https://lantern.test/bye">Unsubscribe</a></small></td></tr>
</table>
<img src="https://track.lantern.test/open.gif?reader=8731" width="1" height="1" alt="">
</body></html>
`;

const LOGO_HTML = `<p>Dear Jane,</p>
<p>here is the first draft of the logo:</p>
<p><img src="cid:logo@northlight.test" alt="A golden ring" width="64" height="64"></p>
<p>The ring is a wheel, and also the bell of a post horn. <b>Do you like it?</b></p>
<p>Mara</p>
`;

/** A newsletter whose remote images track reading. */
export function createNewsletter(reader: Person, now: Date): DemoMessage {
  const boundary = 'lantern-weekly-42';
  return storeLetter(
    {
      id: 'weekly-42@lantern.test',
      from: people.lantern,
      to: [reader],
      subject: 'The Lantern Weekly: three things to repair before winter',
      sentAt: timeBefore(now, { hours: 6, minutes: 41 }),
      entity: multipart('alternative', {
        boundary,
        parts: [textEntity('text/plain', NEWSLETTER_TEXT), textEntity('text/html', NEWSLETTER_HTML)],
      }),
      fields: [
        ['List-Id', 'The Lantern Weekly <weekly.lantern.test>'],
        ['List-Unsubscribe', '<https://lantern.test/bye>'],
        ['Precedence', 'bulk'],
      ],
    },
    { mailbox: 'INBOX' },
  );
}

/** An HTML letter with an embedded image. */
export function createLogoLetter(now: Date): DemoMessage {
  const logo = fileEntity({
    mediaType: 'image/png',
    fileName: 'logo.png',
    octets: createPngImage(),
    contentId: 'logo@northlight.test',
  });
  return storeLetter(
    {
      id: 'logo-draft-1@northlight.test',
      from: people.studio,
      to: [people.jane],
      cc: [people.ann],
      subject: 'The new logo, first draft',
      sentAt: timeBefore(now, { hours: 19, minutes: 11 }),
      entity: multipart('related', {
        boundary: 'northlight-logo',
        parts: [textEntity('text/html', LOGO_HTML), logo],
      }),
    },
    { mailbox: 'INBOX', flags: ['\\Seen', '\\Flagged'] },
  );
}
