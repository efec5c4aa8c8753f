/** BODYSTRUCTURE of unusual messages. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatBodyStructure } from '../../../src/imap/responses/body-structure.ts';
import { MessageContent } from '../../../src/message/message-content.ts';

function structure(...lines: string[]): string {
  return formatBodyStructure(new MessageContent(Buffer.from(lines.join('\r\n'))).root, {
    form: 'BODYSTRUCTURE',
  });
}

describe('formatBodyStructure', () => {
  it('stands an empty text in for the parts of an empty multipart', () => {
    assert.equal(
      structure('Content-Type: multipart/mixed; boundary=b', '', 'nothing'),
      '(("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0 NIL NIL NIL NIL) "mixed" ("boundary" "b") NIL NIL NIL)',
    );
  });

  it('shows languages, location and digest', () => {
    assert.equal(
      structure(
        'Content-Type: image/png',
        'Content-MD5: abc',
        'Content-Language: de, en',
        'Content-Location: http://x.example/',
        'Content-Disposition: inline',
        'Content-Description: a picture',
        '',
        'xx',
      ),
      '("image" "png" NIL NIL "a picture" "7bit" 2 "abc" ("inline" NIL) ("de" "en") "http://x.example/")',
    );
  });

  it('quotes what needs quoting', () => {
    assert.equal(
      structure('Content-Type: image/png; name="a\\"b\\\\c"', '', ''),
      '("image" "png" ("name" "a\\"b\\\\c") NIL NIL "7bit" 0 NIL NIL NIL NIL)',
    );
  });

  it('takes a broken media type for plain text', () => {
    assert.equal(
      structure('Content-Type: text', '', 'x'),
      '("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 1 0 NIL NIL NIL NIL)',
    );
  });
});
