import { createHash } from 'node:crypto';
import type { Branded } from '../values/brand.ts';

/** 0 to `SHARDS` - 1. */
export type Shard = Branded<number, 'Shard'>;

/** Never changes: the database has a row for each. */
export const SHARDS = 1_024;

const OCTETS = 4;

/** The shard of an account id or user key (SHA-256): nodes own shards, not accounts. */
export function shardOf(key: string): Shard {
  return (createHash('sha256').update(key).digest().readUIntBE(0, OCTETS) % SHARDS) as Shard;
}
