/** Resolves a host name within a deadline. */
import { lookup } from 'node:dns/promises';

/** Gives all IP addresses of a name. Rejects for a name that does not resolve. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

/** Resolves as the machine itself does, `/etc/hosts` included. */
export const resolveBySystem: ResolveHost = async (name) => {
  const records = await lookup(name, { all: true });
  return records.map((record) => record.address);
};

/** A host name to resolve, and how. */
export interface HostResolution {
  readonly name: string;
  readonly resolve: ResolveHost;
  readonly timeoutMs: number;
}

/**
 * All addresses of the name. Rejects as `resolve` does, with a timeout error, or with the signal's
 * reason. A lookup of the system cannot be stopped: it goes on unheard.
 */
export async function resolveHost(
  resolution: HostResolution,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { name, resolve, timeoutMs } = resolution;
  signal.throwIfAborted();
  let stop = (_reason: unknown): void => {};
  const stopped = new Promise<never>((_settle, reject) => {
    stop = reject;
  });
  const onAbort = (): void => stop(signal.reason);
  const timer = setTimeout(() => stop(new Error('The name server does not answer in time.')), timeoutMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([resolve(name), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
