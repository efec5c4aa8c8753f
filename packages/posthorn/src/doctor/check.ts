/** `warning`: works with restrictions; `problem`: does not work. */
export type Outcome = 'ok' | 'warning' | 'problem';

/** A check's result. */
export interface Check {
  /** Such as `IMAP certificate`. */
  readonly check: string;
  readonly outcome: Outcome;
  /** May contain server text: make it printable. */
  readonly finding: string;
  /** Absent: no change is needed. */
  readonly advice?: string;
}

/** Checks as they are made; the result is true if further ones make sense. */
export type Checks<Result = void> = AsyncGenerator<Check, Result>;

export type Explanation = Required<Pick<Check, 'finding' | 'advice'>>;

/** A check without anything to change. */
export function ok(check: string, finding: string): Check {
  return { check, outcome: 'ok', finding };
}

/** A check with a restriction. */
export function warning(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'warning', finding, advice };
}

/** A failed check. */
export function problem(check: string, { finding, advice }: Explanation): Check {
  return { check, outcome: 'problem', finding, advice };
}
