/** Properties that hold for every client and every query, tried on random ones. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  createRelfield,
  type DeniedPolicy,
  defineType,
  type FieldSet,
  JsonApiError,
  type Problem,
  parseFieldNames,
  parseFieldTokens,
  readQueryParameters,
  toErrorObject,
} from 'relfield';

const URI = 'https://example.org/ext';
const ACCEPT = `application/vnd.api+json;ext="${URI}"`;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'caf\u00e9', 'constructor'] as const;

type Name = (typeof NAMES)[number];

interface FieldRule {
  readonly set: FieldSet;
  readonly isReadable: boolean;
  readonly denied: DeniedPolicy;
  readonly isRelationship: boolean;
}

type Rules = Readonly<Record<Name, FieldRule>>;

const rules: fc.Arbitrary<Rules> = fc.record(
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      fc.record({
        set: fc.constantFrom<FieldSet>('default', 'optional'),
        isReadable: fc.boolean(),
        denied: fc.constantFrom<DeniedPolicy>('forbidden', 'ignore', 'hidden'),
        isRelationship: fc.boolean(),
      }),
    ]),
  ) as Record<Name, fc.Arbitrary<FieldRule>>,
);

const fieldName = fc.constantFrom<string>(...NAMES, 'id', 'type', 'nosuch', '__proto__', '');
const token = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom('+', '-'), fieldName).map((parts) => parts.join('')) },
  { weight: 2, arbitrary: fc.constant('*') },
  { weight: 1, arbitrary: fieldName },
);
const parameterName = fc.constantFrom(
  'relfield:fields[thing]',
  'fields[thing]',
  'relfield:fields[other]',
  'x',
);
const parameter = fc.tuple(
  parameterName,
  fc.array(token, { maxLength: 6 }).map((tokens) => tokens.join(',')),
);
const parameters = fc.array(parameter, { maxLength: 3 });

function encode(text: string): string {
  return encodeURIComponent(text);
}

function toQuery(list: readonly (readonly [string, string])[]): string {
  return list.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
}

/** The outcome of a query: the selected names, or what is wrong. */
interface Outcome {
  readonly names?: readonly string[];
  readonly problems?: readonly Problem[];
}

function thing(rule: Rules) {
  const definitions = (isRelationship: boolean) =>
    Object.fromEntries(
      NAMES.filter((name) => rule[name].isRelationship === isRelationship).map((name) => {
        const { set, denied, isReadable } = rule[name];
        return [name, { set, denied, readable: () => isReadable }];
      }),
    );
  const type = defineType('thing', { attributes: definitions(false), relationships: definitions(true) });
  return createRelfield({ types: [type, defineType('other', {})], extensions: [{ uri: URI }] });
}

function outcome(rule: Rules, query: string): Outcome {
  const relfield = thing(rule);
  try {
    const negotiated = relfield.negotiate({
      target: `/?${query}`,
      accept: ACCEPT,
      contentType: undefined,
      hasBody: false,
    });
    return {
      names: [
        ...relfield.select(negotiated, { client: undefined, primaryType: 'thing' }).mask('thing'),
      ].sort(),
    };
  } catch (error) {
    if (error instanceof JsonApiError) return { problems: error.problems };
    throw error;
  }
}

function namesOf(rule: Rules, value: string): readonly string[] {
  const { names, problems } = outcome(rule, toQuery([['relfield:fields[thing]', value]]));
  assert.ok(names, JSON.stringify(problems));
  return names;
}

const readableNames = (rule: Rules) => NAMES.filter((name) => rule[name].isReadable);
const distinctTokens = (rule: Rules) => {
  const readable = readableNames(rule);
  return fc
    .tuple(
      fc.shuffledSubarray([...readable]),
      fc.boolean(),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    )
    .map(([names, hasWildcard, additions]) => [
      ...names.map((name, index) => `${additions[index] ? '+' : '-'}${name}`),
      ...(hasWildcard ? ['*'] : []),
    ]);
};

describe('for every client and query', () => {
  it('a response holds no field the client may not read', () => {
    fc.assert(
      fc.property(rules, parameters, (rule, list) => {
        const relfield = thing(rule);
        const members = Object.fromEntries(NAMES.map((name) => [name, { data: null }]));
        const resource = { type: 'thing', id: '1', attributes: members, relationships: members };
        try {
          const negotiated = relfield.negotiate({
            target: `/?${toQuery(list)}`,
            accept: ACCEPT,
            contentType: undefined,
            hasBody: false,
          });
          const { data } = relfield
            .select(negotiated, { client: undefined })
            .sparseDocument({ data: resource });
          const sent = [...Object.keys(data.attributes ?? {}), ...Object.keys(data.relationships ?? {})];
          const readable = new Set<string>(readableNames(rule));
          assert.deepEqual(
            sent.filter((name) => !readable.has(name)),
            [],
          );
        } catch (error) {
          assert.ok(error instanceof JsonApiError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('an answer does not depend on how the query is percent-encoded', () => {
    const escapeAll = (text: string, choices: readonly number[]) =>
      [...Buffer.from(text, 'utf8')]
        .map((byte, index) => {
          const raw = String.fromCharCode(byte);
          const hex = byte.toString(16).padStart(2, '0');
          const choice = choices[index % choices.length] ?? 0;
          // Only these bytes may stand raw in a query without changing its structure (RFC 3986 §3.4).
          if (choice === 0 && /[a-zA-Z0-9\-._~!$'()*,;:@/?[\]]/.test(raw)) return raw;
          return `%${choice === 1 ? hex.toUpperCase() : hex}`;
        })
        .join('');
    const choices = fc.array(fc.constantFrom(0, 0, 1, 2), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(rules, parameters, choices, (rule, list, chosen) => {
        const other = list
          .map(([name, value]) => `${escapeAll(name, chosen)}=${escapeAll(value, chosen)}`)
          .join('&');

        assert.deepEqual(outcome(rule, other), outcome(rule, toQuery(list)));
      }),
      { numRuns: 1000 },
    );
  });

  it('a raw plus in a relfield value is the same as an encoded one', () => {
    fc.assert(
      fc.property(rules, fc.array(token, { maxLength: 6 }), (rule, tokens) => {
        const encoded = toQuery([['relfield:fields[thing]', tokens.join(',')]]);

        assert.deepEqual(outcome(rule, encoded.replaceAll('%2B', '+')), outcome(rule, encoded));
      }),
    );
  });

  it('the order of tokens does not matter as long as no name is repeated', () => {
    fc.assert(
      fc.property(
        rules.chain((rule) =>
          distinctTokens(rule).chain((tokens) =>
            fc.tuple(
              fc.constant(rule),
              fc.constant(tokens),
              fc.shuffledSubarray(tokens, { minLength: tokens.length }),
            ),
          ),
        ),
        ([rule, tokens, shuffled]) => {
          assert.deepEqual(namesOf(rule, shuffled.join(',')), namesOf(rule, tokens.join(',')));
        },
      ),
    );
  });

  it('adding only adds and excluding only excludes', () => {
    fc.assert(
      fc.property(rules, fc.nat(), (rule, pick) => {
        const readable = readableNames(rule);
        fc.pre(readable.length > 0);
        const name = readable[pick % readable.length];
        const start = namesOf(rule, '');

        assert.deepEqual(namesOf(rule, `+${name}`), [...new Set([...start, name])].sort());
        assert.deepEqual(
          namesOf(rule, `-${name}`),
          start.filter((other) => other !== name),
        );
      }),
    );
  });

  it('* is the same as adding every readable field', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const additions = readableNames(rule).map((name) => `+${name}`);

        assert.deepEqual(namesOf(rule, '*'), namesOf(rule, additions.join(',')));
        assert.deepEqual(namesOf(rule, '*'), [...readableNames(rule)].sort());
      }),
    );
  });

  it('all errors of one request have the same status', () => {
    fc.assert(
      fc.property(rules, parameters, (rule, list) => {
        const { problems = [] } = outcome(rule, toQuery(list));

        assert.ok(new Set(problems.map((problem) => toErrorObject(problem).status)).size <= 1);
      }),
    );
  });
});

describe('for every text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('+', '-', '*', ',', ' ', '%', '2', 'B', 'a', '&', '=', '[', ']') }),
  );

  it('no parser throws', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('prefixed' as const, '2024' as const),
        fc.boolean(),
        (value, grammar, spaceIsPlus) => {
          readQueryParameters(value);
          parseFieldNames(value);
          parseFieldTokens(value, { grammar, spaceIsPlus });
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('a service answers with fields or a JsonApiError, whatever the target and the headers are', () => {
    const relfield = createRelfield({
      types: [defineType('thing', { attributes: { a: 'default' } })],
      extensions: [{ uri: URI }],
    });
    const header = fc.option(fc.oneof(text, fc.constant(ACCEPT)), { nil: undefined });
    fc.assert(
      fc.property(text, header, header, fc.boolean(), (target, accept, contentType, hasBody) => {
        try {
          relfield
            .select(relfield.negotiate({ target, accept, contentType, hasBody }), { client: undefined })
            .mask('thing');
        } catch (error) {
          assert.ok(error instanceof JsonApiError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('tokens and their positions rebuild the value', () => {
    fc.assert(
      fc.property(text, (value) => {
        const tokens = parseFieldTokens(value, { grammar: 'prefixed', spaceIsPlus: false });
        const starts = tokens.map(({ position }) => position);
        const parts = starts.map((start, index) =>
          value.slice(start, (starts[index + 1] ?? value.length + 1) - 1),
        );

        assert.equal(parts.join(','), value);
      }),
    );
  });
});
