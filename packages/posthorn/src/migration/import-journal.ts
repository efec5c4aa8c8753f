/** Collects notes and problems while an import reads the files. */

/**
 * What a note is about: a value that is not as it was, one to look at, one that stays behind, a missing file; and of the installation
 * that is overwritten, what stays there and what goes.
 */
export type ImportNoteKind = 'changed' | 'check' | 'left-out' | 'not-found' | 'kept' | 'dropped';

/** One remark about an import. */
export interface ImportNote {
  readonly kind: ImportNoteKind;
  readonly text: string;
}

/** Why nothing is imported. */
export interface ImportProblem {
  /** As the operator knows it: relative to the installation that it belongs to. */
  readonly file: string;
  /** Counted from one. */
  readonly line?: number;
  readonly text: string;
}

/** Notes and problems show what is in the files; it must not control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/g;

/** Collects the remarks and problems of an import. */
export interface ImportJournal {
  readonly notes: readonly ImportNote[];
  readonly problems: readonly ImportProblem[];
  note(kind: ImportNoteKind, text: string): void;
  refuse(problem: ImportProblem): void;
}

/** An empty journal. */
export function createImportJournal(): ImportJournal {
  const notes: ImportNote[] = [];
  const problems: ImportProblem[] = [];
  return {
    notes,
    problems,
    note: (kind, text) => void notes.push({ kind, text: toOneLine(text) }),
    refuse: (problem) => void problems.push({ ...problem, text: toOneLine(problem.text) }),
  };
}

function toOneLine(text: string): string {
  return text.replace(CONTROL_CHARACTER, ' ');
}

/** Lists all obstacles to an import, so that one more attempt is enough. */
export class ImportError extends Error {
  readonly problems: readonly ImportProblem[];

  constructor(problems: readonly ImportProblem[]) {
    const lines = problems.map(({ file, line, text }) =>
      line === undefined ? `  ${file}: ${text}` : `  ${file}, line ${line}: ${text}`,
    );
    super(['Nothing was imported.', ...lines].join('\n'));
    this.name = 'ImportError';
    this.problems = problems;
  }
}
