/** Tells an observer of the commands of a connection. */
import type { WorkObserver } from '../../application/ports/work-observer.ts';
import { outcomeOfFailure } from '../../domain/outcome.ts';
import type { ImapConnection } from './imap-connection.ts';
import { ConnectionLost, toCommandError } from './imap-errors.ts';

/** The same connection. The observer learns the names of its commands and nothing of their arguments. */
export function observeConnection(connection: ImapConnection, observer: WorkObserver): ImapConnection {
  const run: ImapConnection['run'] = async (command, signal) => {
    const end = observer.begin({ kind: 'imap-command', name: command.name });
    try {
      const response = await connection.run(command, signal);
      end('ok');
      return response;
    } catch (error) {
      end(outcomeOfCommand(error, signal));
      throw error;
    }
  };
  // Its members are getters: a copy would freeze them.
  return Object.create(connection, { run: { value: run } }) as ImapConnection;
}

function outcomeOfCommand(error: unknown, signal: AbortSignal): string {
  const meaning = toCommandError(error);
  return meaning instanceof ConnectionLost ? 'connection-lost' : outcomeOfFailure(meaning, signal);
}
