import type { StoredMessage } from '../../mailbox/mailbox.ts';
import { decodeHeaderText } from '../../message/encoded-word.ts';
import { fieldValue, headerValue } from '../../message/header-block.ts';
import { partText, textParts } from '../../message/part-text.ts';
import { parseSentDate } from '../../message/sent-date.ts';

export type MessageCondition = (message: StoredMessage) => boolean;

const MS_PER_DAY = 24 * 60 * 60 * 1000;

export type DayRelation = 'before' | 'on' | 'since';

/** Empty text matches any such field. */
export function headerContains(fieldName: string, text: string): MessageCondition {
  const name = fieldName.toLowerCase();
  const needle = foldCase(text);
  return ({ content: { header } }) =>
    header.fields.some((field) => {
      return field.name === name && foldCase(decodeHeaderText(fieldValue(header, field))).includes(needle);
    });
}

/** In decoded text parts. */
export function bodyContains(text: string): MessageCondition {
  const needle = foldCase(text);
  return ({ content }) => {
    for (const part of textParts(content.root)) {
      if (foldCase(partText(part)).includes(needle)) return true;
    }
    return false;
  };
}

/** In header fields and text parts. */
export function messageContains(text: string): MessageCondition {
  const needle = foldCase(text);
  const isInBody = bodyContains(text);
  return (message) => {
    const { header } = message.content;
    const isInHeader = header.fields.some((field) => {
      const line = `${field.name}: ${decodeHeaderText(fieldValue(header, field))}`;
      return foldCase(line).includes(needle);
    });
    return isInHeader || isInBody(message);
  };
}

/** By INTERNALDATE's UTC day; `dayMs` is its start. */
export function isInternalDay(relation: DayRelation, dayMs: number): MessageCondition {
  return ({ internalDate }) => isInRelation(internalDate.getTime(), { relation, dayMs });
}

/** By the Date field's day, zone ignored; false without Date. */
export function isSentDay(relation: DayRelation, dayMs: number): MessageCondition {
  return ({ content }) => {
    const sent = parseSentDate(headerValue(content.header, 'date') ?? '');
    return sent !== undefined && isInRelation(sent.dayMs, { relation, dayMs });
  };
}

interface AskedDay {
  readonly relation: DayRelation;
  readonly dayMs: number;
}

function isInRelation(timeMs: number, { relation, dayMs }: AskedDay): boolean {
  if (relation === 'before') return timeMs < dayMs;
  if (relation === 'since') return timeMs >= dayMs;
  return timeMs >= dayMs && timeMs < dayMs + MS_PER_DAY;
}

/** Roughly i;unicode-casemap (RFC 5051). */
function foldCase(text: string): string {
  return text.toLowerCase();
}
