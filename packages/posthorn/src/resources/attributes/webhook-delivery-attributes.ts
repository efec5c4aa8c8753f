import { DELIVERY_STATUSES, type Delivery } from '../../domain/events/webhook-delivery.ts';
import { toInstant } from '../iso-date.ts';
import { type Attribute, shown } from './attribute.ts';
import { INSTANT_OR_NULL, TEXT } from './schemas.ts';

/** A delivery as shown; a test has no event and no stored webhook. */
export type ShownDelivery = Pick<Delivery, 'id' | 'status' | 'attempts' | 'lastAnswer' | 'nextAt'> &
  Partial<Pick<Delivery, 'event' | 'webhook'>>;

export const webhookDeliveryAttributes = {
  status: shown({ type: 'string', enum: DELIVERY_STATUSES }, ({ delivery }) => delivery.status),
  attempts: shown({ type: 'integer', minimum: 0 }, ({ delivery }) => delivery.attempts),
  lastAnswer: shown(
    {
      type: ['object', 'null'],
      required: ['status', 'text'],
      properties: {
        status: { type: ['integer', 'null'], description: 'Null without an answer.' },
        text: { ...TEXT, description: 'The first KiB of the body, or why there was no answer.' },
      },
      description: 'Null before the first attempt.',
    },
    ({ delivery }) => delivery.lastAnswer,
  ),
  nextAt: shown(
    {
      ...INSTANT_OR_NULL,
      description:
        'The earliest time of the next attempt; an earlier delivery of the account comes first. Null when it has ended.',
    },
    ({ delivery }) => toInstant(delivery.nextAt),
  ),
} as const satisfies Readonly<Record<string, Attribute<{ readonly delivery: ShownDelivery }>>>;
