/** Answers without end: what a client must break off by itself. */
import { setImmediate as turn } from 'node:timers/promises';
import type { EndlessFault } from '../../faults.ts';
import type { Connection } from './connection.ts';

const UNTAGGED = '* OK Still here\r\n';
/** The most that RFC 3501 lets a literal announce. */
const LITERAL = '* 1 FETCH (UID 1 BODY[] {4294967295}\r\n';
const CHUNK_OCTETS = 64 * 1024;

/** Sends as fast as the client takes it. Settles when the client is gone. */
export async function sendEndlessly(connection: Connection, { what }: EndlessFault): Promise<void> {
  if (what === 'literal') connection.queue([LITERAL]);
  const lines = UNTAGGED.repeat(CHUNK_OCTETS / UNTAGGED.length);
  const chunk = what === 'literal' ? Buffer.alloc(CHUNK_OCTETS, 'x') : Buffer.from(lines);
  while (!connection.isClosed) {
    connection.queue([chunk]);
    connection.flush();
    await connection.drained();
    // A client in the same process must get its turn.
    await turn();
  }
}
