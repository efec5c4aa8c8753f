import { setImmediate as turn } from 'node:timers/promises';
import type { EndlessFault } from '../../faults.ts';
import type { Connection } from './connection.ts';

const UNTAGGED = '* OK Still here\r\n';
/** The largest literal of RFC 3501. */
const LITERAL = '* 1 FETCH (UID 1 BODY[] {4294967295}\r\n';
const CHUNK_OCTETS = 64 * 1024;

/** Sends until the client disconnects. */
export async function sendEndlessly(connection: Connection, { what }: EndlessFault): Promise<void> {
  if (what === 'literal') connection.queue([LITERAL]);
  const lines = UNTAGGED.repeat(CHUNK_OCTETS / UNTAGGED.length);
  const chunk = what === 'literal' ? Buffer.alloc(CHUNK_OCTETS, 'x') : Buffer.from(lines);
  while (!connection.isClosed) {
    connection.queue([chunk]);
    connection.flush();
    await connection.drained();
    // A client in the same process needs its turn.
    await turn();
  }
}
