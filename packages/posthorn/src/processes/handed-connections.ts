import type { Worker } from 'node:cluster';

/** Of `node:cluster`; `newconn` brings a connection of listener `key`. */
interface ClusterMessage {
  readonly act?: string;
  readonly key?: string;
}

interface Handle {
  close(): void;
}

/**
 * Closes connections handed to an ended worker. `node:cluster` awaits their acceptance, and would keep them
 * open, unanswered, while the primary process lives.
 */
export function closeUnaccepted({ process: child }: Pick<Worker, 'process'>): void {
  // A listener hands a worker one connection at a time. Closing accepted ones again does nothing.
  const handed = new Map<string, Handle>();
  const send = child.send.bind(child) as (...args: readonly unknown[]) => boolean;
  child.send = (message: unknown, handle?: unknown, ...rest: readonly unknown[]): boolean => {
    const { act, key } = message as ClusterMessage;
    if (act === 'newconn' && key !== undefined && handle) handed.set(key, handle as Handle);
    return send(message, handle, ...rest);
  };
  child.once('exit', () => {
    for (const handle of handed.values()) handle.close();
  });
}
