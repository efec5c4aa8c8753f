/** Field selection beyond the conformance vectors: relationships, policies, options, several types. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRelfield, defineType } from 'relfield';
import { problemsOf, select } from './support/selection.ts';

interface Client {
  readonly role: 'admin' | 'guest';
}

const isAdmin = ({ role }: Client) => role === 'admin';
const admin: Client = { role: 'admin' };
const guest: Client = { role: 'guest' };

const article = defineType('article', {
  attributes: {
    title: 'default',
    draft: { set: 'default', readable: isAdmin },
    version: 'optional',
    secret: { set: 'optional', readable: isAdmin },
    internal: { set: 'optional', readable: isAdmin, denied: 'ignore' },
    ghost: { set: 'optional', readable: isAdmin, denied: 'hidden' },
  },
  relationships: { author: 'default', comments: 'optional', audits: { set: 'optional', readable: isAdmin } },
});
const person = defineType('person', {
  attributes: { name: 'default', salary: { set: 'optional', readable: isAdmin } },
});
const types = [article, person];
const options = { types };
const parameter = 'relfield:fields[article]';

function namesFor(query: string, client: Client): readonly string[] {
  return [...select({ options, query, client }).mask('article')];
}

describe('relationships', () => {
  it('are fields like attributes and come after them', () => {
    assert.deepEqual(namesFor('', guest), ['title', 'author']);
    assert.deepEqual(namesFor(`${parameter}=-author,%2Bcomments`, guest), ['title', 'comments']);
    assert.deepEqual(namesFor(`${parameter}=*`, guest), ['title', 'version', 'author', 'comments']);
    assert.deepEqual(namesFor('fields[article]=author', guest), ['author']);
  });

  it('are pointed at as relationships when they are forbidden', () => {
    const [problem] = problemsOf({
      options,
      query: `${parameter}=%2Baudits`,
      client: guest,
      primaryType: 'article',
    });

    assert.deepEqual(problem, {
      code: 'forbidden-field',
      detail: "Access to field 'audits' is forbidden.",
      source: { pointer: '/data/relationships/audits' },
      meta: { parameter },
      position: 0,
    });
  });
});

describe('fields the client may not read', () => {
  it('are silently absent from the default set and from *', () => {
    assert.deepEqual(namesFor('', admin), ['title', 'draft', 'author']);
    assert.deepEqual(namesFor(`${parameter}=%2Bversion`, guest), ['title', 'version', 'author']);
  });

  it('answer 403 by the parameter when the type is not the primary one', () => {
    const given = {
      options,
      query: 'relfield:fields[person]=%2Bsalary',
      client: guest,
      primaryType: 'article',
    } as const;

    assert.deepEqual(problemsOf(given), [
      {
        code: 'forbidden-field',
        detail: "Access to field 'salary' is forbidden.",
        source: { parameter: 'relfield:fields[person]' },
        position: 0,
      },
    ]);
  });

  it('are ignored where the policy says so, in both parameters', () => {
    assert.deepEqual(namesFor(`${parameter}=%2Binternal`, guest), ['title', 'author']);
    assert.deepEqual(namesFor('fields[article]=internal,title', guest), ['title']);
    assert.deepEqual(namesFor(`${parameter}=%2Binternal`, admin), ['title', 'draft', 'internal', 'author']);
  });

  for (const value of ['%2Bghost', '-ghost']) {
    it(`are unknown where the policy hides them: ${value} reads like a field that never was`, () => {
      const [hidden] = problemsOf({ options, query: `${parameter}=${value}`, client: guest });
      const [unknown] = problemsOf({
        options,
        query: `${parameter}=${value.replace('ghost', 'gh0st')}`,
        client: guest,
      });

      assert.deepEqual({ ...hidden, detail: hidden?.detail.replace('ghost', 'gh0st') }, unknown);
    });
  }

  it('are there for clients who may read them, hidden or not', () => {
    assert.deepEqual(namesFor('fields[article]=ghost,secret', admin), ['secret', 'ghost']);
  });

  it('hide no 400 behind a 403, across parameters', () => {
    const query = `${parameter}=%2Bsecret&fields[person]=nosuch`;

    assert.deepEqual(
      problemsOf({ options, query, client: guest }).map(({ code }) => code),
      ['unknown-field'],
    );
  });
});

describe('a readability rule', () => {
  it('is asked once for a whole document', (t) => {
    const readable = t.mock.fn(isAdmin);
    const types = [defineType('note', { attributes: { a: { set: 'default', readable } } })];
    const data = ['1', '2', '3'].map((id) => ({ type: 'note', id, attributes: { a: 1 } }));

    const document = select({ options: { types }, query: '', client: guest }).sparseDocument({ data });

    assert.deepEqual(
      document.data.map(({ attributes }) => attributes),
      [{}, {}, {}],
    );
    assert.equal(readable.mock.callCount(), 1);
  });
});

describe('clientKey', () => {
  it('lets each rule run once for each key', (t) => {
    const readable = t.mock.fn(isAdmin);
    const counted = defineType('counted', { attributes: { a: { set: 'default', readable } } });
    const relfield = createRelfield({
      types: [counted],
      extensions: [{ uri: 'u:rel' }],
      clientKey: ({ role }) => role,
    });
    const negotiated = relfield.negotiate({
      target: '/',
      accept: undefined,
      contentType: undefined,
      hasBody: false,
    });

    const sizes = [admin, guest, admin, guest].map(
      (client) => relfield.select(negotiated, { client }).mask('counted').size,
    );

    assert.deepEqual(sizes, [1, 0, 1, 0]);
    assert.equal(readable.mock.callCount(), 2);
  });
});

describe('unknownExcluded: ignore', () => {
  const lenient = { ...options, unknownExcluded: 'ignore' } as const;

  it('lets clients exclude fields that this version does not have', () => {
    const selection = select({ options: lenient, query: `${parameter}=-nosuch,-title`, client: guest });

    assert.deepEqual([...selection.mask('article')], ['author']);
  });

  it('still refuses additions of such fields', () => {
    const [problem] = problemsOf({ options: lenient, query: `${parameter}=%2Bnosuch`, client: guest });

    assert.equal(problem?.code, 'unknown-field');
  });
});

describe('conflicts: error', () => {
  const strict = { ...options, conflicts: 'error' } as const;

  it('refuses a field that is both added and excluded, once', () => {
    const query = `${parameter}=%2Bversion,-title,-version,%2Bversion`;

    assert.deepEqual(problemsOf({ options: strict, query, client: guest }), [
      {
        code: 'conflicting-tokens',
        detail: "Field 'version' is both added and excluded.",
        source: { parameter },
        position: 0,
      },
    ]);
  });

  it('allows repeats of the same kind', () => {
    const selection = select({ options: strict, query: `${parameter}=-title,-title,*,*`, client: guest });

    assert.deepEqual([...selection.mask('article')], ['version', 'author', 'comments']);
  });
});

describe('spaceIsPlus', () => {
  it('takes a leading space for the plus that something on the way has decoded', () => {
    const lenient = { ...options, spaceIsPlus: true };
    const selection = select({ options: lenient, query: `${parameter}=%20version`, client: guest });

    assert.deepEqual([...selection.mask('article')], ['title', 'version', 'author']);
  });

  it('is off by default, and the error says what a plus must look like', () => {
    const [problem] = problemsOf({ options, query: `${parameter}=%20version`, client: guest });

    assert.equal(
      problem?.detail,
      "Missing prefix '+' or '-' for field ' version'. " +
        "The token starts with a space; a plus sign must reach the server as '+' or '%2B'.",
    );
  });
});

describe('the grammar of 2024', () => {
  const extensions = [{ uri: 'u:rel' }, { uri: 'u:2024', grammar: '2024' }] as const;
  const accept = 'application/vnd.api+json;ext="u:2024"';
  const both = { ...options, extensions };

  it('holds for requests that name its URI', () => {
    const selection = select({ options: both, query: `${parameter}=version,-author`, client: guest, accept });

    assert.deepEqual([...selection.mask('article')], ['title', 'version']);
  });

  it('does not hold for requests that name the other URI', () => {
    const [problem] = problemsOf({ options: both, query: `${parameter}=version`, client: guest });

    assert.equal(problem?.code, 'missing-prefix');
  });
});

describe('activation', () => {
  const plain = 'application/vnd.api+json';
  const query = `${parameter}=%2Bversion`;

  it('is strict by default: the error tells which Accept is needed, and where to read on', () => {
    const linked = { ...options, aboutLink: 'https://example.org/relfield' };

    assert.deepEqual(problemsOf({ options: linked, query, client: guest, accept: plain }), [
      {
        code: 'extension-not-negotiated',
        detail: `'${parameter}' needs Accept: application/vnd.api+json;ext="u:rel".`,
        source: { parameter },
        links: { about: 'https://example.org/relfield' },
      },
    ]);
  });

  for (const accept of [plain, '*/*', '']) {
    it(`may be implicit for all types: Accept '${accept}'`, () => {
      const implicit = { ...options, activation: 'implicit' } as const;
      const selection = select({ options: implicit, query, client: guest, accept });

      assert.deepEqual([...selection.mask('article')], ['title', 'version', 'author']);
    });
  }

  it('may be implicit for some types only', () => {
    const byType = { ...options, activation: { article: 'implicit' } } as const;
    const selection = select({ options: byType, query, client: guest, accept: plain });
    const [problem] = problemsOf({
      options: byType,
      query: 'relfield:fields[person]=*',
      client: guest,
      accept: plain,
    });

    assert.equal(selection.mask('article').has('version'), true);
    assert.equal(problem?.code, 'extension-not-negotiated');
  });

  it('is not taken from the prototype of an object', () => {
    const byType = { ...options, activation: {} } as const;
    const query = 'relfield:fields[constructor]=*';
    const [problem] = problemsOf({ options: byType, query, client: guest, accept: plain });

    assert.equal(problem?.code, 'extension-not-negotiated');
  });

  it('when implicit, reads the grammar of the first URI', () => {
    const extensions = [{ uri: 'u:2024', grammar: '2024' }, { uri: 'u:rel' }] as const;
    const implicit = { ...options, extensions, activation: 'implicit' } as const;
    const selection = select({
      options: implicit,
      query: `${parameter}=version`,
      client: guest,
      accept: plain,
    });

    assert.equal(selection.mask('article').has('version'), true);
  });
});

describe('parameters of the host', () => {
  const hostParameters = ['sort', 'page[]'];

  it('are names and families', () => {
    const query = 'sort=-date&page[limit]=5&page%5Boffset%5D=0&page[limit]=6';
    const selection = select({ options, query, client: guest, hostParameters });

    assert.equal(selection.mask('article').size, 2);
  });

  for (const name of ['sorts', 'page', 'page[', 'Sort', 'page[limit', 'sort[]']) {
    it(`do not cover '${name}'`, () => {
      const [problem] = problemsOf({ options, query: `${name}=1`, client: guest, hostParameters });

      assert.deepEqual(problem, {
        code: 'unknown-parameter',
        detail: `The parameter '${name}' is not supported here.`,
        source: { parameter: name },
      });
    });
  }

  it('stay apart from repeated unknown ones, which are one problem for each name', () => {
    const problems = problemsOf({ options, query: 'a=1&b=2&a=3', client: guest, hostParameters });

    assert.deepEqual(
      problems.map(({ source }) => source),
      [{ parameter: 'a' }, { parameter: 'b' }],
    );
  });
});

describe('several types in one query', () => {
  it('are computed each by its own rules', () => {
    const query = `${parameter}=%2Bversion&fields[person]=name`;
    const selection = select({ options, query, client: guest });

    assert.deepEqual([...selection.mask('article')], ['title', 'version', 'author']);
    assert.deepEqual([...selection.mask('person')], ['name']);
  });

  it('tell by which parameter each was chosen', () => {
    const selection = select({ options, query: 'fields[person]=name', client: guest });

    assert.equal(selection.parameterOf('person'), 'fields[person]');
    assert.equal(selection.parameterOf('article'), undefined);
  });
});

describe('FieldMask', () => {
  const mask = (query: string) => select({ options, query, client: guest }).mask('article');

  it('names its fields by kind and in declared order', () => {
    const { type, attributes, relationships, size } = mask(`${parameter}=%2Bcomments,%2Bversion`);

    assert.deepEqual(
      { type, attributes, relationships, size },
      { type: 'article', attributes: ['title', 'version'], relationships: ['author', 'comments'], size: 4 },
    );
  });

  it('knows what is selected', () => {
    assert.equal(mask('').has('title'), true);
    assert.equal(mask('').has('version'), false);
  });

  it('has the same key however the fields were asked for, and another for other fields', () => {
    const { key } = mask(`${parameter}=%2Bversion,-title`);

    assert.equal(mask(`${parameter}=-title,%2Btitle,-title,%2Bversion`).key, key);
    assert.equal(mask('fields[article]=author,version').key, key);
    assert.notEqual(mask('fields[article]=author').key, key);
    assert.equal(key.startsWith('article:'), true);
  });

  it('holds more than 32 fields', () => {
    const names = Array.from({ length: 70 }, (_, index) => `f${index}`);
    const wide = defineType('wide', {
      attributes: Object.fromEntries(names.map((name) => [name, 'default' as const])),
    });
    const selection = select({
      options: { types: [wide] },
      query: 'relfield:fields[wide]=-f0,-f31,-f32,-f69',
      client: {},
    });

    assert.deepEqual(
      [...selection.mask('wide')],
      names.filter((name) => !['f0', 'f31', 'f32', 'f69'].includes(name)),
    );
  });
});

describe('maskOf', () => {
  const relfield = createRelfield({ types, extensions: [{ uri: 'u:rel' }] });

  it('gives a mask of names, less what the client may not read', () => {
    const names = ['version', 'secret', 'author'] as const;

    assert.deepEqual([...relfield.maskOf('article', { client: guest, names })], ['version', 'author']);
    assert.deepEqual(
      [...relfield.maskOf('article', { client: admin, names })],
      ['version', 'secret', 'author'],
    );
  });

  it('shares its masks with selections', () => {
    const negotiated = relfield.negotiate({
      target: '/',
      accept: '',
      contentType: undefined,
      hasBody: false,
    });
    const selected = relfield.select(negotiated, { client: guest }).mask('article');

    assert.equal(relfield.maskOf('article', { client: guest, names: ['author', 'title'] }), selected);
  });

  it('knows only the types of the service', () => {
    assert.throws(() => relfield.maskOf('nosuch' as 'article', { client: guest, names: [] }), TypeError);
  });
});
