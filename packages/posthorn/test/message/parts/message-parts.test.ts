import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BodyPart } from '../../../src/domain/messages/body-structure.ts';
import { selectMessageParts } from '../../../src/message/parts/message-parts.ts';
import { bodyPart, multipart } from '../body-part.ts';

const plain = (values: Partial<BodyPart> = {}): BodyPart => bodyPart(values);
const html = (values: Partial<BodyPart> = {}): BodyPart => bodyPart({ mediaType: 'text/html', ...values });
const image = (values: Partial<BodyPart> = {}): BodyPart => bodyPart({ mediaType: 'image/png', ...values });
const pdf = (values: Partial<BodyPart> = {}): BodyPart =>
  bodyPart({ mediaType: 'application/pdf', ...values });

/** The media types of what was chosen. */
function select(root: BodyPart): Record<string, readonly string[]> {
  const { plain: plainTexts, html: htmlTexts, attachments } = selectMessageParts(root);
  const types = (parts: readonly BodyPart[]) => parts.map((part) => part.mediaType);
  return { plain: types(plainTexts), html: types(htmlTexts), attachments: types(attachments) };
}

function hasAttachments(root: BodyPart): boolean {
  return selectMessageParts(root).hasAttachments;
}

describe('selectMessageParts', () => {
  it('takes a message of one text as its body', () => {
    assert.deepEqual(select(plain()), { plain: ['text/plain'], html: [], attachments: [] });
  });

  it('takes both texts of an alternative', () => {
    assert.deepEqual(select(multipart('alternative', [plain(), html()])), {
      plain: ['text/plain'],
      html: ['text/html'],
      attachments: [],
    });
  });

  it('shows the texts of a mixed message in order, whatever their types', () => {
    const parts = multipart('mixed', [plain(), image({ disposition: 'inline' }), html(), plain()]);
    const types = ['text/plain', 'text/html', 'text/plain'];

    assert.deepEqual(select(parts), { plain: types, html: types, attachments: ['image/png'] });
  });

  it('shows what follows an alternative with both of its texts', () => {
    const parts = multipart('mixed', [multipart('alternative', [plain(), html()]), plain()]);

    assert.deepEqual(select(parts), {
      plain: ['text/plain', 'text/plain'],
      html: ['text/html', 'text/plain'],
      attachments: [],
    });
  });

  it('shows the texts of a multipart that is an alternative with that alternative', () => {
    const parts = multipart('alternative', [plain(), multipart('mixed', [html(), pdf(), plain()])]);

    assert.deepEqual(select(parts), {
      plain: ['text/plain'],
      html: ['text/html', 'text/plain'],
      attachments: ['application/pdf'],
    });
  });

  it('loses no text of an alternative in which one part has both kinds', () => {
    const parts = multipart('alternative', [multipart('mixed', [plain(), html()])]);
    const types = ['text/plain', 'text/html'];

    assert.deepEqual(select(parts), { plain: types, html: types, attachments: [] });
  });

  it('takes a text with a file name as a file when another part comes first', () => {
    const file = { dispositionParameters: new Map([['filename', 'server.log']]), disposition: 'inline' };
    const named = { parameters: new Map([['name', 'report.html']]) };

    assert.deepEqual(select(multipart('mixed', [plain(named), plain(file), html(named)])), {
      plain: ['text/plain'],
      html: [],
      attachments: ['text/plain', 'text/html'],
    });
  });

  it('takes an alternative with a file name as body text', () => {
    const named = { parameters: new Map([['name', 'mail.html']]) };

    assert.deepEqual(select(multipart('alternative', [plain(), html(named)])).html, ['text/html']);
  });

  it('shows the root of a multipart/related, and none of its other texts', () => {
    const root = html({ path: '2', contentId: '<root@x>' });
    const related = { ...multipart('related', [html({ contentId: '<frame@x>' }), root]) };
    const parameters = new Map([['start', '<root@x>']]);

    assert.deepEqual(selectMessageParts({ ...related, parameters }).html, [root]);
    assert.deepEqual(select(multipart('related', [image(), html(), html()])), {
      plain: [],
      html: ['text/html'],
      attachments: ['image/png', 'text/html'],
    });
  });

  it('lists calendar data once when a file repeats it', () => {
    const calendar = bodyPart({ mediaType: 'text/calendar', octets: 1000 });
    const file = (octets: number) =>
      bodyPart({
        mediaType: 'application/octet-stream',
        encoding: 'base64',
        octets,
        disposition: 'attachment',
        dispositionParameters: new Map([['filename', 'Invite.ICS']]),
      });
    const invitation = (octets: number) =>
      multipart('mixed', [multipart('alternative', [plain(), html(), calendar]), file(octets)]);

    assert.deepEqual(select(invitation(1370)).attachments, ['application/octet-stream']);
    assert.deepEqual(select(invitation(3000)).attachments, ['text/calendar', 'application/octet-stream']);
  });

  it('keeps every text of a mixed message in order', () => {
    const first = plain({ path: '1' });
    const second = plain({ path: '3', disposition: 'inline' });
    const parts = selectMessageParts(multipart('mixed', [first, image(), second]));

    assert.deepEqual(parts.plain, [first, second]);
  });

  it('takes a text with a file name as body text when it is not an attachment', () => {
    const part = plain({ dispositionParameters: new Map([['filename', 'a.txt']]), disposition: 'inline' });

    assert.deepEqual(select(part), { plain: ['text/plain'], html: [], attachments: [] });
  });

  it('takes texts with the disposition attachment as attachments', () => {
    assert.deepEqual(select(multipart('mixed', [plain(), html({ disposition: 'attachment' })])), {
      plain: ['text/plain'],
      html: [],
      attachments: ['text/html'],
    });
  });

  it('takes every other leaf as an attachment', () => {
    const parts = [image({ contentId: '<a@x>' }), bodyPart({ mediaType: 'text/calendar' }), pdf()];

    assert.deepEqual(select(multipart('mixed', parts)).attachments, [
      'image/png',
      'text/calendar',
      'application/pdf',
    ]);
  });

  it('takes a message that is one file as an attachment', () => {
    assert.deepEqual(select(pdf()), { plain: [], html: [], attachments: ['application/pdf'] });
  });

  it('takes a message within a message as one attachment', () => {
    const forwarded = bodyPart({ mediaType: 'message/rfc822' });

    assert.deepEqual(select(multipart('mixed', [plain(), forwarded])).attachments, ['message/rfc822']);
  });

  it('takes nothing from a multipart without parts', () => {
    assert.deepEqual(select(multipart('mixed', [])), { plain: [], html: [], attachments: [] });
  });

  it('finds parts at a depth of 100 and leaves out deeper ones', () => {
    const nest = (depth: number): BodyPart => {
      let root = plain();
      for (let level = 0; level < depth; level++) root = multipart('mixed', [root]);
      return root;
    };

    assert.equal(selectMessageParts(nest(100)).plain.length, 1);
    assert.equal(selectMessageParts(nest(101)).plain.length, 0);
    assert.equal(selectMessageParts(nest(100_000)).plain.length, 0);
  });

  it('takes the first 1,000 leaves', () => {
    const root = multipart('mixed', [
      multipart('mixed', Array(600).fill(plain())),
      ...Array(600).fill(pdf()),
    ]);
    const parts = selectMessageParts(root);

    assert.deepEqual([parts.plain.length, parts.attachments.length], [600, 400]);
  });
});

/** [the attachment, the message, whether the message has attachments] */
const MESSAGES: readonly (readonly [string, BodyPart, boolean])[] = [
  ['no attachment', multipart('alternative', [plain(), html()]), false],
  ['a file', multipart('mixed', [plain(), pdf({ disposition: 'attachment' })]), true],
  ['a file without a disposition', multipart('mixed', [plain(), pdf()]), true],
  ['an image without a disposition', multipart('mixed', [plain(), image()]), true],
  ['a text as an attachment', multipart('mixed', [plain(), plain({ disposition: 'attachment' })]), true],
  ['a forwarded message', multipart('mixed', [plain(), bodyPart({ mediaType: 'message/rfc822' })]), true],
  [
    'an inline image that no HTML can show',
    multipart('mixed', [plain(), image({ disposition: 'inline' })]),
    true,
  ],
  [
    'an image with an id beside the HTML',
    multipart('mixed', [html(), image({ disposition: 'inline', contentId: '<a@x>' })]),
    true,
  ],
  ['an image without an id in a multipart/related', multipart('related', [html(), image()]), true],
  [
    'an image that plain text cannot show',
    multipart('related', [plain(), image({ contentId: '<a@x>' })]),
    true,
  ],
  ['an image among alternatives', multipart('alternative', [plain(), html(), image()]), true],
  [
    'an image that the HTML among alternatives shows',
    multipart('related', [multipart('alternative', [plain(), html()]), image({ contentId: '<a@x>' })]),
    false,
  ],
  ['an image that the HTML shows', multipart('related', [html(), image({ contentId: '<a@x>' })]), false],
  [
    'an image with an id that is an attachment',
    multipart('mixed', [html(), image({ contentId: '<a@x>', disposition: 'attachment' })]),
    true,
  ],
  [
    'a signature',
    multipart('signed', [plain(), bodyPart({ mediaType: 'application/pgp-signature' })]),
    false,
  ],
  [
    'an S/MIME signature with a file name',
    multipart('signed', [
      plain(),
      bodyPart({ mediaType: 'application/pkcs7-signature', disposition: 'attachment' }),
    ]),
    false,
  ],
  ['a signed file', multipart('signed', [pdf(), bodyPart({ mediaType: 'application/pgp-signature' })]), true],
  [
    'encrypted mail',
    multipart('encrypted', [
      bodyPart({ mediaType: 'application/pgp-encrypted' }),
      bodyPart({ mediaType: 'application/octet-stream', disposition: 'inline' }),
    ]),
    false,
  ],
  ['a key', multipart('mixed', [plain(), bodyPart({ mediaType: 'application/pgp-keys' })]), false],
  ['TNEF', multipart('mixed', [plain(), bodyPart({ mediaType: 'application/ms-tnef' })]), true],
  ['nothing but TNEF', bodyPart({ mediaType: 'application/ms-tnef' }), true],
  [
    'an invitation beside the texts',
    multipart('alternative', [plain(), html(), bodyPart({ mediaType: 'text/calendar' })]),
    false,
  ],
  [
    'a delivery report',
    multipart('report', [plain(), bodyPart({ mediaType: 'message/delivery-status' })]),
    false,
  ],
  [
    'an invitation as a file',
    multipart('mixed', [plain(), bodyPart({ mediaType: 'text/calendar', disposition: 'attachment' })]),
    true,
  ],
];

describe('hasAttachments', () => {
  for (const [attachment, message, expected] of MESSAGES) {
    it(`is ${expected} for ${attachment}`, () => {
      assert.equal(hasAttachments(message), expected);
    });
  }
});
