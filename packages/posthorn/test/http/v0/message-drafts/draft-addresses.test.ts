import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAddress, readAddressList } from '../../../../src/http/v0/message-drafts/draft-addresses.ts';
import { thrownBy } from '../../../support/domain-values.ts';

const ANN = { address: 'ann@example.com', name: 'Ann' };

describe('readAddressList', () => {
  for (const [title, to, expected] of [
    ['a list', [ANN], [ANN]],
    ['the JSON of a list', JSON.stringify([{ ...ANN, id: 'EmailAddress-1' }]), [ANN]],
    ['a single object', ANN, [ANN]],
    ['the JSON of a single object', JSON.stringify(ANN), [ANN]],
    ['nothing', undefined, undefined],
    ['null', null, null],
    ['the JSON of null', 'null', null],
    ['an empty list', '[]', null],
    ['an empty text', '', null],
    ['a text that is no JSON', 'ann@example.com', null],
    [
      'entries without address',
      [{ name: 'Ann' }, { address: ' ' }, { address: 7 }, null, 'x', [ANN], ANN],
      [ANN],
    ],
    ['a missing name', [{ address: 'ann@example.com' }], [{ address: 'ann@example.com', name: '' }]],
    [
      'the address as its name',
      [{ address: ' ann@example.com', name: 'ann@example.com' }],
      [{ address: 'ann@example.com', name: '' }],
    ],
    ['a name that is no text', [{ ...ANN, name: 7 }], [{ ...ANN, name: '' }]],
    ['a name in quotes', [{ ...ANN, name: '"Lee, Ann"' }], [{ ...ANN, name: 'Lee, Ann' }]],
    ['a name in two pairs of quotes', [{ ...ANN, name: '""Ann""' }], [{ ...ANN, name: '"Ann"' }]],
    [
      'a name with quotes in it',
      [{ ...ANN, name: 'Ann "O\'Neil" Lee' }],
      [{ ...ANN, name: 'Ann "O\'Neil" Lee' }],
    ],
    ['a name that is one quote', [{ ...ANN, name: '"' }], [{ ...ANN, name: '"' }]],
    [
      'what was typed as name and address',
      [
        { address: 'Ann <ann@example.com>' },
        { address: 'Ann <ann@example.com>', name: 'Ann <ann@example.com>' },
        { address: ' "Ann" < ann@example.com > ', name: '' },
        { address: 'A. Lee <ann@example.com>', name: 'Ann' },
      ],
      [ANN, ANN, ANN, ANN],
    ],
    ['an address in brackets', [{ address: '<ann@example.com>' }], [{ ...ANN, name: '' }]],
    ['empty brackets', [{ address: 'Ann <>' }], null],
    ['names of prototypes', '[{"__proto__":{"address":"x@y"}}]', null],
  ] as const) {
    it(`reads ${title}`, () => {
      assert.deepEqual(readAddressList({ to }, 'to'), expected);
    });
  }

  it('names the addresses that are invalid, and no others', () => {
    const to = [{ address: 'Doe' }, ANN, { address: 'Jane> <jane@example.com' }];

    const { member, detail } = thrownBy(() => readAddressList({ to }, 'to')).details;

    assert.equal(member, 'attributes.to');
    assert.equal(detail, '"to" must have valid e-mail addresses, unlike "Doe", "Jane> <jane@example.com".');
  });

  it('refuses several lines, and names a few of many addresses shortly', () => {
    const lines = { address: 'ann@example.com\r\nRCPT TO:<eve@example.com>' };
    const to = [lines, ...Array.from({ length: 9 }, () => ({ address: 'x'.repeat(1_000) }))];

    const { detail } = thrownBy(() => readAddressList({ to }, 'to')).details;

    assert.ok(detail.includes('"ann@example.com\\r\\nRCPT TO:<eve@example.com>"'), detail);
    assert.ok(detail.endsWith('... and 5 more.') || detail.endsWith('" and 5 more.'), detail);
    assert.ok(detail.length < 700);
  });

  for (const value of [7, true]) {
    it(`names the attribute that is ${value}`, () => {
      assert.equal(thrownBy(() => readAddressList({ cc: value }, 'cc')).details.member, 'attributes.cc');
    });
  }
});

describe('readAddress', () => {
  for (const [title, from, expected] of [
    ['an object', ANN, ANN],
    ['the JSON of an object', JSON.stringify(ANN), ANN],
    ['nothing', undefined, undefined],
    ['null', null, null],
    ['an object without address', { name: 'Ann' }, null],
    ['a text that is no JSON', '{', null],
  ] as const) {
    it(`reads ${title}`, () => {
      assert.deepEqual(readAddress({ from }, 'from'), expected);
    });
  }
});
