/**
 * `npm run soak -- SCRIPT`: tests that take too long for `npm test`, by name. `--operations 20000` says how much is done, `--seed 1`
 * which changes, `--server NAME` on which server; without it on each. Exits non-zero at the first difference.
 */
import { parseArgs } from 'node:util';
import { soakLists } from './scripts/lists.ts';

/** What a script is given. */
export interface SoakOptions {
  readonly operations: number;
  readonly seed: number;
  /** Part of the name of the servers to use; empty for all. */
  readonly server: string;
}

/** Runs for minutes. Throws where something is wrong. */
export type SoakScript = (options: SoakOptions) => Promise<void>;

/** A script by the name that it has on the command line. */
const SCRIPTS: Readonly<Record<string, SoakScript>> = {
  lists: soakLists,
};

const { values, positionals } = parseArgs({
  options: {
    operations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    server: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const [name = ''] = positionals;
const script = SCRIPTS[name];
if (!script) throw new Error(`There is no "${name}"; there are ${Object.keys(SCRIPTS).join(', ')}.`);
await script({ operations: Number(values.operations), seed: Number(values.seed), server: values.server });
