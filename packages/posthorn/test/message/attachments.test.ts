import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInlineImage, toAttachment } from '../../src/message/attachments.ts';
import { bodyPart } from './body-part.ts';

describe('toAttachment', () => {
  it('describes a file', () => {
    const part = bodyPart({
      path: '2.1',
      mediaType: 'application/pdf',
      encoding: 'base64',
      octets: 1234,
      disposition: 'attachment',
      dispositionParameters: new Map([['filename*', "utf-8''%C3%A4.pdf"]]),
    });

    assert.deepEqual(toAttachment(part), {
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
    assert.equal(toAttachment(bodyPart({ contentId: ' <a@x> ' })).contentId, 'a@x');
  });

  it('keeps a content id without angle brackets or at sign', () => {
    assert.equal(toAttachment(bodyPart({ contentId: 'image001' })).contentId, 'image001');
  });

  it('gives null for an empty content id', () => {
    assert.equal(toAttachment(bodyPart({ contentId: '<>' })).contentId, null);
  });
});

describe('isInlineImage', () => {
  it('is true for an image that says so', () => {
    assert.equal(isInlineImage(bodyPart({ mediaType: 'image/gif', disposition: 'inline' })), true);
  });

  it('is true for an image with an id and without a disposition', () => {
    assert.equal(isInlineImage(bodyPart({ mediaType: 'image/gif', contentId: '<a>' })), true);
  });

  it('is false for an image with an id that is an attachment', () => {
    const part = bodyPart({ mediaType: 'image/gif', contentId: '<a>', disposition: 'attachment' });

    assert.equal(isInlineImage(part), false);
  });

  it('is false for other parts', () => {
    assert.equal(isInlineImage(bodyPart({ mediaType: 'application/pdf', disposition: 'inline' })), false);
  });
});
