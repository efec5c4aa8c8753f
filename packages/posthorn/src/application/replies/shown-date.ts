import type { ZonedDate } from '../../domain/messages/message-item.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const LAST_YEAR = 9999;

/** `2023-05-02 13:54 +02:00`, in the date's own offset; null if out of range. */
export function showDate({ epochMs, offsetMinutes }: ZonedDate): string | null {
  const local = new Date(epochMs + offsetMinutes * MINUTE_MS);
  const year = local.getUTCFullYear();
  const isWritable = year >= 0 && year <= LAST_YEAR && Math.abs(offsetMinutes) < DAY_MINUTES;
  if (!isWritable) return null;
  return `${local.toISOString().slice(0, 16).replace('T', ' ')} ${showOffset(offsetMinutes)}`;
}

function showOffset(offsetMinutes: number): string {
  const minutes = Math.abs(Math.trunc(offsetMinutes));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
