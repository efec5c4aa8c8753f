/** A place in a request document, and the problems found there. */
import { type Problem, problemOf, RequestProblems } from '../../answer/problem.ts';

/**
 * Notes problems, so that one answer tells all of them. Readers of values get the place of their value, and give undefined for a value
 * that they have refused.
 */
export class DocumentPlace {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly #problems: Problem[];

  constructor(pointer: string, problems: Problem[] = []) {
    this.pointer = pointer;
    this.#problems = problems;
  }

  /** The place of a member or of an element. */
  at(name: string | number): DocumentPlace {
    // RFC 6901 §3.
    const token = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
    return new DocumentPlace(`${this.pointer}/${token}`, this.#problems);
  }

  /** Notes that the value here cannot be used. */
  refuse(detail: string): undefined {
    this.#problems.push(problemOf('invalid-value', { detail, source: { pointer: this.pointer } }));
  }

  /** Throws RequestProblems when anything was refused here or anywhere in the document. */
  finish(): void {
    const [first, ...others] = this.#problems;
    if (first !== undefined) throw new RequestProblems([first, ...others]);
  }
}
