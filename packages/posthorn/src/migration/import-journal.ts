/** A note's subject; `kept` and `dropped`: of the overwritten installation. */
export type ImportNoteKind = 'changed' | 'check' | 'left-out' | 'not-found' | 'kept' | 'dropped';

/** Remark about an import. */
export interface ImportNote {
  readonly kind: ImportNoteKind;
  readonly text: string;
}

/** Obstacle to an import. */
export interface ImportProblem {
  /** Relative to its installation. */
  readonly file: string;
  /** From 1. */
  readonly line?: number;
  readonly text: string;
}

/** File contents must not control the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/g;

/** Collects remarks and problems. */
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

/** Lists all obstacles. */
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
