/** One check and its outcome. */

/** `warning`: it works, but something will be missed. `problem`: something does not work. */
export type Outcome = 'ok' | 'warning' | 'problem';

/** The result of one check. */
export interface Check {
  /** The subject of the check, such as `IMAP certificate`. */
  readonly check: string;
  readonly outcome: Outcome;
  /** What was found, in plain words. May hold text of servers: make it printable before it is printed. */
  readonly finding: string;
  /** What to change; absent where nothing has to be. */
  readonly advice?: string;
}

/** Checks as they are made; the last value is true when further checks make sense. */
export type Checks<Result = void> = AsyncGenerator<Check, Result>;

/** What was found, and what to change. */
export type Explanation = Required<Pick<Check, 'finding' | 'advice'>>;

/** A check without findings to act on. */
export function ok(check: string, finding: string): Check {
  return { check, outcome: 'ok', finding };
}

/** A check of something that works with a restriction. */
export function warning(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'warning', finding, advice };
}

/** A check of something that does not work. */
export function problem(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'problem', finding, advice };
}
