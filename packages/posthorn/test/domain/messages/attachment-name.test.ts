import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import { attachmentName } from '../../../src/domain/messages/attachment-name.ts';

function attachment(fileName: string | null, mediaType: string): Attachment {
  return {
    part: '2.1',
    fileName,
    mediaType,
    encodedOctets: 8,
    encoding: 'base64',
    contentId: null,
    isInline: false,
  };
}

describe('attachmentName', () => {
  it('is the file name of the message', () => {
    assert.equal(attachmentName(attachment('Zürich.pdf', 'application/pdf')), 'Zürich.pdf');
  });

  it('is made of part and media type for a forwarded message without a name', () => {
    assert.equal(attachmentName(attachment(null, 'message/rfc822')), 'attachment-2.1.eml');
  });

  it('has no extension for a media type that tells none', () => {
    assert.equal(attachmentName(attachment(' ', 'application/octet-stream')), 'attachment-2.1');
  });
});
