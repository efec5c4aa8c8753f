/** What makes the IMAP server of one provider differ from what its capabilities promise. */
import type { CommandResult, Invocation } from './commands/command.ts';
import type { AnswerQuirks } from './session/answer-quirks.ts';

/** Runs a command as it stands. */
export type RunCommand = (invocation: Invocation) => Promise<CommandResult>;

/** The quirks of a server. */
export interface Quirks extends AnswerQuirks {
  /** Wraps the handler of each command; may refuse, answer by itself, run other arguments, or send more. */
  readonly run?: (invocation: Invocation, run: RunCommand) => Promise<CommandResult>;
}
