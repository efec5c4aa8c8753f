import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const NOTICE_MS = 1_000;

/** True if one client's notice reaches the other. Rejects with the clients' errors. */
export async function probeListening(listener: pg.Client, sender: pg.Client): Promise<boolean> {
  const channel = `posthorn_doctor_${randomUUID().replaceAll('-', '')}`;
  let isHeard = false;
  const heard = new Promise<void>((resolve) => {
    listener.on('notification', (notice) => {
      if (notice.channel !== channel) return;
      isHeard = true;
      resolve();
    });
  });
  await listener.query(`listen ${channel}`);
  await sender.query('select pg_notify($1, $2)', [channel, '']);
  await Promise.race([heard, wait(NOTICE_MS)]);
  await listener.query(`unlisten ${channel}`);
  return isHeard;
}
