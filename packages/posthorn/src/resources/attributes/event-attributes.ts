import { EVENT_KINDS, type MailEvent } from '../../domain/events/mail-event.ts';
import { type Attribute, type Schema, shown } from './attribute.ts';
import { INSTANT } from './schemas.ts';

const DATA: Schema = {
  type: 'object',
  description:
    'Ids and names of changed fields, no mail text: `fields` of `message.updated`, `messageId` and `emailId` where they are known, `state` and `problem` of accounts.',
  additionalProperties: true,
};

export const eventAttributes = {
  kind: shown({ type: 'string', enum: EVENT_KINDS }, ({ event }) => event.kind),
  at: shown({ ...INSTANT, description: 'When it was noticed.' }, ({ event }) =>
    new Date(event.at).toISOString(),
  ),
  data: shown(DATA, ({ event }) => event.data),
} as const satisfies Readonly<Record<string, Attribute<{ readonly event: MailEvent }>>>;
