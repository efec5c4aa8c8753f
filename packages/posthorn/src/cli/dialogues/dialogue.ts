/** A dialogue: the questions of one command, and what their answers change in `.env`. */
import type { EnvChanges } from '../../config/env-text.ts';
import type { Environment } from '../../config/load-settings.ts';
import type { Questions } from '../questions/questions.ts';

/** Answers from the command line. */
export interface AnswerFlags {
  readonly url?: string;
  readonly emailPath?: string;
  readonly authProvider?: string;
  readonly authPath?: string;
  readonly mailHostsOnly?: string;
  readonly env?: string;
  readonly debug?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly overwrite?: boolean;
}

/** The values of `.env` by key. */
export type PresentValues = ReadonlyMap<string, string | undefined>;

/** What a dialogue works with. */
export interface DialogueContext {
  readonly questions: Questions;
  readonly flags: AnswerFlags;
  readonly present: PresentValues;
  /** The variables of the process. */
  readonly environment: Environment;
}

/** Asks what the flags do not answer. Rejects with CommandError. */
export type Dialogue = (context: DialogueContext) => Promise<EnvChanges>;

/** The values as they are after the changes. */
export function applyChanges(present: PresentValues, changes: EnvChanges): PresentValues {
  const values = new Map(present);
  for (const [key, value] of changes) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  return values;
}
