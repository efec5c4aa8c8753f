/** The version of a row. A row that is made again with its id counts its epochs anew. */
export interface RowVersion {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly epoch: number;
}
