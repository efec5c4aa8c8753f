/** What a command needs of the session that runs it. */
import type { ImapCommand, TaggedResponse } from '../imap-connection.ts';

export interface CommandRunner {
  readonly capabilities: ReadonlySet<string>;
  run(command: ImapCommand, signal: AbortSignal): Promise<TaggedResponse>;
  /** Called when an answer tells of a change that nobody asked for. */
  noteNews(): void;
}
