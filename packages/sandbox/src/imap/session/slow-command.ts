/** Commands that take long. */

/** A command that is slow. */
export interface SlowCommand {
  /** Without `UID`. */
  readonly command: string;
  /** How often progress is reported before the command is done. */
  readonly steps: number;
  /** The time between two steps. */
  readonly stepMs: number;
  /** False: the reports have no goal. Left out: true. */
  readonly hasGoal?: boolean;
}
