import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Attachment } from '../../../src/domain/messages/attachment.ts';
import {
  type AttachmentId,
  findAttachment,
  formatAttachmentId,
  parseAttachmentId,
} from '../../../src/domain/messages/attachment-id.ts';

function attachment(values: Partial<Attachment> = {}): Attachment {
  return {
    part: '2',
    fileName: 'a.txt',
    mediaType: 'text/plain',
    encodedOctets: 8,
    encoding: 'base64',
    contentId: null,
    isInline: false,
    ...values,
  };
}

function idOf(one: Attachment): AttachmentId {
  const id = parseAttachmentId(formatAttachmentId(one));
  assert.ok(id);
  return id;
}

describe('formatAttachmentId', () => {
  it('joins the part and 16 digits of the digest of name, media type and octets', () => {
    assert.equal(formatAttachmentId(attachment({ part: '2.1' })), '2.1-4022fa3881f2724f');
  });

  it('gives different digests to files that differ in name, media type or octets', () => {
    const digests = [{}, { fileName: null }, { mediaType: 'text/html' }, { encodedOctets: 9 }].map((values) =>
      formatAttachmentId(attachment(values)),
    );

    assert.equal(new Set(digests).size, 4);
  });
});

const UNUSABLE = [
  '',
  '2',
  '-4022fa3881f2724f',
  '2-4022fa3881f2724',
  '2-4022FA3881F2724F',
  '2-4022fa3881f2724f ',
  '0-4022fa3881f2724f',
  '2.-4022fa3881f2724f',
  '1:*-4022fa3881f2724f',
  `${'1.'.repeat(500)}1-4022fa3881f2724f`,
];

describe('parseAttachmentId', () => {
  it('reads part and digest', () => {
    assert.deepEqual(parseAttachmentId('2.1-4022fa3881f2724f'), { part: '2.1', digest: '4022fa3881f2724f' });
  });

  for (const text of UNUSABLE) {
    it(`refuses ${JSON.stringify(text.slice(0, 40))}`, () => {
      assert.equal(parseAttachmentId(text), undefined);
    });
  }
});

describe('findAttachment', () => {
  it('finds the file at its part', () => {
    const [first, second] = [attachment({ part: '2' }), attachment({ part: '3' })];

    assert.equal(findAttachment([first, second], idOf(second)), second);
  });

  it('finds the same file after the parts were renumbered', () => {
    const moved = attachment({ part: '2' });

    assert.equal(findAttachment([moved], idOf(attachment({ part: '3' }))), moved);
  });

  it('finds nothing when another file is at the part', () => {
    assert.equal(findAttachment([attachment({ fileName: 'b.txt' })], idOf(attachment())), undefined);
  });

  it('finds nothing when the file moved and two look the same', () => {
    const twins = [attachment({ part: '2' }), attachment({ part: '3' })];

    assert.equal(findAttachment(twins, idOf(attachment({ part: '4' }))), undefined);
  });
});
