import type { ZonedDate } from '../../../domain/messages/message-item.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const NO_DATE: ZonedDate = { epochMs: 0, offsetMinutes: 0 };
const FIRST_YEAR = 0;
const LAST_YEAR = 9999;

/**
 * A date in its own offset, `2023-05-02 13:54:14 +0200`; `1970-01-01 00:00:00 +0000` unless its year has four
 * digits.
 */
export function formatDate(date: ZonedDate): string {
  const { epochMs, offsetMinutes } = isWritable(date) ? date : NO_DATE;
  const local = new Date(epochMs + offsetMinutes * MINUTE_MS).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${formatOffset(offsetMinutes)}`;
}

function isWritable({ epochMs, offsetMinutes }: ZonedDate): boolean {
  const year = new Date(epochMs + offsetMinutes * MINUTE_MS).getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR && Math.abs(offsetMinutes) < DAY_MINUTES;
}

function formatOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes);
  const digits = Math.floor(minutes / 60) * 100 + (minutes % 60);
  return `${offsetMinutes < 0 ? '-' : '+'}${String(digits).padStart(4, '0')}`;
}
