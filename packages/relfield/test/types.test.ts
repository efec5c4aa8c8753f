/** What the compiler knows. The lines marked as errors fail `tsc` if they ever compile. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buildFieldQuery,
  type ClientOf,
  createRelfield,
  defineType,
  type FieldName,
  type FieldNamesByType,
  type RelativeField,
  type ResourceObject,
} from 'relfield';

interface Client {
  readonly role: string;
}

const article = defineType('article', {
  attributes: {
    title: 'default',
    secret: { set: 'optional', readable: ({ role }: Client) => role === 'editor' },
  },
  relationships: { comments: 'optional' },
});
const comment = defineType('comment', { attributes: { author: 'default' } });
const relfield = createRelfield({ types: [article, comment], extensions: [{ uri: 'u:rel' }] });
const negotiated = relfield.negotiate({
  target: '/',
  accept: undefined,
  contentType: undefined,
  hasBody: false,
});
const selection = relfield.select(negotiated, { client: { role: 'reader' } });

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

function assertType<_Claim extends true>(): void {
  // The claim is checked by the compiler; there is nothing left to do at run time.
}

describe('the compiler', () => {
  it('knows the fields of each type', () => {
    assertType<Equal<FieldName<typeof article>, 'title' | 'secret' | 'comments'>>();
    assertType<Equal<FieldName<typeof comment>, 'author'>>();
    assertType<Equal<RelativeField<FieldName<typeof comment>>, '+author' | '-author' | '*'>>();
    assertType<Equal<ClientOf<typeof article | typeof comment>, Client>>();
  });

  it('refuses a mask question for a field that does not exist', () => {
    assert.equal(selection.mask('article').has('title'), true);
    // @ts-expect-error 'titel' is no field of an article.
    assert.equal(selection.mask('article').has('titel'), false);
    // @ts-expect-error 'author' is a field of a comment, not of an article.
    assert.equal(selection.mask('article').has('author'), false);
  });

  it('types the names a mask gives', () => {
    const names: readonly ('title' | 'secret' | 'comments')[] = [...selection.mask('article')];
    // @ts-expect-error A comment has other fields.
    const others: readonly 'title'[] = [...selection.mask('comment')];

    assert.deepEqual([names, others], [['title'], ['author']]);
  });

  it('refuses a type that does not exist', () => {
    // @ts-expect-error There is no type 'artikel'.
    assert.throws(() => selection.mask('artikel'));
    // @ts-expect-error There is no type 'artikel'.
    assert.ok(relfield.select(negotiated, { client: { role: '' }, primaryType: 'artikel' }));
  });

  it('refuses a client that the rules cannot judge', () => {
    // @ts-expect-error The rules of 'secret' look at the role.
    assert.ok(relfield.select(negotiated, { client: {} }));
  });

  it('refuses fields of a mask request that do not exist', () => {
    // @ts-expect-error 'titel' is no field of an article.
    assert.equal(relfield.maskOf('article', { client: { role: '' }, names: ['titel'] }).size, 0);
  });

  it('refuses wrong tokens of a client', () => {
    type Api = FieldNamesByType<typeof article | typeof comment>;

    assert.ok(buildFieldQuery<Api>({ article: ['+secret', '-title', '*'], comment: { only: ['author'] } }));
    // @ts-expect-error 'titel' is no field of an article.
    assert.ok(buildFieldQuery<Api>({ article: ['-titel'] }));
    // @ts-expect-error A token needs its prefix.
    assert.ok(buildFieldQuery<Api>({ article: ['title'] }));
    // @ts-expect-error 'title' is no field of a comment.
    assert.ok(buildFieldQuery<Api>({ comment: { only: ['title'] } }));
    // @ts-expect-error There is no type 'artikel'.
    assert.ok(buildFieldQuery<Api>({ artikel: ['*'] }));
  });

  it('refuses a set that does not exist', () => {
    // @ts-expect-error A field is 'default' or 'optional'.
    assert.ok(defineType('a', { attributes: { b: 'always' } }));
  });

  it('knows the members of a sparse resource', () => {
    const { data } = selection.sparseDocument({
      data: { type: 'article', id: '1', attributes: { title: 'T' } },
    });
    const title: string | undefined = data.attributes?.title;
    // @ts-expect-error The resource has no such attribute.
    const titel: unknown = data.attributes?.titel;

    assert.deepEqual([title, titel], ['T', undefined]);
  });

  it('refuses resources that their types do not define', () => {
    const id = '1';
    // @ts-expect-error There is no type 'artikel'.
    assert.throws(() => selection.sparseDocument({ data: { type: 'artikel', id } }));
    const titel = 'T';
    // @ts-expect-error 'titel' is no attribute of an article.
    assert.ok(selection.sparseDocument({ data: { type: 'article', id, attributes: { titel } } }));
    // @ts-expect-error 'comments' is a relationship.
    assert.ok(selection.sparseDocument({ data: [{ type: 'article', id, attributes: { comments: [] } }] }));
    const author = 'A';
    const wrong = [{ type: 'article', id, attributes: { title: 'T', author } }] as const;
    // @ts-expect-error 'author' is an attribute of a comment.
    assert.ok(selection.sparseDocument({ data: null, included: wrong }));
    // @ts-expect-error 'titel' is no attribute of an article.
    assert.ok(selection.sparseResource({ type: 'article', id, attributes: { titel } }));
  });

  it('takes resources of several types, and those that are only known at run time', () => {
    const included = [
      { type: 'comment', id: '2', attributes: { author: 'A' } },
      { type: 'article', id: '3', attributes: { title: 'T' }, relationships: { comments: { data: [] } } },
    ] as const;
    const found: ResourceObject = { type: 'comment', id: '4', attributes: { author: 'A' } };
    const rows: Record<string, unknown> = { title: 'T' };

    assert.equal(selection.sparseDocument({ data: null, included, meta: { total: 2 } }).included?.length, 2);
    assert.ok(selection.sparseDocument({ data: [found] }));
    assert.ok(selection.sparseResource({ type: 'article', id: '5', attributes: rows }));
  });
});
