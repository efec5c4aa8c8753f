import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import { attachmentSize } from '../../../src/domain/messages/attachment-size.ts';

function attachment(encoding: string, encodedOctets: number): Attachment {
  return {
    part: '2',
    fileName: null,
    mediaType: 'image/png',
    encodedOctets,
    encoding,
    contentId: null,
    isInline: false,
  };
}

describe('attachmentSize', () => {
  it('estimates base64 without its line ends', () => {
    assert.deepEqual(attachmentSize(attachment('base64', 78_000)), { octets: 57_000, isEstimate: true });
    assert.deepEqual(attachmentSize(attachment('base64', 36)), { octets: 27, isEstimate: true });
  });

  it('takes contents that are not encoded as they are', () => {
    assert.deepEqual(attachmentSize(attachment('8bit', 1234)), { octets: 1234, isEstimate: false });
  });

  it('takes other encodings for no shorter than they travel, which is an estimate', () => {
    assert.deepEqual(attachmentSize(attachment('quoted-printable', 1234)), {
      octets: 1234,
      isEstimate: true,
    });
  });

  it('is exact for what was counted', () => {
    const counted = { ...attachment('base64', 78_000), countedOctets: 56_999 };

    assert.deepEqual(attachmentSize(counted), { octets: 56_999, isEstimate: false });
  });
});
