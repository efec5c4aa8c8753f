import type { ZonedDate } from '../domain/messages/message-item.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const FIRST_YEAR = 0;
const LAST_YEAR = 9999;

/** `2023-05-02T13:54:14+02:00`, in the author's offset; null unless the year has four digits. */
export function toIsoDate({ epochMs, offsetMinutes }: ZonedDate): string | null {
  const local = new Date(epochMs + offsetMinutes * MINUTE_MS);
  const year = local.getUTCFullYear();
  const isWritable = year >= FIRST_YEAR && year <= LAST_YEAR && Math.abs(offsetMinutes) < DAY_MINUTES;
  return isWritable ? `${local.toISOString().slice(0, 19)}${formatOffset(offsetMinutes)}` : null;
}

/** `2026-05-02T11:54:14Z`; null stays null. */
export function toInstant(epochMs: number | null): string | null {
  return epochMs === null ? null : `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}

function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${offsetMinutes < 0 ? '-' : '+'}${hours}:${rest}`;
}
