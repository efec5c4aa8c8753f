import { createHash } from 'node:crypto';

/**
 * Rendezvous hashing (Thaler and Ravishankar 1998): removing a worker moves only its keys, evenly. Throws RangeError
 * without workers.
 */
export function chooseWorker(key: string, workers: readonly number[]): number {
  const [first, ...others] = workers;
  if (first === undefined) throw new RangeError('There is no worker to choose.');
  let best = { worker: first, weight: weigh(key, first) };
  for (const worker of others) {
    const weight = weigh(key, worker);
    if (weight > best.weight) best = { worker, weight };
  }
  return best.worker;
}

function weigh(key: string, worker: number): bigint {
  return createHash('sha256').update(`${worker}\n${key}`).digest().readBigUInt64BE();
}
