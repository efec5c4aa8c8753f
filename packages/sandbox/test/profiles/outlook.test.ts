/** The lies of Outlook. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { xoauth2Response } from '../support/authentication.ts';
import { mail, NESTED_MAIL } from '../support/mail-samples.ts';
import { capabilityWords, listedNames, openProfile, openProfileSession } from './open-profile.ts';

describe('The profile of Outlook', () => {
  it('announces IMAP4rev2 and ENABLE, and refuses to enable it', async (t) => {
    const { client } = await openProfileSession(t, 'outlook');
    const words = capabilityWords((await client.run('CAPABILITY')).untagged[0]);
    assert.deepEqual(
      ['IMAP4rev2', 'ENABLE', 'MOVE', 'UIDPLUS', 'ESEARCH', 'SORT', 'CONDSTORE', 'SPECIAL-USE'].filter(
        (word) => words.includes(word),
      ),
      ['IMAP4rev2', 'ENABLE', 'MOVE', 'UIDPLUS'],
    );
    assert.equal((await client.run('ENABLE IMAP4rev2')).answer, 'BAD Command Error. 12');
    assert.match((await client.run('LIST "" * RETURN (STATUS (MESSAGES))')).answer, /^BAD /);
  });

  it('takes tokens only, though it does not say that LOGIN is disabled', async (t) => {
    const { client, greeting } = await openProfile(t, 'outlook');
    assert.deepEqual(
      capabilityWords(greeting).filter((word) => /^(AUTH|LOGIN)/.test(word)),
      ['AUTH=XOAUTH2'],
    );
    assert.equal((await client.run('LOGIN ann secret')).answer, 'NO LOGIN failed.');
    const { answer } = await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'token')}`);
    assert.match(answer, /^OK /);
  });

  it('answers nothing to a search that does not say what it wants to know', async (t) => {
    const { ann, client } = await openProfileSession(t, 'outlook');
    ann.deliver(mail());
    await client.run('SELECT INBOX');
    assert.deepEqual(await client.run('UID SEARCH RETURN () ALL'), {
      untagged: [],
      answer: 'OK SEARCH completed.',
    });
    assert.deepEqual((await client.run('UID SEARCH RETURN (ALL) ALL')).untagged, [
      '* ESEARCH (TAG "a") UID ALL 1',
    ]);
  });

  it('tells special uses that it does not announce, and keeps no keywords', async (t) => {
    const { client } = await openProfileSession(t, 'outlook');
    assert.ok((await listedNames(client)).includes('(\\HasNoChildren \\Trash) "/" "Deleted Items"'));
    const { untagged } = await client.run('SELECT INBOX');
    assert.ok(untagged.some((line) => line.includes('[PERMANENTFLAGS (') && !line.includes('\\*')));
  });

  it('tells NIL for boundaries', async (t) => {
    const { ann, client } = await openProfileSession(t, 'outlook');
    ann.deliver(NESTED_MAIL);
    await client.run('SELECT INBOX');
    const [structure = ''] = (await client.run('FETCH 1 BODYSTRUCTURE')).untagged;
    assert.equal(structure.match(/\("boundary" NIL\)/g)?.length, 2);
    assert.equal(structure.includes('outer'), false);
  });

  it('lets users in whom it then does not know', async (t) => {
    const { ann, client } = await openProfile(t, 'outlook');
    ann.setState('not-connected');
    await client.run(`AUTHENTICATE XOAUTH2 ${xoauth2Response('ann', 'token')}`);
    assert.equal((await client.run('SELECT INBOX')).answer, 'BAD User is authenticated but not connected.');
  });
});
