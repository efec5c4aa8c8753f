/** Commands that are sent after SELECT without waiting for it (RFC 9051 §5.5). */
import type { Command, CommandRunner, SelectedMailbox } from '../connection/command.ts';

/**
 * A runner for commands about the mailbox that a SELECT which is in flight opens. A server runs them after it, so they cost no round trip
 * of their own. Where the SELECT is refused, they are refused too, or are about no mailbox: drop their results then.
 */
export function afterSelect(runner: CommandRunner): CommandRunner {
  return {
    get capabilities() {
      return runner.capabilities;
    },
    get enabled() {
      return runner.enabled;
    },
    get bounds() {
      return runner.bounds;
    },
    get isEncrypted() {
      return runner.isEncrypted;
    },
    get selected() {
      return runner.selected;
    },
    set selected(mailbox: SelectedMailbox | null) {
      runner.selected = mailbox;
    },
    run: (command: Command, signal) => runner.run({ ...command, isAfterSelect: true }, signal),
  };
}
