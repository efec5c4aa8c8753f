/** The lines of docs/deployment.md for systemd that need neither root nor systemd, with other folders in place of /opt and /etc. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { shellBlocks } from './documented-shell.ts';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../../../..');
const PAGE = await readFile(join(REPOSITORY, 'docs/deployment.md'), 'utf8');
const [, SYSTEMD = ''] = PAGE.split('## With systemd');
const LINES = shellBlocks(SYSTEMD).flatMap((block) => block.split('\n'));
/** Answers to every question of `install`. */
const ANSWERS = '--yes --auth-provider single-imap-user';

describe('docs/deployment.md, with systemd', () => {
  it('has lines that make an installation, check it and look at an account', async (t) => {
    const etc = await mkdtemp(join(tmpdir(), 'posthorn-etc-'));
    t.after(() => rm(etc, { recursive: true }));
    const root = join(etc, 'posthorn');
    const localLine = (line: string) =>
      line.replaceAll('/etc/posthorn', root).replaceAll('/opt/posthorn', REPOSITORY);
    const runLine = async (line: string) => {
      const { stdout, stderr } = await run('/bin/bash', ['-c', localLine(line)], { cwd: REPOSITORY }).catch(
        (error: { stdout: string; stderr: string }) => error,
      );
      return stdout + stderr;
    };
    const lineWith = (word: string) => LINES.find((line) => line.includes(word)) ?? '';

    await runLine(lineWith('mkdir -p'));
    const installed = await runLine(`${lineWith('posthorn.js install')} ${ANSWERS}`);
    const { mode } = await stat(join(root, 'posthorn.env'));
    const checked = await runLine(lineWith('posthorn.js check'));
    const examined = await runLine(lineWith('posthorn.js doctor'));

    assert.equal(mode & 0o777, 0o600, installed);
    assert.match(checked, /mail servers: /);
    // Nobody's address is at a provider of the installation: the command has read it, and says so.
    assert.match(examined, /jane@example\.org/);
  });
});
