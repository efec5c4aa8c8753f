/** Dates in ISO 8601, in the offset of their author: `2023-05-02T13:54:14+02:00`. */
import type { ZonedDate } from '../../../domain/message-item.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** The years that four digits can write. */
const FIRST_YEAR = 0;
const LAST_YEAR = 9999;

/** The date, or null for one that this form cannot write. */
export function toIsoDate({ epochMs, offsetMinutes }: ZonedDate): string | null {
  const local = new Date(epochMs + offsetMinutes * MINUTE_MS);
  const year = local.getUTCFullYear();
  const isWritable = year >= FIRST_YEAR && year <= LAST_YEAR && Math.abs(offsetMinutes) < DAY_MINUTES;
  return isWritable ? `${local.toISOString().slice(0, 19)}${formatOffset(offsetMinutes)}` : null;
}

function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
