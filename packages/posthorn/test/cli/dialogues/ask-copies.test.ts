import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { askCopies, performCopy } from '../../../src/cli/dialogues/ask-copies.ts';
import type { DialogueContext } from '../../../src/cli/dialogues/dialogue.ts';
import { answerWith } from '../piped-answers.ts';

describe('the questions for configuration files', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'posthorn-copies-'));
    await mkdir(join(root, 'app/config'), { recursive: true });
    await writeFile(join(root, 'app/config/cors.example.js'), 'cors');
    await writeFile(join(root, 'app/config/imapserver.example.js'), 'servers');
  });
  afterEach(() => rm(root, { recursive: true }));

  interface Case {
    readonly provider?: string;
    readonly answers?: readonly string[];
    readonly flags?: DialogueContext['flags'];
    readonly environment?: DialogueContext['environment'];
  }
  /** Asks, and gives the planned actions by the file. */
  async function actionsOf({ provider, answers = [], flags = {}, environment = {} }: Case) {
    const present = new Map(provider === undefined ? [] : [['AUTH_PROVIDER', provider]]);
    const questions = answerWith(...answers);
    const copies = await askCopies(root, { questions, flags, environment, present });
    return Object.fromEntries(copies.map(({ template, action }) => [template.target, action]));
  }

  it('make both files for single-imap-user, and while there is no provider', async () => {
    const both = { 'cors.js': 'create', 'imapserver.js': 'create' };

    assert.deepEqual(await actionsOf({ provider: 'single-imap-user' }), both);
    assert.deepEqual(await actionsOf({}), both);
  });

  it('make no list of mail servers for local-mail-account, wherever that is set', async () => {
    const one = { 'cors.js': 'create' };

    assert.deepEqual(await actionsOf({ provider: 'local-mail-account' }), one);
    const environment = { AUTH_PROVIDER: 'local-mail-account' };
    assert.deepEqual(await actionsOf({ provider: 'single-imap-user', environment }), one);
  });

  it('make the file of OAuth providers where there is a database', async () => {
    const environment = { APP_DATABASE_URL: 'file:p.db', AUTH_PROVIDER: 'local-mail-account' };

    assert.deepEqual(await actionsOf({ environment }), { 'cors.js': 'create', 'oauth.js': 'create' });
  });

  describe('where a file exists', () => {
    const provider = 'local-mail-account';
    beforeEach(() => writeFile(join(root, 'app/config/cors.js'), 'mine'));

    it('ask before they overwrite it, with no as the default', async () => {
      assert.deepEqual(await actionsOf({ provider, answers: [''] }), { 'cors.js': 'keep' });
      assert.deepEqual(await actionsOf({ provider, answers: ['y'] }), { 'cors.js': 'replace' });
    });

    it('ask nothing when a flag answers', async () => {
      assert.deepEqual(await actionsOf({ provider, flags: { overwrite: true } }), { 'cors.js': 'replace' });
      assert.deepEqual(await actionsOf({ provider, flags: { overwrite: false } }), { 'cors.js': 'keep' });
    });

    it('change nothing while they ask', async () => {
      await actionsOf({ provider, answers: ['y'] });

      assert.equal(await readFile(join(root, 'app/config/cors.js'), 'utf8'), 'mine');
    });
  });

  it('are followed by what was planned', async () => {
    const template = {
      template: 'cors.example.js',
      target: 'cors.js',
      alternatives: ['cors.mjs', 'cors.json'],
    };
    const path = join(root, 'app/config/cors.js');

    const created = await performCopy(root, { template, action: 'create' });
    await writeFile(path, 'mine');
    const kept = await performCopy(root, { template, action: 'keep' });
    assert.equal(await readFile(path, 'utf8'), 'mine');
    const missing = await performCopy(root, { template, action: 'template-missing' });
    await performCopy(root, { template, action: 'replace' });

    assert.equal(await readFile(path, 'utf8'), 'cors');
    assert.deepEqual(
      [created, kept, missing],
      [
        { message: `${path} is made from cors.example.js.`, isWarning: false },
        { message: `${path} stays as it is.`, isWarning: false },
        { message: `${path} is not made: the template cors.example.js is missing.`, isWarning: true },
      ],
    );
  });
});
