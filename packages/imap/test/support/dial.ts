/** Connections that end with the test, and commands for them. */
import type { TestContext } from 'node:test';
import type { Command } from '../../src/connection/command.ts';
import { connect } from '../../src/connection/connect.ts';
import type { ConnectOptions } from '../../src/connection/connect-options.ts';
import type { ImapConnection } from '../../src/connection/imap-connection.ts';
import { type ScriptedServerOptions, startScriptedServer } from './scripted-server.ts';

/** A signal that never aborts. */
export const SIGNAL: AbortSignal = new AbortController().signal;

/** A connection to a server that plays the script; in the clear unless the options say otherwise. */
export async function dial(
  t: TestContext,
  play: ScriptedServerOptions['play'],
  options: Partial<ConnectOptions> = {},
): Promise<ImapConnection> {
  const server = await startScriptedServer(t, { play });
  const connection = await connect({ ...server, security: 'cleartext', ...options }, SIGNAL);
  t.after(() => connection.destroy());
  return connection;
}

/** A command of one text, which waits for no other unless `more` says so. */
export function command(text: string, more: Partial<Command> = {}): Command {
  const [name = ''] = text.split(' ');
  return { name, parts: [text], concurrency: 'shared', ...more };
}

/** A signal with what aborts it. */
export function abortable(): { readonly signal: AbortSignal; abort(reason?: Error): void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}
