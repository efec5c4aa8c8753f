/** Which media types are taken and which one an answer has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXT, jsonReader, MESSAGES, PLAIN, type V1Reader } from './v1-server.ts';

/** The rows about media types; the server has the mail of v1-mail.ts. */
export function negotiationSuite(server: V1Reader): void {
  const get = jsonReader(server);

  describe('Negotiation', () => {
    const ACCEPTED: readonly (readonly [string | undefined, string])[] = [
      [undefined, PLAIN],
      ['*/*', PLAIN],
      [PLAIN, PLAIN],
      [EXT, EXT],
      ['application/vnd.api+json; ext=https://conjoon.org/json-api/ext/relfield', EXT],
      ['application/json', 'application/json'],
      ['application/json, text/plain, */*', 'application/json'],
      ['text/html,application/xhtml+xml,*/*;q=0.8', PLAIN],
      ['application/vnd.api+json;profile="https://example.org/p"', PLAIN],
      [
        'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
        'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"',
      ],
    ];
    for (const [accept, contentType] of ACCEPTED) {
      it(`answers ${accept ?? 'no Accept'} with exactly ${contentType}`, async () => {
        const answer = await server.get(`${MESSAGES}/1`, accept === undefined ? {} : { accept });

        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers['content-type'], contentType);
      });
    }

    const REFUSED: readonly (readonly [string, Readonly<Record<string, string>>, number, object])[] = [
      ['text/html', { accept: 'text/html' }, 406, { header: 'Accept' }],
      ['a charset', { accept: `${PLAIN};charset=utf-8` }, 406, { header: 'Accept' }],
      ['an unknown extension', { accept: `${PLAIN};ext="https://example.org/x"` }, 406, { header: 'Accept' }],
      [
        'a body type with a charset, before Accept',
        { accept: 'text/html', 'content-type': `${PLAIN};charset=utf-8` },
        415,
        { header: 'Content-Type' },
      ],
    ];
    for (const [what, headers, status, source] of REFUSED) {
      it(`refuses ${what}`, async () => {
        const answer = await server.get(`${MESSAGES}?foo=1`, headers);

        assert.equal(answer.statusCode, status);
        assert.deepEqual(answer.json().errors[0].source, source);
        assert.equal(answer.headers['content-type'], PLAIN);
      });
    }

    it('labels errors as the answer would have been labelled', async () => {
      const answer = await server.get(`${MESSAGES}/99`, { accept: EXT });

      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [404, EXT]);
    });

    it('serves relfield parameters to clients that do not name the extension', async () => {
      const { data } = await get(`${MESSAGES}/1?relfield%3Afields%5BMessageItem%5D=%2Bcc`);

      assert.deepEqual(data.attributes.cc, [{ address: 'carl@example.org', name: 'Carl' }]);
    });
  });
}
