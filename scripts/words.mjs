/**
 * Checks the comments of `packages/<name>/src`: none has a word of the list, and each exported function, class and interface has a doc
 * comment. `--count` prints the number of comments and their words per package. Exit code 1 for each finding.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';

/** A pattern, and the repair. CONTRIBUTING.md (Style) has the rules. */
const WORDS = [
  [/^What\b/, 'begin with a noun'],
  [/\b(tells?|told)\b/i, 'send, report, return or announce'],
  [/\bso many\b/i, 'name the number'],
  [/\bmeanwhile\b/i, 'in the meantime, or leave it out'],
  [/\blately\b/i, 'recently'],
  [/\b(whoever|nobody)\b/i, 'name the client, server or user'],
  [/\bof which\b/i, 'split the sentence'],
  [/\bbut for\b/i, 'except'],
  [/\bplaces?\b/i, 'position, slot, location, or leave it out'],
];
const DOCUMENTED = ['FunctionDeclaration', 'ClassDeclaration', 'TSInterfaceDeclaration'];

const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    count: { type: 'boolean', default: false },
  },
});
process.chdir(options.root);

const packages = readdirSync('packages').filter((name) => existsSync(`packages/${name}/src`));
const problems = packages.flatMap(checkPackage);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function checkPackage(name) {
  const source = `packages/${name}/src`;
  const files = readdirSync(source, { recursive: true }).filter((file) => /\.(ts|tsx)$/.test(file));
  const read = files.map((file) => readComments(`${source}/${file}`));
  if (options.count) {
    const words = read.flatMap(({ comments }) => comments.flatMap(({ text }) => text.split(/\s+/)));
    console.log(
      `${name}: ${read.flatMap(({ comments }) => comments).length} comments, ${words.length} words`,
    );
  }
  return read.flatMap((each) => [...findWords(each), ...findUndocumented(each)]);
}

function readComments(path) {
  const source = readFileSync(path, 'utf8');
  const { program, comments } = parseSync(path, source);
  const texts = comments.map(({ value, start, end }) => ({
    text: value
      .replaceAll(/^\s*\*+/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    ...{ start, end },
  }));
  return { path, source, program, comments: texts };
}

function findWords({ path, source, comments }) {
  return comments.flatMap(({ text, start }) =>
    WORDS.filter(([pattern]) => pattern.test(text)).map(
      ([pattern, better]) => `${path}:${lineOf(source, start)}: ${pattern} in a comment: ${better}.`,
    ),
  );
}

function findUndocumented({ path, source, program, comments }) {
  return program.body
    .filter(({ type, declaration }) => /^Export/.test(type) && DOCUMENTED.includes(declaration?.type))
    .filter(({ start }) => !comments.some(({ end }) => end < start && source.slice(end, start).trim() === ''))
    .map(({ start }) => `${path}:${lineOf(source, start)}: an export without a doc comment.`);
}

function lineOf(source, offset) {
  return source.slice(0, offset).split('\n').length;
}
