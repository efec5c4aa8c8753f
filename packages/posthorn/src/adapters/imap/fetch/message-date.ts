import type { ZonedDate } from '../../../domain/messages/message-item.ts';
import { parseDateTime } from '../../../message/headers/date-time.ts';
import type { HeaderFields } from '../../../message/headers/header-fields.ts';
import { parseInternalDate } from './internal-date.ts';

/** The Date field, else the time of receipt (RFC 5256 §2.2). */
export function messageDate(header: HeaderFields, internalDate: string | undefined): ZonedDate | undefined {
  return parseDateTime(header.first('Date') ?? '') ?? parseInternalDate(internalDate ?? '');
}
