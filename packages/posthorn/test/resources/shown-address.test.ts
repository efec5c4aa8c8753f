import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastShownAddress, shownAddresses } from '../../src/resources/shown-address.ts';

const ANN = { address: 'ann@example.com', name: 'Ann' };
const NAMELESS = { address: 'bob@example.com', name: '' };
const GROUP = { address: '', name: 'undisclosed-recipients' };

describe('shownAddresses', () => {
  it('shows the address where there is no name, and no groups', () => {
    assert.deepEqual(shownAddresses([ANN, GROUP, NAMELESS]), [
      ANN,
      { address: 'bob@example.com', name: 'bob@example.com' },
    ]);
  });
});

describe('lastShownAddress', () => {
  it('is the last one with an address', () => {
    assert.deepEqual(lastShownAddress([NAMELESS, ANN, GROUP]), ANN);
  });

  it('is missing where there is none', () => {
    assert.equal(lastShownAddress([GROUP]), undefined);
  });
});
