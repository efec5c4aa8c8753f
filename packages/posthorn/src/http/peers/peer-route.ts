import { chooseWorker } from './rendezvous.ts';
import type { RequestKey } from './request-key.ts';

/** A request's process: this one, none yet, a worker of this machine, or another node. */
export type PeerRoute = 'here' | 'nowhere' | { readonly socketPath: string } | { readonly nodeUrl: string };

/** Finds a request's process now. */
export type FindRoute = (key: RequestKey) => PeerRoute;

/** A machine's workers. */
export interface WorkerRoutes {
  readonly worker: number;
  readonly workers: readonly number[];
  readonly socketOf: (worker: number) => string;
}

/** Finds a request's worker. */
export function createWorkerRoute({ worker, workers, socketOf }: WorkerRoutes): FindRoute {
  return ({ name }) => {
    const owner = chooseWorker(name, workers);
    return owner === worker ? 'here' : { socketPath: socketOf(owner) };
  };
}
