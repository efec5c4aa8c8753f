import { exampleUrls } from './examples.ts';

const WEBHOOK_ID = '7b1d0c3f5a9e8d2b4c6f1a0e';
const DELIVERY_ID = '2f9c4e1a7d5b3c8f0e6a1d4b';

export const webhookExample = {
  type: 'Webhook',
  id: WEBHOOK_ID,
  attributes: {
    url: 'https://crm.example/posthorn-events',
    kinds: ['message.*'],
    fields: ['subject', 'from'],
    enabled: true,
    state: 'ok',
    problem: null,
    createdAt: '2026-05-02T11:54:14Z',
  },
  relationships: {
    MailAccounts: { data: [] },
    deliveries: { links: { related: exampleUrls.webhookDeliveries } },
  },
  links: { self: exampleUrls.webhook },
};

export const webhookDeliveryExample = {
  type: 'WebhookDelivery',
  id: DELIVERY_ID,
  attributes: {
    status: 'pending',
    attempts: 1,
    lastAnswer: { status: 503, text: 'Back soon.' },
    nextAt: '2026-05-02T11:59:14Z',
  },
  relationships: {
    Event: { data: { type: 'Event', id: 'd2lKuZQwz5nqfXj0SjIY1cnWnl0p3b1h' } },
    Webhook: { data: { type: 'Webhook', id: WEBHOOK_ID } },
  },
};

export const testDeliveryExample = {
  type: 'WebhookDelivery',
  id: 'test_4c6f1a0e7b1d0c3f5a9e8d2b',
  attributes: { status: 'delivered', attempts: 1, lastAnswer: { status: 204, text: '' }, nextAt: null },
};
