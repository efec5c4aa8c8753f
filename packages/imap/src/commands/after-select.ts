import type { Command, CommandRunner, SelectedMailbox } from '../connection/command.ts';

/** For commands after a SELECT in flight (RFC 9051 §5.5). If it is refused, drop their results. */
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
