import type { CorsRules, OriginPattern, PathPatterns } from '../domain/network/cors-rules.ts';
import type { ConfigurationProblem } from './configuration-error.ts';
import { DEFAULT_CORS_OPTIONS, findEveryOrigin } from './cors-options.ts';
import { createFieldReader, type FieldReader, type FieldRule } from './field-reader.ts';
import { compileWholePattern } from './match-pattern.ts';
import { showValue } from './show-value.ts';

export type CorsOptionsReading =
  | { readonly options: CorsRules }
  | { readonly problems: readonly ConfigurationProblem[] };

const KEYS: ReadonlySet<string> = new Set([
  'paths',
  'allowed_origins',
  'allowed_origins_patterns',
  'allowed_methods',
  'allowed_headers',
  'exposed_headers',
  'max_age',
  'supports_credentials',
]);

/** RFC 9110 §5.6.2; includes `*`. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Optional scheme, host, optional port; `*` anywhere. */
const ORIGIN = /^(?:([a-z*][a-z0-9+.*-]*):\/\/)?[^\s/?#@\\,]+$/;
/** A year; browsers allow a day. */
const MAX_AGE_SECONDS = 31_536_000;

const list: FieldRule<readonly unknown[]> = {
  expected: 'a list',
  parse: (value) => (Array.isArray(value) ? value : undefined),
};
const listOrFalse: FieldRule<readonly unknown[]> = {
  expected: 'false or a list of header names',
  parse: (value) => (value === false ? [] : list.parse(value)),
};
const listOrListsByHost: FieldRule<{ everywhere: readonly unknown[] } | { byHost: object }> = {
  expected: 'a list, or an object with a list for each host',
  parse: (value) => {
    const everywhere = list.parse(value);
    if (everywhere !== undefined) return { everywhere };
    return isPlainObject(value) ? { byHost: value } : undefined;
  },
};
const path: FieldRule<string> = {
  expected: 'a path such as rest-api-email/*',
  parse: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
};
const origin: FieldRule<string> = {
  expected: '"*", "null", or an origin such as https://app.example.org, https://*.example.org, example.org:*',
  parse: parseOrigin,
};
const expression: FieldRule<string | RegExp> = {
  expected: 'an expression such as /^https:\\/\\/[a-z]+\\.example\\.org$/',
  parse: (value) => (typeof value === 'string' || value instanceof RegExp ? value : undefined),
};
const token: FieldRule<string> = {
  expected: 'a name, or "*"',
  parse: (value) => (typeof value === 'string' && TOKEN.test(value) ? value : undefined),
};
const maxAge: FieldRule<{ readonly seconds: number | null }> = {
  expected: `null or an integer from 0 to ${MAX_AGE_SECONDS}`,
  parse: (value) => (value === null || isMaxAge(value) ? { seconds: value } : undefined),
};
const trueOrFalse: FieldRule<boolean> = {
  expected: 'true or false',
  parse: (value) => (typeof value === 'boolean' ? value : undefined),
};

/** Options, or all problems. `file` names the value. */
export function readCorsOptions(value: unknown, file: string): CorsOptionsReading {
  if (!isPlainObject(value)) {
    return { problems: [{ key: file, expected: 'an object', got: showValue(value) }] };
  }
  const reader = createFieldReader(file, value);
  const options = readOptions(reader);
  reader.reportUnknownFields(KEYS);
  // Empty files mean off.
  if (reader.problems.length === 0 && !reader.has('paths') && Object.keys(value).length > 0) {
    reader.report('paths', {
      expected: 'a list of the paths where CORS is on (an empty one switches it off)',
      got: 'nothing',
    });
  }
  const everyOrigin = findEveryOrigin(options);
  if (options.hasCredentials && everyOrigin !== undefined) {
    reader.report('supports_credentials', {
      expected: `false, because ${everyOrigin} lets in the pages of every site`,
      got: 'true',
    });
  }
  return reader.problems.length > 0 ? { problems: reader.problems } : { options };
}

/** Invalid ones get defaults, unused. */
function readOptions(reader: FieldReader): CorsRules {
  const defaults = DEFAULT_CORS_OPTIONS;
  return {
    paths: readPaths(reader),
    allowedOrigins: readList(reader, 'allowed_origins', origin) ?? defaults.allowedOrigins,
    allowedOriginPatterns: readPatterns(reader),
    allowedMethods: readList(reader, 'allowed_methods', token) ?? defaults.allowedMethods,
    allowedHeaders: readList(reader, 'allowed_headers', token) ?? defaults.allowedHeaders,
    exposedHeaders: readExposedHeaders(reader),
    maxAgeSeconds: reader.has('max_age')
      ? (reader.take('max_age', maxAge)?.seconds ?? null)
      : defaults.maxAgeSeconds,
    hasCredentials: reader.takeOr('supports_credentials', trueOrFalse, defaults.hasCredentials) ?? false,
  };
}

function readPaths(reader: FieldReader): PathPatterns {
  if (!reader.has('paths')) return DEFAULT_CORS_OPTIONS.paths;
  const paths = reader.take('paths', listOrListsByHost);
  if (paths === undefined) return DEFAULT_CORS_OPTIONS.paths;
  if ('everywhere' in paths) {
    return {
      everywhere: readEntries(reader, { key: 'paths', values: paths.everywhere, rule: path }),
      byHost: new Map(),
    };
  }
  const byHost = Object.entries(paths.byHost).map(([host, values]) => {
    const patterns = list.parse(values);
    if (patterns === undefined)
      reader.report('paths', { expected: `a list for ${showValue(host)}`, got: showValue(values) });
    return [
      host.toLowerCase(),
      readEntries(reader, { key: 'paths', values: patterns ?? [], rule: path }),
    ] as const;
  });
  return { everywhere: [], byHost: new Map(byHost) };
}

function readPatterns(reader: FieldReader): readonly OriginPattern[] {
  if (!reader.has('allowed_origins_patterns')) return [];
  const sources = readList(reader, 'allowed_origins_patterns', expression) ?? [];
  return sources.flatMap((source) => {
    const compiled = compileWholePattern(source);
    if ('pattern' in compiled) return [compiled.pattern];
    reader.report('allowed_origins_patterns', {
      expected: expression.expected,
      got: `${showValue(source)}: ${compiled.reason}`,
    });
    return [];
  });
}

function readExposedHeaders(reader: FieldReader): readonly string[] {
  if (!reader.has('exposed_headers')) return DEFAULT_CORS_OPTIONS.exposedHeaders;
  const values = reader.take('exposed_headers', listOrFalse) ?? [];
  return readEntries(reader, { key: 'exposed_headers', values, rule: token });
}

function readList<Entry>(
  reader: FieldReader,
  key: string,
  rule: FieldRule<Entry>,
): readonly Entry[] | undefined {
  if (!reader.has(key)) return undefined;
  return readEntries(reader, { key, values: reader.take(key, list) ?? [], rule });
}

function readEntries<Entry>(
  reader: FieldReader,
  {
    key,
    values,
    rule,
  }: { readonly key: string; readonly values: readonly unknown[]; readonly rule: FieldRule<Entry> },
): readonly Entry[] {
  return values.flatMap((value) => {
    const entry = rule.parse(value);
    if (entry !== undefined) return [entry];
    reader.report(key, { expected: rule.expected, got: showValue(value) });
    return [];
  });
}

/** Browsers send lower case, punycode, no default port. */
function parseOrigin(value: unknown): string | undefined {
  if (value === 'null') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  const [isOrigin, scheme] = ORIGIN.exec(text) ?? [];
  if (isOrigin === undefined) return undefined;
  if (text.includes('*')) return text;
  if (scheme === undefined) return undefined;
  if (scheme !== 'http' && scheme !== 'https') return text;
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMaxAge(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_AGE_SECONDS;
}
