/** PHP configuration files that are read without being run. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PhpValue } from '../../src/migration/php-value.ts';
import { readPhp } from './lumen-installation.ts';

const SOME = new Map<string | number, PhpValue>([['a', 1]]);
const LIST = (...values: readonly PhpValue[]) => new Map(values.entries());

const VALUES: Readonly<Record<string, readonly [php: string, value: PhpValue]>> = {
  'an array': ["<?php return ['a' => 1];", SOME],
  'an array as it was written before PHP 5.4': ["<?php return array('a' => 1);", SOME],
  'a trailing comma and a closing tag': ["<?php\nreturn [\n'a' => 1,\n];\n?>\n", SOME],
  'comments of all kinds in all places': [
    '<?php /* a */ // b\n# c\nreturn /** d */ [ // e\n"a" /* f */ => # g\n1 /* h */, /* i */ ]; // j',
    SOME,
  ],
  'declare, namespace and use': [
    "<?php declare(strict_types=1); namespace Conjoon; use Some\\Thing; return ['a' => 1];",
    SOME,
  ],
  'a namespace in braces': ["<?php namespace Conjoon { return ['a' => 1]; }", SOME],
  'nested arrays': ["<?php return ['x' => [[1], []]];", new Map([['x', LIST(LIST(1), new Map())]])],
  'keys as PHP counts them': [
    "<?php return [5 => 'a', 'b', '7' => 'c', 'd', 'x' => 'e', true => 'f', null => 'g', 5 => 'h', -3 => 'i'];",
    new Map<string | number, PhpValue>([
      [5, 'h'],
      [6, 'b'],
      [7, 'c'],
      [8, 'd'],
      ['x', 'e'],
      [1, 'f'],
      ['', 'g'],
      [-3, 'i'],
    ]),
  ],
  'a key __proto__': ["<?php return ['__proto__' => 1];", new Map([['__proto__', 1]])],
  'true, false and null in any case': [
    '<?php return [true, FALSE, Null, True];',
    LIST(true, false, null, true),
  ],
  'numbers in any notation': [
    '<?php return [993, -1, +2, 0x1F, 017, 0o17, 0b11, 1_000, 1.5, -1.5e3, 0];',
    LIST(993, -1, 2, 31, 15, 15, 3, 1000, 1.5, -1500, 0),
  ],
  'single quotes': ["<?php return '/\\@it\\'s\\\\d\\n\"$x/';", '/\\@it\'s\\d\\n"$x/'],
  'double quotes': [
    '<?php return "/\\@a\\$b\\n\\t\\\\\\"\\x41\\101\\u{fc}\'/";',
    '/\\@a$b\n\t\\"AA\u00fc\'/',
  ],
  'characters beyond ASCII': ["<?php return 'Entwürfe 😀';", 'Entwürfe 😀'],
  'texts that are joined': ["<?php return 'a' . \"b\" . ('c' . 1);", 'abc1'],
  'a heredoc': ['<?php return <<<EOT\n  a\n   b\\t$ c\n  EOT;', 'a\n b\t$ c'],
  'a nowdoc': ["<?php return <<<'EOT'\n  a $b\\t\n  EOT;", 'a $b\\t'],
  'a byte order mark before the tag': ["\ufeff<?php return ['a' => 1];", SOME],
};

/** The text of a refusal. */
const says = (what: string) => `${what} cannot be taken over, because PHP is not run here`;

const REFUSED: Readonly<Record<string, readonly [php: string, ...problems: string[]]>> = {
  'the call of a function': [
    "<?php\n\nreturn [\n'a' => system('id')];",
    `4: ${says('the call of system()')}`,
  ],
  'a call before the return': ["<?php\nsystem('id');\nreturn [];", `2: ${says('the call of system()')}`],
  'a call by a variable': ["<?php return $f('id');", `1: ${says('the call of a function')}`],
  'a shell command': ['<?php return [`id`];', `1: ${says('a shell command in backticks')}`],
  eval: ["<?php\nreturn eval('1');", `2: ${says('eval')}`],
  'an inclusion': ["<?php return require 'x.php';", `1: ${says('the inclusion of another file')}`],
  'a variable': ['<?php return [$x];', `1: ${says('the variable $x')}`],
  'a variable in a text': ['<?php return "a$x";', `1: ${says('a text with variables in it')}`],
  'a variable in a heredoc': ['<?php return <<<A\n{$x}\nA;', `1: ${says('a text with variables in it')}`],
  'an assignment': ['<?php\n$x = [];\nreturn $x;', `2: ${says('the assignment of a variable')}`],
  'a constant': ["<?php return ['a' . PHP_EOL];", `1: ${says('the constant PHP_EOL')}`],
  'a constant of a class': ['<?php return A::class;', `1: ${says('a member of a class')}`],
  'a magic constant': ["<?php return __DIR__ . '/x';", `1: ${says('a constant of PHP')}`],
  'a condition': ["<?php return true ? 'a' : 'b';", `1: ${says('a condition')}`],
  'a calculation': ['<?php return 1 + 1;', `1: ${says('a calculation')}`],
  'a negation': ['<?php return !true;', `1: ${says('a calculation')}`],
  'a function': ['<?php return [function () {}, fn () => 1];', ...Array(2).fill(`1: ${says('a function')}`)],
  'an object': ['<?php return new A();', `1: ${says('an object')}`],
  'a spread': ['<?php return [...[1]];', `1: ${says('an array spread with ...')}`],
  'an array joined to a text': [
    "<?php return 'a' . [];",
    `1: ${says('a dot between values that are no texts')}`,
  ],
  'a number that JavaScript cannot hold': [
    '<?php return 9223372036854775807;',
    `1: ${says('a number of this size')}`,
  ],
  'an octet of a character': [
    '<?php return "\\xC3\\xBC";',
    `1: ${says('a text with an escape for an octet above 127 (write the character itself)')}`,
  ],
  'no PHP': ['{"a": 1}', `1: ${says('text outside of <?php')}`],
  nothing: ['', '-: expected one statement: return [ ... ];'],
  'no value': ['<?php return;', '-: expected one statement: return [ ... ];'],
  'two returns': ['<?php return []; return [];', '-: expected one statement: return [ ... ];'],
  'a syntax error': ["<?php\nreturn ['a' => ];", "2: this is not valid PHP (syntax error, unexpected ']')"],
  'a text without an end': ["<?php\nreturn ['a];", "2: this is not valid PHP (syntax error, expecting ']')"],
  'everything at once': [
    "<?php\nreturn [\n'a' => time(),\n'b' => [$x, `id`],\n];",
    `3: ${says('the call of time()')}`,
    `4: ${says('the variable $x')}`,
    `4: ${says('a shell command in backticks')}`,
  ],
};

describe('readPhpFile', () => {
  for (const [what, [php, value]] of Object.entries(VALUES)) {
    it(`reads ${what}`, () => {
      assert.deepEqual(readPhp(php), { value, problems: [], notes: [] });
    });
  }

  for (const [what, [php, ...problems]] of Object.entries(REFUSED)) {
    it(`refuses ${what}`, () => {
      assert.deepEqual(readPhp(php).problems, problems);
    });
  }

  it('gives env() the value of .env, or its default', () => {
    const php =
      "<?php return [env('HOST', 'x'), \\env('SSL'), ENV('PORT', 993), env('NONE'), env('NIL', 1)];";

    assert.deepEqual(
      readPhp(php, 'HOST="imap.example.org"\nSSL=(true)\nNIL=null\n').value,
      LIST('imap.example.org', true, 993, null, null),
    );
  });

  it('notes that env() is gone', () => {
    assert.deepEqual(readPhp("<?php\nreturn env('HOST');", 'HOST=secret').notes, [
      "x.php, line 2: env('HOST') is replaced by its present value",
    ]);
  });

  it('does not guess what env() gives for a value with a reference', () => {
    assert.deepEqual(readPhp("<?php return env('HOST');", `HOST="\${SUB}.example.org"`).problems, [
      `1: ${says('env() (HOST refers to another key; write its value out)')}`,
    ]);
  });

  it('refuses env() with a key that has to be computed', () => {
    assert.deepEqual(readPhp("<?php return env('A' . time());").problems, [
      `1: ${says('the call of time()')}`,
    ]);
  });

  it('refuses more levels than a configuration has', () => {
    const nested = (levels: number) =>
      readPhp(`<?php return ${'['.repeat(levels)}${']'.repeat(levels)};`).problems;

    assert.deepEqual(nested(33), []);
    assert.deepEqual(nested(34), [`1: ${says('nesting of more than 32 levels')}`]);
  });

  for (const [what, open, close] of [
    ['arrays', '[', ']'],
    ['parentheses', '(', ')'],
    ['joined texts', "'a'.", "'b'"],
  ] as const) {
    it(`survives 10,000 nested ${what}`, () => {
      const php = `<?php return ${open.repeat(10_000)}${close.repeat(open.length > 1 ? 1 : 10_000)};`;

      assert.deepEqual(readPhp(php).problems, ['-: its arrays or expressions are nested too deeply']);
    });
  }
});
