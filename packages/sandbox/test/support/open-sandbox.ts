/** Sandboxes and clients that end with the test that opened them. */
import type { TestContext } from 'node:test';
import type { SandboxOptions } from '../../src/options.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox.ts';
import { LineClient } from './line-client.ts';

/** What `now` is in all tests. */
export const NOW = new Date('2026-03-04T05:06:07Z');

/** A sandbox with the user `ann`, password `secret`, and the given options. */
export async function openSandbox(t: TestContext, options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    users: [{ name: 'ann', password: 'secret' }],
    clock: () => NOW,
    ...options,
  });
  t.after(() => sandbox.close());
  return sandbox;
}

/** A client that has read the greeting. */
export async function openClient(t: TestContext, sandbox: Sandbox): Promise<LineClient> {
  const client = await LineClient.connect(sandbox.imapPort);
  t.after(() => client.close());
  await client.read();
  return client;
}

/** A client that is logged in as ann. */
export async function openSession(t: TestContext, sandbox: Sandbox): Promise<LineClient> {
  const client = await openClient(t, sandbox);
  await client.run('LOGIN ann secret');
  return client;
}

/** A client that has selected a mailbox of ann's. */
export async function openMailbox(t: TestContext, sandbox: Sandbox, name = 'INBOX'): Promise<LineClient> {
  const client = await openSession(t, sandbox);
  await client.run(`SELECT ${name}`);
  return client;
}
