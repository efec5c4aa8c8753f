import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../src/domain/attachment.ts';
import { estimateDecodedOctets } from '../../src/domain/attachment-size.ts';

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

describe('estimateDecodedOctets', () => {
  it('takes the line ends and the padding of base64 off', () => {
    assert.equal(estimateDecodedOctets(attachment('base64', 78_000)), 57_000);
  });

  it('takes contents that are not encoded as they are', () => {
    assert.equal(estimateDecodedOctets(attachment('8bit', 1234)), 1234);
  });
});
