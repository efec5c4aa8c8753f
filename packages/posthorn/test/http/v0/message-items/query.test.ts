import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_PREVIEW } from '../../../../src/domain/messages/message-query.ts';
import { parseQueryParameters } from '../../../../src/http/request/url/query-parameters.ts';
import { parseListQuery, parseMessageSelection } from '../../../../src/http/v0/message-items/query.ts';

describe('parseListQuery', () => {
  it('reads the previews that a released client asks for, without a limit', () => {
    const options = '{"previewText":{"plain":{"precedence":true,"length":200},"html":{"length":200}}}';
    const filter = '[{"property":"id","operator":"in","value":["12","13"]}]';
    const search = new URLSearchParams({ _dc: '1683036854', attributes: 'previewText', options, filter });

    assert.deepEqual(parseListQuery(parseQueryParameters(search.toString()), 100), {
      shown: new Set(['previewText']),
      query: {
        window: null,
        maxRows: 100,
        order: [{ key: 'date', isDescending: true }],
        criterion: { kind: 'uids', uids: [12, 13] },
        attributes: new Set(['previewText']),
        preview: { maxCharacters: 200, sources: ['plain', 'html'] },
      },
    });
  });

  it('ignores unknown parameters, repeated ones too', () => {
    const query = '_dc=1&_dc=2&page=1&target=MessageItem&origin=create&attributes=size&start=0&limit=50';

    assert.deepEqual(parseListQuery(parseQueryParameters(query), 100).query, {
      window: { start: 0, limit: 50 },
      maxRows: 100,
      order: [{ key: 'date', isDescending: true }],
      criterion: null,
      attributes: new Set(['size']),
      preview: DEFAULT_PREVIEW,
    });
  });
});

describe('parseMessageSelection', () => {
  it('takes attributes and ignores all that belongs to lists', () => {
    assert.deepEqual(parseMessageSelection(parseQueryParameters('attributes=size&limit=x&filter=x')), {
      shown: new Set(['size']),
      selection: { attributes: new Set(['size']) },
    });
  });
});
