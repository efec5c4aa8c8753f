/** The lies of iCloud. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mail } from '../support/mail-samples.ts';
import { capabilityWords, listedNames, openProfile, openProfileSession } from './open-profile.ts';

describe('The profile of iCloud', () => {
  it('garbles the end of its first CAPABILITY answer', async (t) => {
    const { client, greeting } = await openProfile(t, 'icloud');
    const first = capabilityWords((await client.run('CAPABILITY')).untagged[0]);
    const second = capabilityWords((await client.run('CAPABILITY')).untagged[0]);
    assert.deepEqual([first.at(-1), second.at(-1)], ['AUTH=AT', 'AUTH=ATOKEN']);
    assert.ok(capabilityWords(greeting).includes('XAPPLEPUSHSERVICE'));
  });

  it('never tells that it has enabled anything', async (t) => {
    const { client } = await openProfileSession(t, 'icloud');
    assert.deepEqual(await client.run('ENABLE QRESYNC'), { untagged: [], answer: 'OK Enabled' });
  });

  it('tells that mail has vanished which is there', async (t) => {
    const { ann, client } = await openProfileSession(t, 'icloud');
    ann.deliver(mail());
    const uidValidity = ann.mailboxes()[0]?.uidValidity;
    await client.run('ENABLE QRESYNC');
    const { untagged } = await client.run(`SELECT INBOX (QRESYNC (${uidValidity} 2))`);
    assert.ok(untagged.includes('* VANISHED (EARLIER) 1'));
    assert.equal((await client.run('UID FETCH 1 UID')).untagged.length, 1);
  });

  it('has no data for RFC822 and the like', async (t) => {
    const { ann, client } = await openProfileSession(t, 'icloud');
    ann.deliver(mail());
    await client.run('EXAMINE INBOX');
    assert.deepEqual((await client.run('UID FETCH 1 (RFC822 RFC822.HEADER RFC822.SIZE)')).untagged, [
      `* 1 FETCH (UID 1 RFC822.SIZE ${mail().length})`,
    ]);
    assert.match((await client.run('UID FETCH 1 BODY[]')).untagged[0] ?? '', /BODY\[\] \{/);
  });

  it('escapes no quotes in envelopes', async (t) => {
    const { ann, client } = await openProfileSession(t, 'icloud');
    ann.deliver(mail({ Subject: 'Say "hello" now' }));
    await client.run('EXAMINE INBOX');
    assert.match((await client.run('FETCH 1 ENVELOPE')).untagged[0] ?? '', /"Say "hello" now"/);
  });

  it('quotes the names of header fields', async (t) => {
    const { ann, client } = await openProfileSession(t, 'icloud');
    ann.deliver(mail());
    await client.run('EXAMINE INBOX');
    const { untagged } = await client.run('FETCH 1 BODY.PEEK[HEADER.FIELDS (Subject From)]<0.20>');
    assert.match(untagged[0] ?? '', /^\* 1 FETCH \(BODY\[HEADER\.FIELDS \("SUBJECT" "FROM"\)\]<0> \{20\}/);
  });

  it('names its mailboxes in its own way and does not sort', async (t) => {
    const { client } = await openProfileSession(t, 'icloud');
    assert.ok((await listedNames(client)).includes('(\\Trash) "/" "Deleted Messages"'));
    assert.equal((await client.run('SORT (DATE) UTF-8 ALL')).answer, 'BAD Unknown command SORT');
  });
});
