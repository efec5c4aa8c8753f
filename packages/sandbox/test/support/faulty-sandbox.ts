/** Clients of a sandbox that has a fault. */
import type { TestContext } from 'node:test';
import type { Fault } from '../../src/faults.ts';
import { LineClient } from './line-client.ts';
import { mail } from './mail-samples.ts';
import { openMailbox, openSandbox } from './open-sandbox.ts';

/** A client that has just connected, with the fault switched on before. */
export async function connectToFault(t: TestContext, fault: Fault): Promise<LineClient> {
  const sandbox = await openSandbox(t, { smtp: true });
  sandbox.faults.add(fault);
  const client = await LineClient.connect(sandbox.imapPort);
  t.after(() => client.close());
  return client;
}

/** A session in INBOX, which holds one message, and the fault switched on. */
export async function selectWithFault(t: TestContext, fault: Fault) {
  const sandbox = await openSandbox(t);
  const ann = sandbox.user('ann');
  ann.deliver(mail({}, 'x'.repeat(1000)));
  const client = await openMailbox(t, sandbox);
  sandbox.faults.add(fault);
  return { sandbox, ann, client };
}
