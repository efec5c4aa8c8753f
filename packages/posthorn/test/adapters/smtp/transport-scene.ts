/** A scripted server and a transport that submits to it several times. */
import type { TestContext } from 'node:test';
import type { MailTransport } from '../../../src/application/ports/mail/mail-transport.ts';
import { type ScriptedServer, type SmtpScript, startScriptedServer } from './scripted-smtp-server.ts';
import { createTransport } from './submission-under-test.ts';

export interface Scene {
  readonly server: ScriptedServer;
  readonly transport: MailTransport;
  /** What each submission needs. */
  readonly there: { readonly port: number; readonly transport: MailTransport };
}

/** Starts both; they end with the test. */
export async function openScene(
  t: TestContext,
  script: SmtpScript,
  given: Parameters<typeof createTransport>[0] = {},
): Promise<Scene> {
  const server = await startScriptedServer(t, script);
  const transport = createTransport(given);
  t.after(() => transport.close());
  return { server, transport, there: { port: server.port, transport } };
}

/** A message of one line. */
export function text(content: string): Buffer {
  return Buffer.from(`${content}\r\n`);
}

/** The lines of the messages that came to their end, in order. */
export function texts({ messages }: ScriptedServer): readonly string[] {
  return messages.map((message) => message.toString().trim());
}
