/** The error of a configuration that cannot be used, with everything that is wrong in it. */

/** One thing to correct. */
export interface ConfigurationProblem {
  /** The dotenv key, or the file with the entry and its key. */
  readonly key: string;
  /** What the value has to be, as the end of the sentence "expected ...". */
  readonly expected: string;
  /** What was found, fit for a terminal and a log: cut, in quotes, and never a secret. */
  readonly got: string;
}

/** Lists all problems at once, so that one restart is enough. */
export class ConfigurationError extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ key, expected, got }) => `  ${key}: expected ${expected}, got ${got}`);
    super(['The configuration cannot be used.', ...lines].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
