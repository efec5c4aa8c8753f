/** A row's version. A row made again with its id counts epochs anew. */
export interface RowVersion {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly epoch: number;
}
