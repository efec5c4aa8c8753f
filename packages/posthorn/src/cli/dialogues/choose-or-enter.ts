/** A choice among values that are known, with the possibility to type in another one. */
import type { ChoiceQuestion, Questions, TextQuestion } from '../questions/questions.ts';

/** A choice with one further option: to enter a value. */
export interface OpenChoice {
  /** Its choices are offered first; the default is one of them. */
  readonly choice: ChoiceQuestion;
  /** The label of the last choice, such as `type in another URL`. */
  readonly otherLabel: string;
  /** Asked when the last choice is taken. */
  readonly other: TextQuestion;
}

/** No value: settings are never empty. */
const OTHER = '';

/** The value that was chosen or typed in. */
export async function chooseOrEnter(
  questions: Questions,
  { choice, otherLabel, other }: OpenChoice,
): Promise<string> {
  const choices = [...choice.choices, { value: OTHER, label: otherLabel }];
  const chosen = await questions.choose({ ...choice, choices });
  return chosen === OTHER ? questions.enter(other) : chosen;
}
