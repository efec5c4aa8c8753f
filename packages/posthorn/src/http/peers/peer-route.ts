import { chooseWorker } from './rendezvous.ts';
import type { RequestKey } from './request-key.ts';

/** The process of a request: this one, none for now, a worker of this machine, or another node. */
export type PeerRoute = 'here' | 'nowhere' | { readonly socketPath: string } | { readonly nodeUrl: string };

/** Finds the process of a request now. */
export type FindRoute = (key: RequestKey) => PeerRoute;

/** The workers of a machine. */
export interface WorkerRoutes {
  readonly worker: number;
  readonly workers: readonly number[];
  readonly socketOf: (worker: number) => string;
}

/** Finds the worker of a request. */
export function createWorkerRoute({ worker, workers, socketOf }: WorkerRoutes): FindRoute {
  return ({ name }) => {
    const owner = chooseWorker(name, workers);
    return owner === worker ? 'here' : { socketPath: socketOf(owner) };
  };
}
