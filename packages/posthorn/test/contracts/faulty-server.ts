/** A sandbox that refuses or delays commands, with a mail writer at work on it. */
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Fault } from 'posthorn-sandbox';
import type { NewVersion } from '../../src/application/ports/mail/mail-writer.ts';
import { bufferSource } from '../../src/domain/values/buffer-source.ts';
import { openSandboxBackend, type SandboxBackendOptions } from './sandbox-backend.ts';
import { mailboxName } from './store-under-test.ts';
import { signal, versionOctets, Workbench } from './workbench.ts';

/** A refusal by the sandbox, at `command-received` unless told otherwise. */
export type Refusal = Omit<Extract<Fault, { kind: 'refuse' }>, 'kind' | 'at'> & { readonly nth?: number };

/** A sandbox that ends with the test, and changes of the first message of a folder. */
export async function startFaulty(t: TestContext, options: SandboxBackendOptions = {}) {
  const backend = await openSandboxBackend(options);
  t.after(() => backend.close());
  const bench = new Workbench(backend);
  const { writer, sandbox } = backend;
  return {
    backend,
    bench,
    refuse: (refusal: Refusal) => sandbox.faults.add({ kind: 'refuse', at: 'command-received', ...refusal }),
    move: (source: string, target: string) =>
      writer.moveMessage({ ...bench.message(source, 1), target: mailboxName(target) }, signal),
    copy: (source: string, target: string) =>
      writer.copyMessage({ ...bench.message(source, 1), target: mailboxName(target) }, signal),
    remove: (folder: string) => writer.deleteMessage(bench.message(folder, 1), signal),
    append: (folder: string, message: Buffer, messageId: string | null = null) =>
      writer.appendMessage(
        {
          ...bench.mailbox(folder),
          message: { octets: bufferSource(message), flags: [], keywords: ['$Work'], messageId },
        },
        signal,
      ),
    replace: (folder: string, version: NewVersion) =>
      writer.replaceMessage({ ...bench.message(folder, 1), version }, signal),
    draftFolder: () => bench.folderWith({ raw: versionOctets('old'), flags: ['\\Draft'] }),
    /** Holds the command back, lets something happen meanwhile, and lets it go. */
    async during(command: string, happening: () => Promise<void>) {
      sandbox.clearRecording();
      const stop = sandbox.faults.add({ kind: 'delay', at: 'command-received', command, ms: 30 });
      while (!sandbox.recording.some(({ name }) => name.endsWith(command))) await turn();
      await happening();
      stop();
    },
  };
}
