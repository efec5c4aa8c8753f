/** Findings, one per line, and advice. No secret, but possibly server text. */
export class TrialFailure extends Error {
  constructor(lines: readonly string[], options?: { readonly cause?: unknown }) {
    super(lines.join('\n'), options);
    this.name = 'TrialFailure';
  }
}
