/** `warning`: works with a restriction; `problem`: does not work. */
export type Outcome = 'ok' | 'warning' | 'problem';

/** Result of a check. */
export interface Check {
  /** Such as `IMAP certificate`. */
  readonly check: string;
  readonly outcome: Outcome;
  /** May contain text of servers: make it printable. */
  readonly finding: string;
  /** Absent without a need for change. */
  readonly advice?: string;
}

/** Checks as they are made; the result is true when further checks make sense. */
export type Checks<Result = void> = AsyncGenerator<Check, Result>;

export type Explanation = Required<Pick<Check, 'finding' | 'advice'>>;

/** Returns a check without findings to act on. */
export function ok(check: string, finding: string): Check {
  return { check, outcome: 'ok', finding };
}

/** Returns a check of a restriction. */
export function warning(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'warning', finding, advice };
}

/** Returns a check of a failure. */
export function problem(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'problem', finding, advice };
}
