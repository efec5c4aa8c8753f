import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { readArguments } from '../src/read-arguments.ts';

const DEFAULTS = {
  directory: resolve('posthorn'),
  isForced: false,
  installs: true,
  packageSource: null,
  installFlags: [],
};

describe('readArguments', () => {
  it('takes the directory posthorn when none is named', () => {
    assert.deepEqual(readArguments([]), DEFAULTS);
  });

  it('takes the first argument for the directory and keeps its own flags', () => {
    assert.deepEqual(readArguments(['my mail', '--force', '--from', 'packages']), {
      ...DEFAULTS,
      directory: resolve('my mail'),
      isForced: true,
      packageSource: resolve('packages'),
    });
  });

  it('hands on what it does not know, in its order, with values', () => {
    const args = ['--yes', '--url', 'https://mail.example.org', '--force', '--no-debug'];

    assert.deepEqual(readArguments(args), {
      ...DEFAULTS,
      isForced: true,
      installFlags: ['--yes', '--url', 'https://mail.example.org', '--no-debug'],
    });
  });

  for (const { what, args, message } of [
    { what: '--from without a directory', args: ['x', '--from'], message: /--from needs a directory/ },
    { what: '--from before another flag', args: ['--from', '--yes'], message: /--from needs a directory/ },
    { what: '--root', args: ['--root', 'x'], message: /the first argument; --root is not needed/ },
    { what: '--root=x', args: ['--root=x'], message: /the first argument; --root is not needed/ },
    { what: 'answers that nobody reads', args: ['--no-install', '--yes'], message: /nobody reads --yes/ },
    { what: 'a line break in the directory', args: ['a\nb'], message: /has a control character/ },
  ]) {
    it(`refuses ${what}`, () => {
      assert.throws(() => readArguments(args), { message, exitCode: 2 });
    });
  }
});
