import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import type { BodyPart } from '../../../src/domain/messages/body-structure.ts';
import { listAttachments } from '../../../src/message/parts/attachments.ts';
import { bodyPart, multipart } from '../body-part.ts';

/** The only attachment of the message. */
function attachmentOf(structure: BodyPart): Attachment | undefined {
  const [only, ...others] = listAttachments(structure);
  assert.equal(others.length, 0);
  return only?.attachment;
}

function imageWithId(contentId: string): BodyPart {
  return bodyPart({ mediaType: 'image/gif', contentId });
}

describe('listAttachments', () => {
  it('describes a file', () => {
    const part = bodyPart({
      path: '2.1',
      mediaType: 'application/pdf',
      encoding: 'base64',
      octets: 1234,
      disposition: 'attachment',
      dispositionParameters: new Map([['filename*', "utf-8''%C3%A4.pdf"]]),
    });

    assert.deepEqual(attachmentOf(part), {
      part: '2.1',
      fileName: '\u00e4.pdf',
      mediaType: 'application/pdf',
      encodedOctets: 1234,
      encoding: 'base64',
      contentId: null,
      isInline: false,
    });
  });

  it('gives the content id without angle brackets', () => {
    assert.equal(attachmentOf(imageWithId(' <a@x> '))?.contentId, 'a@x');
  });

  it('keeps a content id without angle brackets or at sign', () => {
    assert.equal(attachmentOf(imageWithId('image001'))?.contentId, 'image001');
  });

  it('gives null for an empty content id', () => {
    assert.equal(attachmentOf(imageWithId('<>'))?.contentId, null);
  });

  it('marks the image that the HTML of a multipart/related shows', () => {
    const html = bodyPart({ mediaType: 'text/html' });

    assert.equal(attachmentOf(multipart('related', [html, imageWithId('<a>')]))?.isInline, true);
    assert.equal(attachmentOf(multipart('mixed', [html, imageWithId('<a>')]))?.isInline, false);
  });
});
