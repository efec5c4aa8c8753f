/** Requests by API key to a Posthorn process. */
import { runPosthorn } from './posthorn-process.ts';

/** Makes a key for mail and accounts, by the command. */
export async function createKey(rootDirectory: string): Promise<string> {
  const scopes = 'mail.read,mail.write,mail.send,accounts';
  const args = ['keys:create', '--name', 'CRM', '--scopes', scopes, '--root', rootDirectory];
  const { code, output } = await runPosthorn(args);
  const [key] = /ph_\S+/.exec(output) ?? [];
  if (code !== 0 || key === undefined) throw new Error(output);
  return key;
}

export interface KeyOfServer {
  readonly key: string;
  /** Without a path. */
  readonly address: string;
}

/** A request of version 1; a POST with a document. */
export async function mailByKey(
  { key, address }: KeyOfServer,
  path: string,
  document?: object,
  // biome-ignore lint/suspicious/noExplicitAny: what tests look into, whatever it is
): Promise<{ readonly status: number; readonly body: any }> {
  const answer = await fetch(`${address}/rest-api-email/v1${path}`, {
    method: document === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/vnd.api+json' },
    ...(document !== undefined && { body: JSON.stringify(document) }),
  });
  return { status: answer.status, body: await answer.json() };
}
