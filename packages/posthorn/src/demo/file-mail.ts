import { type DemoMessage, storeLetter, writeLetter } from './letter.ts';
import { createPdfDocument } from './pdf-document.ts';
import { people } from './people.ts';
import { type Entity, fileEntity, multipart, plainEntity, textEntity } from './raw-message.ts';
import { createSeededRandom } from './seeded-random.ts';
import { timeBefore } from './time-before.ts';

/** Large enough to see attachments stream. */
const FLOOR_PLAN_OCTETS = 300 * 1024;
const INVENTORY = 'Repair stands: 2\nTrue wheels: 1\nPatches: 140\nPatience: plenty\n';

/** A letter with text, PDF and large binary attachments. */
export function createPermitLetter(now: Date): DemoMessage {
  const text =
    'Dear Ms Doe,\n\nplease find the permit for the street enclosed, with the floor plan that you asked for.\n\nCity Council';
  return storeLetter(
    {
      id: 'permit.2201@council.test',
      from: people.council,
      to: [people.jane],
      subject: 'Your permit no. 2201',
      sentAt: timeBefore(now, { hours: 9, minutes: 29 }),
      entity: multipart('mixed', {
        boundary: 'council-permit',
        parts: [
          plainEntity('text/plain; charset=us-ascii', text),
          fileEntity({ mediaType: 'text/plain', fileName: 'inventory.txt', octets: Buffer.from(INVENTORY) }),
          fileEntity({
            mediaType: 'application/pdf',
            fileName: 'Genehmigung Stra\u00dfe.pdf',
            octets: createPdfDocument('Permit no. 2201: opening day'),
          }),
          fileEntity({
            mediaType: 'application/octet-stream',
            fileName: 'floor-plan.dwg',
            octets: createFloorPlan(),
          }),
        ],
      }),
    },
    { mailbox: 'INBOX' },
  );
}

/** A letter with another attached. */
export function createForwardedLetter(now: Date): DemoMessage {
  const original = writeLetter({
    id: 'insurance@machines.test',
    from: people.robot,
    to: [people.ann],
    subject: 'Insurance of the workshop',
    sentAt: timeBefore(now, { days: 5, minutes: 30 }),
    entity: plainEntity('text/plain; charset=us-ascii', 'The policy has been renewed for one year.'),
  });
  const attached: Entity = {
    fields: [
      ['Content-Type', 'message/rfc822'],
      ['Content-Disposition', 'attachment; filename="insurance.eml"'],
    ],
    content: original.toString('latin1'),
  };
  return storeLetter(
    {
      id: 'fwd-insurance@posthorn.test',
      from: people.ann,
      to: [people.jane],
      subject: 'Fwd: Insurance of the workshop',
      sentAt: timeBefore(now, { days: 4, hours: 3, minutes: 53 }),
      entity: multipart('mixed', {
        boundary: 'ann-forward',
        parts: [textEntity('text/plain', 'For your folder.\n'), attached],
      }),
    },
    { mailbox: 'INBOX', flags: ['\\Seen'] },
  );
}

function createFloorPlan(): Buffer {
  const random = createSeededRandom(2201);
  const octets = Buffer.alloc(FLOOR_PLAN_OCTETS);
  for (let offset = 0; offset < octets.length; offset += 4) octets.writeUInt32BE(random(), offset);
  return octets;
}
