/** The lies of Exchange Server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mail, NESTED_MAIL } from '../support/mail-samples.ts';
import { capabilityWords, openProfile, openProfileSession } from './open-profile.ts';

describe('The profile of Exchange', () => {
  it('announces mechanisms that it does not speak', async (t) => {
    const { greeting, client } = await openProfile(t, 'exchange');
    const words = capabilityWords(greeting);
    assert.deepEqual(
      ['IMAP4', 'AUTH=NTLM', 'MOVE', 'UIDPLUS', 'ENABLE', 'SORT', 'SPECIAL-USE'].filter((word) =>
        words.includes(word),
      ),
      ['IMAP4', 'AUTH=NTLM', 'MOVE', 'UIDPLUS'],
    );
    assert.equal(
      (await client.run('AUTHENTICATE NTLM')).answer,
      'NO [CANNOT] Unsupported authentication mechanism',
    );
  });

  it('tells a size that is none of the message', async (t) => {
    const { ann, client } = await openProfileSession(t, 'exchange');
    ann.deliver(mail({}, 'x'.repeat(1000)));
    await client.run('EXAMINE INBOX');
    const octets = mail({}, 'x'.repeat(1000)).length;
    const { untagged } = await client.run('FETCH 1 (RFC822.SIZE BODY.PEEK[])');
    const size = Number(/RFC822\.SIZE (\d+)/.exec(untagged[0] ?? '')?.[1]);
    assert.equal(size, Math.ceil(octets * 1.05) + 97);
    assert.ok(untagged[0]?.includes(`BODY[] {${octets}}`));
  });

  it('stores another message than the one it is given', async (t) => {
    const { ann, client } = await openProfileSession(t, 'exchange');
    await client.run(`APPEND Drafts {${NESTED_MAIL.length}+}\r\n${NESTED_MAIL}`);
    const stored = ann.messages('Drafts')[0]?.raw.toString() ?? '';
    assert.match(stored, /^X-MS-Exchange-Organization-AuthAs: Internal\r\n/);
    assert.equal(stored.includes('boundary=outer'), false);
    assert.match(stored, /boundary=(_000_[0-9a-f]{24}_)\r\n[\s\S]*--\1\r\n[\s\S]*--\1--/);
    assert.ok(stored.includes('first text') && stored.includes('boundary="in ner"'));
  });
});
