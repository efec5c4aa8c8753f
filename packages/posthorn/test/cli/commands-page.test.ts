import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { Command } from 'commander';
import { addCommands } from '../../src/cli/commands.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/cli.md');

describe('docs/cli.md', () => {
  let page: string;
  before(async () => {
    page = await readFile(PAGE, 'utf8');
  });

  const program = new Command('posthorn');
  addCommands(program);
  for (const command of program.commands) {
    it(`describes ${command.name()} with its flags`, () => {
      const flags = command.options.map(({ long }) => `${long}`);

      assert.ok(page.includes(`| \`${command.name()}\``));
      assert.deepEqual(
        flags.filter((flag) => !page.includes(flag)),
        [],
      );
    });
  }
});
