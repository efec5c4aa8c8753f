/** The rules of JSON:API 1.1 for the parameters of a request, one row each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ACCOUNT, INBOX, jsonReader, MESSAGES, V1, type V1Reader } from './v1-server.ts';

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown; readonly links?: object }>>;
}

/** The rows about parameters; the server has the mail of v1-mail.ts. */
export function parametersSuite(server: V1Reader): void {
  const get = jsonReader(server);

  describe('include', () => {
    const REFUSED: readonly (readonly [string, string])[] = [
      ['comments', '"comments" leads to nothing'],
      ['MailFolder.nope', '"MailFolder.nope" leads to nothing'],
      ['thread', '"thread" leads to nothing'],
      ['MessageBody.MessageItem', '"MessageBody.MessageItem" leads to nothing'],
      ['MailFolder.MailAccount.MailFolders.MailAccount', 'leads to nothing'],
      [Array(9).fill('MailFolder').join(','), 'must have at most 8 paths'],
      ['MailFolder,', '"" leads to nothing'],
    ];
    for (const [paths, detail] of REFUSED) {
      it(`refuses ${paths} (C19, C20, C23)`, async () => {
        const { errors } = await get(`${MESSAGES}?include=${paths}`);

        assert.equal(errors[0].status, '400');
        assert.deepEqual(errors[0].source, { parameter: 'include' });
        assert.ok(errors[0].detail.includes(detail), errors[0].detail);
      });
    }

    it('names every path that leads nowhere', async () => {
      const { errors } = await get(`${MESSAGES}?include=a,MailFolder,b`);

      assert.deepEqual(
        errors.map(({ code }: { code: string }) => code),
        ['include-not-supported', 'include-not-supported'],
      );
    });

    it('is refused where there is nothing to include (C19)', async () => {
      const { errors } = await get(`${V1}/MailAccounts?include=MailFolders`);

      assert.deepEqual(errors[0].source, { parameter: 'include' });
    });

    it('gives an empty list for an empty value, and for paths without targets (C21)', async () => {
      const empty = await get(`${MESSAGES}?include=`);
      const none = await get(`${ACCOUNT}/MailFolders/Trash/MessageItems?include=MailFolder`);
      const without = await get(MESSAGES);

      assert.deepEqual([empty.included, none.included, without.included], [[], [], undefined]);
    });

    it('brings only what was asked for (C22)', async () => {
      const { included } = await get(`${MESSAGES}/3?include=Attachments`);

      assert.deepEqual(
        included.map(({ type }: Resource) => type),
        ['Attachment', 'Attachment'],
      );
    });

    it('brings the resources on the way of a path', async () => {
      const { included } = await get(
        `${MESSAGES}/3/Attachments/2?include=MessageItem.MailFolder.MailAccount&fields[MailAccount]=name`,
      );

      assert.deepEqual(
        included.map(({ type }: Resource) => type),
        ['MailFolder', 'MailAccount', 'MessageItem'],
      );
    });
  });

  describe('The parameters of a list', () => {
    const REFUSED: readonly (readonly [string, string, string])[] = [
      ['sort=nope', 'sort', 'sort-not-supported'],
      ['sort=', 'sort', 'sort-not-supported'],
      ['sort=date,-date', 'sort', 'sort-not-supported'],
      ['sort=date&sort=uid', 'sort', 'repeated-parameter'],
      ['page[limit]=1&page[limit]=2', 'page[limit]', 'repeated-parameter'],
      ['include=MailFolder&include=MailFolder', 'include', 'repeated-parameter'],
      ['page[limit]=0', 'page[limit]', 'invalid-parameter'],
      ['page[limit]=-1', 'page[limit]', 'invalid-parameter'],
      ['page[limit]=abc', 'page[limit]', 'invalid-parameter'],
      ['page[limit]=1e3', 'page[limit]', 'invalid-parameter'],
      ['page[limit]=201', 'page[limit]', 'page-size-exceeded'],
      ['page[offset]=-1', 'page[offset]', 'invalid-parameter'],
      ['page[offset]=1&page[start]=1', 'page[start]', 'invalid-parameter'],
      ['page[nope]=1', 'page[nope]', 'unknown-parameter'],
      ['page=1', 'page', 'unknown-parameter'],
      ['page[size]=0&page[after]=x', 'page[size]', 'invalid-parameter'],
      ['page[number]=0', 'page[number]', 'invalid-parameter'],
      ['page[number]=2&page[size]=201', 'page[size]', 'page-size-exceeded'],
      ['page[number]=1&page[after]=x', 'page[after]', 'invalid-parameter'],
      ['page[number]=1&page[limit]=5', 'page[number]', 'invalid-parameter'],
      ['page[size]=1.5', 'page[size]', 'invalid-parameter'],
      ['page[after]=', 'page[after]', 'invalid-parameter'],
      ['page[after]=nonsense', 'page[after]', 'invalid-parameter'],
      ['page[before]=nonsense', 'page[before]', 'invalid-parameter'],
      ['page[size]=5&page[limit]=5', 'page[size]', 'invalid-parameter'],
      ['limit=5&page[limit]=5', 'limit', 'invalid-parameter'],
      ['start=x', 'start', 'invalid-parameter'],
      ['limit=x', 'limit', 'invalid-parameter'],
      ['attributes=nope', 'attributes', 'invalid-parameter'],
      ['attributes=seen&fields[MessageItem]=seen', 'attributes', 'invalid-parameter'],
      ['attributes=*&relfield:fields[MessageItem]=*', 'attributes', 'invalid-parameter'],
      ['limit=-1&include=MessageBody', 'limit', 'page-size-exceeded'],
      ['page[limit]=51&include=Attachments', 'page[limit]', 'page-size-exceeded'],
      ['filter[nope]=1', 'filter[nope]', 'invalid-parameter'],
      ['filter[seen]=maybe', 'filter[seen]', 'invalid-parameter'],
      ['filter=x', 'filter', 'invalid-parameter'],
      ['foo=bar', 'foo', 'unknown-parameter'],
      ['fooBar=1', 'fooBar', 'unknown-parameter'],
      ['options[textPlain][length]=5', 'options[textPlain][length]', 'unknown-parameter'],
      ['fields[MessageItem]=inbox_password', 'fields[MessageItem]', 'unknown-field'],
      ['fields[Nope]=x', 'fields[Nope]', 'unknown-type'],
      ['relfield:fields[MessageItem]=cc', 'relfield:fields[MessageItem]', 'missing-prefix'],
    ];
    for (const [query, parameter, code] of REFUSED) {
      it(`name ${parameter} when it is refused (C24, C27, C29, C30): ${query}`, async () => {
        const answer = await server.get(`${MESSAGES}?${query}`);
        const { errors } = answer.json();

        assert.equal(answer.statusCode, 400);
        assert.equal(errors.length, 1);
        assert.deepEqual([errors[0].source, errors[0].code], [{ parameter }, code]);
      });
    }

    it('are refused together when several are wrong', async () => {
      const { errors } = await get(
        `${MESSAGES}?sort=nope&include=nope&page[limit]=0&filter[x]=1&filter[seen]=2`,
      );

      assert.deepEqual(
        errors.map(({ source }: { source: { parameter: string } }) => source.parameter),
        ['page[limit]', 'include', 'sort', 'filter[x]', 'filter[seen]'],
      );
    });

    it('are refused together, whoever reads them', async () => {
      const namesOf = async (url: string) =>
        (await get(url)).errors.map(({ source }: { source: { parameter: string } }) => source.parameter);
      const wrong = 'foo=1&images=nope&attributes=nope&include=nope';

      assert.deepEqual(await namesOf(`${MESSAGES}?${wrong}&page[offset]=x&page[limit]=0&sort=nope`), [
        ...['foo', 'attributes', 'images', 'page[offset]', 'page[limit]', 'include', 'sort'],
      ]);
      assert.deepEqual(await namesOf(`${MESSAGES}/1?${wrong}`), ['foo', 'attributes', 'images', 'include']);
      assert.deepEqual(await namesOf(`${INBOX}/changes?${wrong}&page[limit]=0`), [
        ...['foo', 'attributes', 'images', 'include', 'page[limit]'],
      ]);
    });

    it('repeat no more than a little of what the client sent', async () => {
      const { errors } = await get(`${MESSAGES}?sort=${'x'.repeat(5_000)}&filter[${'y'.repeat(2_000)}]=1`);

      assert.ok(JSON.stringify(errors).length < 1_500);
    });

    it('ignore what keeps caches of old browsers away', async () => {
      const answer = await server.get(`${MESSAGES}?_dc=1700000000000`);

      assert.equal(answer.statusCode, 200);
    });
  });
}
