/** The questions of a dialogue. A person at a terminal, a pipe or the defaults answer them. */

/** What every question has. */
export interface Question {
  /** Without a mark at its end. */
  readonly message: string;
  /** The flag that answers it, such as `--url`; named when there is no answer. */
  readonly flag: string;
}

/** One option of a choice. */
export interface Choice {
  readonly value: string;
  /** The text that is shown, and that a pipe may answer instead of the number. */
  readonly label: string;
  /** Shown after the label. */
  readonly meaning?: string;
}

/** A question with a fixed list of answers. */
export interface ChoiceQuestion extends Question {
  readonly choices: readonly Choice[];
  /** The value of one of the choices. */
  readonly defaultValue: string;
}

/** What a typed text means, or what it has to be as the end of the sentence "expected ...". */
export type TextReading = { readonly value: string } | { readonly expected: string };

/** A question for a text. */
export interface TextQuestion extends Question {
  readonly read: (text: string) => TextReading;
}

/** A question for yes or no. */
export interface ConfirmQuestion extends Question {
  readonly isYesDefault: boolean;
}

/**
 * Asks. All methods reject with CommandError when the input ends or is interrupted, and for a wrong answer where it
 * makes no sense to ask again.
 */
export interface Questions {
  /** The value of the chosen choice. */
  choose(question: ChoiceQuestion): Promise<string>;
  /** The value that `read` returned for the text. */
  enter(question: TextQuestion): Promise<string>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  /** Lets go of the input, so that the process can end. */
  close(): void;
}

/** The complaint about a text, for the person who typed it. */
export function complaintAbout(text: string, expected: string): string {
  return `Expected ${expected}, got ${JSON.stringify(text)}.`;
}

/** What is shown of a choice. */
export function describeChoice({ label, meaning }: Choice): string {
  return meaning === undefined ? label : `${label} (${meaning})`;
}
