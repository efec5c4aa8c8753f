import type { ChoiceQuestion, Questions, TextQuestion } from '../questions/questions.ts';

/** A choice with an option to enter a value. */
export interface OpenChoice {
  readonly choice: ChoiceQuestion;
  /** Such as `type in another URL`. */
  readonly otherLabel: string;
  readonly other: TextQuestion;
}

/** Settings are never empty. */
const OTHER = '';

/** The chosen or entered value. */
export async function chooseOrEnter(
  questions: Questions,
  { choice, otherLabel, other }: OpenChoice,
): Promise<string> {
  const choices = [...choice.choices, { value: OTHER, label: otherLabel }];
  const chosen = await questions.choose({ ...choice, choices });
  return chosen === OTHER ? questions.enter(other) : chosen;
}
