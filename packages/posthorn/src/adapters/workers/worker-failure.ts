/** Why a worker gave no answer. */

export type WorkerFailureKind =
  /** The job took longer than it may. */
  | 'deadline'
  /** The job needed more memory than it may. */
  | 'memory'
  /** The thread ended for an unknown reason. */
  | 'ended'
  /** Too many jobs wait. */
  | 'busy'
  | 'closed';

/** A worker thread failed in the way of `kind`. */
export class WorkerFailure extends Error {
  readonly kind: WorkerFailureKind;

  constructor(kind: WorkerFailureKind, options?: { cause?: unknown }) {
    super(`A worker gave no answer: ${kind}.`, options);
    this.name = 'WorkerFailure';
    this.kind = kind;
  }
}
