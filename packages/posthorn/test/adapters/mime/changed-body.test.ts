/** What becomes of the parts of a body. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeBody } from '../../../src/adapters/mime/changed-body.ts';
import { entityPieces } from '../../../src/adapters/mime/entity.ts';
import { joinPieces } from '../../../src/adapters/mime/octet-pieces.ts';
import type { DraftChange } from '../../../src/domain/messages/message-draft.ts';
import { bufferSource } from '../../../src/domain/values/buffer-source.ts';
import { octetsOf } from '../../support/octets-of.ts';
import { attachmentOctets, bodyOf, file, outline, rawMessage, readTexts } from './test-composer.ts';

async function change(body: Buffer, values: DraftChange): Promise<Buffer> {
  return octetsOf(joinPieces(entityPieces(await changeBody(bodyOf(body), values))));
}

const PNG_PART = ['Content-Type: image/png', 'Content-ID: <logo@x>', 'X-Attachment-Id: f_1', '', 'UE5H'];
const PDF_PART = [
  'content-type:application/pdf; name=a.pdf',
  'Content-Disposition: attachment',
  '',
  '%PDF\u00e9',
];

/** mixed(alternative(plain, related(html, png)), pdf) */
const LETTER = rawMessage(
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  'Content-Type: multipart/alternative; boundary=a',
  '',
  '--a',
  '',
  'old plain',
  '--a',
  'Content-Type: multipart/related; boundary=r',
  '',
  '--r',
  'Content-Type: text/html',
  '',
  '<p>old html</p>',
  '--r',
  ...PNG_PART,
  '--r--',
  '--a--',
  '--m',
  ...PDF_PART,
  '--m--',
);
const LETTER_FILES = [PNG_PART.join('\r\n'), Buffer.from(PDF_PART.join('\r\n')).toString('latin1')];

/** signed(mixed(plain, pdf), signature) */
const SIGNED = rawMessage(
  'Content-Type: multipart/signed; boundary=s; protocol="application/pgp-signature"',
  '',
  '--s',
  'Content-Type: multipart/mixed; boundary=m',
  '',
  '--m',
  '',
  'old plain',
  '--m',
  ...PDF_PART,
  '--m--',
  '--s',
  'Content-Type: application/pgp-signature',
  '',
  'signature',
  '--s--',
);

describe('changing the texts of a body', () => {
  it('keeps images and files octet by octet', async () => {
    const changed = await change(LETTER, { textHtml: '<p>new</p>' });

    assert.deepEqual(attachmentOctets(changed), LETTER_FILES);
  });

  it('replaces both texts', async () => {
    assert.deepEqual(readTexts(await change(LETTER, { textHtml: '<p>new</p>' })), {
      plain: 'new',
      html: '<p>new</p>',
    });
  });

  it('keeps images beside the HTML and files behind the texts', async () => {
    const changed = await change(LETTER, { textPlain: 'new', textHtml: '<p>new</p>' });

    assert.equal(
      outline(changed),
      'mixed(alternative(text/plain, related(text/html, image/png)), application/pdf)',
    );
  });

  it('gives a letter with HTML its HTML back when only plain text is given', async () => {
    assert.deepEqual(readTexts(await change(LETTER, { textPlain: '1 < 2' })), {
      plain: '1 < 2',
      html: '1 &lt; 2',
    });
  });

  it('keeps images as files when no text is left', async () => {
    assert.equal(
      outline(await change(LETTER, { textPlain: '' })),
      'mixed(text/plain, image/png, application/pdf)',
    );
  });

  it('leaves plain text plain', async () => {
    assert.equal(outline(await change(rawMessage('', 'old'), { textPlain: 'new' })), 'text/plain');
  });

  it('gives plain text its HTML when there is one', async () => {
    assert.equal(
      outline(await change(rawMessage('', 'old'), { textHtml: 'new' })),
      'alternative(text/plain, text/html)',
    );
  });

  it('puts the texts before a message that is one file', async () => {
    const changed = await change(rawMessage(...PDF_PART), { textPlain: 'new' });

    assert.equal(outline(changed), 'mixed(text/plain, application/pdf)');
  });

  it('puts the texts into the mixed body that has only files', async () => {
    const files = rawMessage(
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      ...PDF_PART,
      '--m',
      ...PNG_PART,
      '--m--',
    );

    assert.equal(
      outline(await change(files, { textPlain: 'new' })),
      'mixed(text/plain, application/pdf, image/png)',
    );
  });

  it('keeps what was signed, and the signature as a file', async () => {
    assert.equal(
      outline(await change(SIGNED, { textPlain: 'new' })),
      'mixed(text/plain, application/pdf, application/pgp-signature)',
    );
  });

  it('keeps a multipart without texts whole', async () => {
    const encrypted = rawMessage(
      'Content-Type: multipart/encrypted; boundary=e',
      '',
      '--e',
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '--e',
      'Content-Type: application/octet-stream',
      '',
      'secret',
      '--e--',
    );
    const changed = await change(encrypted, { textPlain: 'new' });

    assert.equal(
      outline(changed),
      'mixed(text/plain, encrypted(application/pgp-encrypted, application/octet-stream))',
    );
    assert.ok(changed.includes(encrypted.subarray(encrypted.indexOf('--e'))));
  });

  it('keeps the type of messages that leave a digest', async () => {
    const digest = rawMessage(
      'Content-Type: multipart/digest; boundary=d',
      '',
      '--d',
      'Content-Type: text/plain',
      '',
      'old',
      '--d',
      '',
      'Subject: x',
      '',
      'digested',
      '--d--',
    );

    assert.equal(outline(await change(digest, { textPlain: 'new' })), 'mixed(text/plain, message/rfc822)');
  });

  it('keeps a message with too many parts whole', async () => {
    const torn = rawMessage('Content-Type: multipart/mixed; boundary=b', '', ...Array(2_000).fill('--b'));

    assert.ok((await change(torn, { textPlain: 'new' })).includes(torn));
  });
});

describe('adding files to a body', () => {
  it('puts them behind the parts of a mixed body', async () => {
    assert.equal(
      outline(await change(LETTER, { addedAttachments: [file({ mediaType: 'text/csv' })] })),
      'mixed(alternative(text/plain, related(text/html, image/png)), application/pdf, text/csv)',
    );
  });

  it('leaves all other parts as they are', async () => {
    const changed = await change(LETTER, { addedAttachments: [file()] });

    assert.deepEqual(attachmentOctets(changed).slice(0, 2), LETTER_FILES);
    assert.deepEqual(readTexts(changed), { plain: 'old plain', html: '<p>old html</p>' });
  });

  it('puts them behind a body that is no mixed one', async () => {
    assert.equal(
      outline(await change(rawMessage('Content-Type: text/html', '', 'x'), { addedAttachments: [file()] })),
      'mixed(text/html, application/pdf)',
    );
  });

  it('leaves a signed body intact', async () => {
    const changed = await change(SIGNED, { addedAttachments: [file()] });

    assert.ok(changed.includes(SIGNED.subarray(0, -2)));
  });

  it('puts an image that the HTML refers to beside the HTML', async () => {
    const image = file({ mediaType: 'image/gif', contentId: 'new@x' });

    assert.equal(
      outline(await change(LETTER, { addedAttachments: [image] })),
      'mixed(alternative(text/plain, related(text/html, image/png, image/gif)), application/pdf)',
    );
  });

  it('makes a place for images beside HTML that had none', async () => {
    const html = rawMessage('Content-Type: text/html', '', 'x');
    const image = file({ mediaType: 'image/gif', contentId: 'new@x' });

    assert.equal(
      outline(await change(html, { addedAttachments: [image, file()] })),
      'mixed(related(text/html, image/gif), application/pdf)',
    );
  });

  it('takes an image for a file where there is no HTML', async () => {
    const image = file({ mediaType: 'image/gif', contentId: 'new@x' });

    assert.equal(
      outline(await change(rawMessage('', 'x'), { addedAttachments: [image] })),
      'mixed(text/plain, image/gif)',
    );
  });

  it('cannot be confused by an added message with the boundaries of the body', async () => {
    const added = file({
      mediaType: 'message/rfc822',
      content: bufferSource(rawMessage('', '--m', '', 'not a part', '--m--')),
    });

    assert.equal(
      outline(await change(LETTER, { addedAttachments: [added] })),
      'mixed(alternative(text/plain, related(text/html, image/png)), application/pdf, message/rfc822)',
    );
  });
});

describe('removing attachments from a body', () => {
  it('removes a file and the multipart that was there for it', async () => {
    assert.equal(
      outline(await change(LETTER, { removedParts: ['2'] })),
      'alternative(text/plain, related(text/html, image/png))',
    );
  });

  it('removes an image and the multipart that was there for it', async () => {
    assert.equal(
      outline(await change(LETTER, { removedParts: ['1.2.2'] })),
      'mixed(alternative(text/plain, text/html), application/pdf)',
    );
  });

  it('leaves all other parts as they are', async () => {
    const changed = await change(LETTER, { removedParts: ['1.2.2'] });

    assert.deepEqual(attachmentOctets(changed), LETTER_FILES.slice(1));
    assert.deepEqual(readTexts(changed), { plain: 'old plain', html: '<p>old html</p>' });
  });

  it('removes several at once', async () => {
    assert.equal(
      outline(await change(LETTER, { removedParts: ['2', '1.2.2', '2'] })),
      'alternative(text/plain, text/html)',
    );
  });

  it('numbers the parts as they are before the change', async () => {
    const changed = await change(LETTER, {
      removedParts: ['2'],
      textPlain: 'new',
      addedAttachments: [file()],
    });

    assert.equal(
      outline(changed),
      'mixed(alternative(text/plain, related(text/html, image/png)), application/pdf)',
    );
  });

  it('claims no signature over what has changed', async () => {
    assert.equal(
      outline(await change(SIGNED, { removedParts: ['1.2'] })),
      'mixed(text/plain, application/pgp-signature)',
    );
  });

  it('leaves an empty text of a message that was one file', async () => {
    const changed = await change(rawMessage(...PDF_PART), { removedParts: ['1'] });

    assert.deepEqual([outline(changed), readTexts(changed)], ['text/plain', { plain: '', html: '' }]);
  });

  const UNKNOWN: readonly (readonly [string, string])[] = [
    ['a place without part', '3'],
    ['a text', '1.1'],
    ['a multipart', '1'],
    ['the whole message', ''],
    ['no part specifier', '2.'],
    ['a name of object members', '__proto__'],
  ];
  for (const [description, path] of UNKNOWN) {
    it(`refuses ${description}`, async () => {
      await assert.rejects(change(LETTER, { removedParts: ['2', path] }), { code: 'attachment-unknown' });
    });
  }
});
