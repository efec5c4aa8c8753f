/** A slow command. */
export interface SlowCommand {
  readonly command: string;
  /** Progress reports before the end. */
  readonly steps: number;
  readonly stepMs: number;
  /** True by default. */
  readonly hasGoal?: boolean;
}
