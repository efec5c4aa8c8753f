/** Names, addresses and marks of people. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAddress, namesOf, parseAddresses } from '../../src/mail/address-text.ts';
import { colourOf, initialsOf } from '../../src/mail/initials.ts';

describe('parseAddresses', () => {
  it('reads names and addresses, with commas in quoted names', () => {
    assert.deepEqual(parseAddresses('"Lee, Ann" <ann@example.org>; bob@example.org'), [
      { name: 'Lee, Ann', address: 'ann@example.org' },
      { name: '', address: 'bob@example.org' },
    ]);
  });

  it('keeps what is no address, so that its author can correct it', () => {
    const [only] = parseAddresses('bob');

    assert.deepEqual([only, isAddress(only?.address ?? '')], [{ name: '', address: 'bob' }, false]);
  });
});

describe('namesOf', () => {
  it('calls the owner of the mailbox "me"', () => {
    const people = parseAddresses('JANE@example.org, Ann <ann@example.org>');

    assert.equal(namesOf(people, 'jane@example.org'), 'me, Ann');
  });
});

describe('initialsOf', () => {
  const initials = (name: string) => initialsOf({ name, address: 'x@example.org' });

  it('takes the first letters of two words, without an article', () => {
    assert.deepEqual(['Ann Lee', 'Backup', 'The Lantern Weekly', '"Ärzte" (Berlin)'].map(initials), [
      'AL',
      'B',
      'LW',
      'ÄB',
    ]);
  });

  it('takes one character of names that are known by one', () => {
    assert.deepEqual(['山田 花子', '김 민준'].map(initials), ['山', '김']);
  });

  it('takes the address of somebody without a name', () => {
    assert.deepEqual([initialsOf({ name: '', address: 'zoe.b@example.org' }), initialsOf(null)], ['ZB', '?']);
  });
});

describe('colourOf', () => {
  it('is the same for an address in any case of letters', () => {
    const of = (address: string) => colourOf({ name: '', address }, 8);

    assert.equal(of('Ann@example.org'), of('ann@EXAMPLE.org'));
  });
});
