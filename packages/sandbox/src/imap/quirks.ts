import type { CommandResult, Invocation } from './commands/command.ts';
import type { AnswerQuirks } from './session/answer-quirks.ts';

export type RunCommand = (invocation: Invocation) => Promise<CommandResult>;

/** Deviations from the capabilities. */
export interface Quirks extends AnswerQuirks {
  readonly run?: (invocation: Invocation, run: RunCommand) => Promise<CommandResult>;
}
