/** The date of a message as lists show it, sort by it and filter by it. */
import type { ZonedDate } from '../../../domain/message-item.ts';
import { parseDateTime } from '../../../message/date-time.ts';
import type { HeaderFields } from '../../../message/header-fields.ts';
import { parseInternalDate } from './internal-date.ts';

/** The Date field; the time of receipt where it is missing or unreadable (RFC 5256 §2.2); undefined without either. */
export function messageDate(header: HeaderFields, internalDate: string | undefined): ZonedDate | undefined {
  return parseDateTime(header.first('Date') ?? '') ?? parseInternalDate(internalDate ?? '');
}
