/** The example client that knows the API only by its descriptions; its own test compiles it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const CLIENT = join(ROOT, 'examples/typed-clients/client/mailbox-tour.ts');

interface Tour {
  readonly v0: {
    readonly folders: readonly (readonly string[])[];
    readonly subjects: readonly string[];
    readonly text: string;
    readonly failure: readonly unknown[];
  };
  readonly v1: { readonly subjects: readonly string[] };
}

describe('a client made of the OpenAPI documents', () => {
  let demo: PosthornProcess;
  let tour: Tour;

  before(async () => {
    demo = await startPosthornProcess(['demo', '--port', '0']);
    const args = ['--import', 'tsx', CLIENT, demo.address];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    tour = JSON.parse(stdout);
  });
  after(() => demo?.stop());

  it('finds folders', () => {
    assert.deepEqual(tour.v0.folders, [['INBOX', 'INBOX']]);
  });

  it('reads a list and a text', () => {
    assert.equal(tour.v0.subjects.length, 1);
    assert.ok(tour.v0.text.length > 0);
  });

  it('reads failures in the described shape', () => {
    assert.deepEqual(tour.v0.failure, [400, 'invalid-parameter', 'limit']);
  });

  it('reads the same mailbox through version 1', () => {
    assert.equal(tour.v1.subjects.length, 2);
    assert.equal(tour.v1.subjects[0], tour.v0.subjects[0]);
  });
});
