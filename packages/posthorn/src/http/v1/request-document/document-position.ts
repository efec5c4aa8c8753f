import { type Problem, problemOf, RequestProblems } from '../../answer/problem.ts';

/** Collects a document's problems: one response reports all. */
export class DocumentPosition {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly #problems: Problem[];

  constructor(pointer: string, problems: Problem[] = []) {
    this.pointer = pointer;
    this.#problems = problems;
  }

  at(name: string | number): DocumentPosition {
    // RFC 6901 §3.
    const token = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
    return new DocumentPosition(`${this.pointer}/${token}`, this.#problems);
  }

  refuse(detail: string): undefined {
    this.#problems.push(problemOf('invalid-value', { detail, source: { pointer: this.pointer } }));
  }

  /** Throws RequestProblems for all refusals. */
  finish(): void {
    const [first, ...others] = this.#problems;
    if (first !== undefined) throw new RequestProblems([first, ...others]);
  }
}
