/** The walks of ARCHITECTURE.md name the files that run. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Demo, startDemo } from '../../src/demo/start-demo.ts';
import { countExecutedFiles } from '../support/executed-files.ts';
import { openWalks, type Walk, type WalkName } from '../support/walked-requests.ts';

const PAGE = readFileSync(new URL('../../../../ARCHITECTURE.md', import.meta.url), 'utf8');
const SOURCE = 'posthorn/src/';
/** The folders of which a walk names every file that runs. */
const NAMED = /^(?:application|http\/v1\/message-items)\//;
/** The steps of the first walk that all requests take. */
const COMMON_STEPS = 4;
const RUNS = 5;
const PAUSE_MS = 100;

interface Step {
  readonly number: number;
  readonly files: readonly string[];
}

/** The numbered steps of the table below a heading. A name without a folder is in that of the name in front of it. */
function stepsBelow(heading: string): readonly Step[] {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  const rows = [...section.slice(0, section.indexOf('\n## ')).matchAll(/^\| (\d+) \| ([^|]+) \|/gm)];
  return rows.map(([, number, cell = '']) => {
    const names = [...cell.matchAll(/`([^`]+\.ts)`/g)].map(([, name = '']) => name);
    const folder = dirname(names[0] ?? '');
    return {
      number: Number(number),
      files: names.map((name) => (name.includes('/') ? name : join(folder, name))),
    };
  });
}

const filesOf = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ files }) => files);

describe('The walk of ARCHITECTURE.md', () => {
  const ofRequest = stepsBelow('The walk of one request');
  const ofChange = [
    ...ofRequest.filter(({ number }) => number <= COMMON_STEPS),
    ...stepsBelow('The walk of one change'),
  ];
  let demo: Demo;
  let walks: Readonly<Record<WalkName, Walk>>;
  before(async () => {
    demo = await startDemo({ port: '0', now: new Date() });
    walks = await openWalks(demo);
  });
  after(() => demo.close());

  /** Those of every run: timers and watchers work beside some of them. */
  const filesThatRun = async (name: WalkName): Promise<readonly string[]> => {
    let common: readonly string[] | undefined;
    for (let run = 0; run < RUNS; run += 1) {
      if (run > 0) await wait(PAUSE_MS);
      const counted = await countExecutedFiles(await walks[name]());
      common = common?.filter((file) => counted.has(file)) ?? [...counted.keys()];
    }
    return (common ?? []).map((file) => file.slice(SOURCE.length)).sort();
  };
  /** Both sides of the comparison: the files of the table, and those that have run. */
  const compare = async (name: WalkName, steps: readonly Step[]) => {
    const ran = await filesThatRun(name);
    const named = [...new Set(filesOf(steps))].sort();
    return {
      named: named.filter((file) => NAMED.test(file)),
      ran: ran.filter((file) => NAMED.test(file)),
      idle: named.filter((file) => !ran.includes(file)),
    };
  };

  it('of one request names all files of services and routes that run, and none that does not', async () => {
    const { named, ran, idle } = await compare('page', ofRequest);

    assert.deepEqual(ran, named);
    assert.deepEqual(idle, []);
  });

  it('of one change does so, too', async () => {
    const { named, ran, idle } = await compare('change', ofChange);

    assert.deepEqual(ran, named);
    assert.deepEqual(idle, []);
  });
});
