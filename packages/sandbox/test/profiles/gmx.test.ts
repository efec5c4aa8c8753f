/** The lies of GMX. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NESTED_MAIL } from '../support/mail-samples.ts';
import { capabilityWords, listedNames, openProfileSession } from './open-profile.ts';

describe('The profile of GMX', () => {
  it('announces little, and IDLE', async (t) => {
    const { client } = await openProfileSession(t, 'gmx');
    assert.deepEqual(capabilityWords((await client.run('CAPABILITY')).untagged[0]), [
      'IMAP4rev1',
      'LITERAL-',
      'ID',
      'IDLE',
      'UNSELECT',
      'CHILDREN',
      'NAMESPACE',
      'UIDPLUS',
    ]);
  });

  it('has German names that tell no use', async (t) => {
    const { client } = await openProfileSession(t, 'gmx');
    assert.ok((await listedNames(client)).includes('(\\HasNoChildren) "/" Gel&APY-scht'));
  });

  it('describes a nested multipart as if it were a single part', async (t) => {
    const { ann, client } = await openProfileSession(t, 'gmx');
    ann.deliver(NESTED_MAIL);
    await client.run('EXAMINE INBOX');
    const [structure = ''] = (await client.run('FETCH 1 BODYSTRUCTURE')).untagged;
    assert.match(
      structure,
      /\("MULTIPART" "alternative" \("boundary" "in ner"\) NIL NIL "7bit" \d+ NIL NIL NIL NIL\)/,
    );
    assert.match(structure, /"mixed" \("boundary" "outer"\) NIL NIL NIL\)\)$/);
  });
});
