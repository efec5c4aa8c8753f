/** Findings, one per line, and advice. Contains no secret, but possibly text of servers. */
export class TrialFailure extends Error {
  constructor(lines: readonly string[], options?: { readonly cause?: unknown }) {
    super(lines.join('\n'), options);
    this.name = 'TrialFailure';
  }
}
