import type { EnvChanges } from '../../config/env-text.ts';
import type { Environment } from '../../config/load-settings.ts';
import type { Questions } from '../questions/questions.ts';

/** Command line answers. */
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
  readonly database?: string;
  readonly overwrite?: boolean;
}

export type PresentValues = ReadonlyMap<string, string | undefined>;

/** A dialogue's questions, flags and present values. */
export interface DialogueContext {
  readonly questions: Questions;
  readonly flags: AnswerFlags;
  readonly present: PresentValues;
  readonly environment: Environment;
}

/** Asks questions without a flag. Rejects with CommandError. */
export type Dialogue = (context: DialogueContext) => Promise<EnvChanges>;

/** The values after the changes. */
export function applyChanges(present: PresentValues, changes: EnvChanges): PresentValues {
  const values = new Map(present);
  for (const [key, value] of changes) {
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  return values;
}
