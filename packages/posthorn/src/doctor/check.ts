/** One thing that was looked at, and what came of it. */

/** `warning`: it works, but something will be missed. `problem`: something does not work. */
export type Outcome = 'ok' | 'warning' | 'problem';

export interface Check {
  /** What was looked at, such as `IMAP certificate`. */
  readonly check: string;
  readonly outcome: Outcome;
  /** What was found, in plain words. May hold text of servers: make it printable before it is printed. */
  readonly finding: string;
  /** What to change; absent where nothing has to be. */
  readonly advice?: string;
}

/** Checks as they are made; the last value says whether it makes sense to go on. */
export type Checks<Result = void> = AsyncGenerator<Check, Result>;

/** All is well. */
export function ok(check: string, finding: string): Check {
  return { check, outcome: 'ok', finding };
}

/** It works, but something will be missed. */
export function warning(check: string, finding: string, advice: string): Check {
  return { check, outcome: 'warning', finding, advice };
}

/** It does not work. */
export function problem(check: string, finding: string, advice: string): Check {
  return { check, outcome: 'problem', finding, advice };
}
