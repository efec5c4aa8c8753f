/** One thing to correct. */
export interface ConfigurationProblem {
  /** Dotenv key, or file, entry and key. */
  readonly key: string;
  /** Completes "expected ...". */
  readonly expected: string;
  /** Shortened, quoted, never a secret. */
  readonly got: string;
}

/** All problems of an invalid configuration. */
export class ConfigurationError extends Error {
  readonly problems: readonly ConfigurationProblem[];

  constructor(problems: readonly ConfigurationProblem[]) {
    const lines = problems.map(({ key, expected, got }) => `  ${key}: expected ${expected}, got ${got}`);
    super(['The configuration cannot be used.', ...lines].join('\n'));
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}
