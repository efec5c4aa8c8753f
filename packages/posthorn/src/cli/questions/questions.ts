/** A question's message and flag. */
export interface Question {
  /** Without a final mark. */
  readonly message: string;
  /** Reported if unanswered. */
  readonly flag: string;
}

/** One option of a choice. */
export interface Choice {
  readonly value: string;
  /** Shown, and accepted in a pipe. */
  readonly label: string;
  readonly meaning?: string;
}

/** Question with fixed answers. */
export interface ChoiceQuestion extends Question {
  readonly choices: readonly Choice[];
  readonly defaultValue: string;
}

/** A text's value, or the end of "expected ...". */
export type TextReading = { readonly value: string } | { readonly expected: string };

/** Question for a text. */
export interface TextQuestion extends Question {
  readonly read: (text: string) => TextReading;
}

/** Question for yes or no. */
export interface ConfirmQuestion extends Question {
  readonly isYesDefault: boolean;
}

/** Asks questions. Rejects with CommandError if the input ends, is interrupted, or is wrong and cannot be repeated. */
export interface Questions {
  choose(question: ChoiceQuestion): Promise<string>;
  /** Returns the value of `read`. */
  enter(question: TextQuestion): Promise<string>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  /** Releases the input, so the process can end. */
  close(): void;
}

/** Complaint about a text. */
export function complaintAbout(text: string, expected: string): string {
  return `Expected ${expected}, got ${JSON.stringify(text)}.`;
}

/** A choice's text. */
export function describeChoice({ label, meaning }: Choice): string {
  return meaning === undefined ? label : `${label} (${meaning})`;
}
