export type WorkerFailureKind =
  | 'deadline'
  | 'memory'
  /** Unknown reason. */
  | 'ended'
  /** Too many jobs wait. */
  | 'busy'
  | 'closed';

/** A thread failed. */
export class WorkerFailure extends Error {
  readonly kind: WorkerFailureKind;

  constructor(kind: WorkerFailureKind, options?: { cause?: unknown }) {
    super(`A worker gave no answer: ${kind}.`, options);
    this.name = 'WorkerFailure';
    this.kind = kind;
  }
}
