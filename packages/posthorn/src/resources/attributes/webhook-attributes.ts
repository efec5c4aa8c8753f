import {
  KIND_PATTERNS,
  WEBHOOK_PROBLEMS,
  WEBHOOK_STATES,
  type Webhook,
  webhookState,
} from '../../domain/events/webhook.ts';
import { toInstant } from '../iso-date.ts';
import { type Attribute, type Schema, shown } from './attribute.ts';
import { BOOLEAN, INSTANT, TEXT, URI } from './schemas.ts';

const PROBLEM: Schema = {
  type: ['object', 'null'],
  required: ['code', 'detail'],
  properties: { code: { type: 'string', enum: WEBHOOK_PROBLEMS }, detail: TEXT },
  description: 'Why deliveries have ended; null while they go on.',
};

/** Without the secret. */
export const webhookAttributes = {
  url: shown(
    {
      ...URI,
      maxLength: 2_000,
      description:
        'An `https:` URL of a public host, or one that `APP_WEBHOOK_HOSTS_ALLOW` names. Its address is checked at each delivery.',
    },
    ({ webhook }) => webhook.url,
  ),
  kinds: shown(
    {
      type: 'array',
      items: { type: 'string', enum: KIND_PATTERNS },
      description: 'Kinds of events; `message.*` is all of a group. All when empty.',
    },
    ({ webhook }) => webhook.kinds,
  ),
  fields: shown(
    {
      type: 'array',
      items: TEXT,
      description:
        'Fields of MessageItem, as a relfield mask: the message of an event stands in `included` with them. None when empty. Needs the scope `mail.read`.',
      examples: [['subject', 'from', 'date']],
    },
    ({ webhook }) => webhook.fields,
  ),
  enabled: shown(
    { ...BOOLEAN, description: 'False ends deliveries; they go on where they ended.' },
    ({ webhook }) => webhook.isEnabled,
  ),
  state: shown(
    {
      type: 'string',
      enum: WEBHOOK_STATES,
      description:
        '`failing` since the last failure; `disabled` by a client, by 410, or after 3 days of failures.',
    },
    ({ webhook }) => webhookState(webhook),
  ),
  problem: shown(PROBLEM, ({ webhook }) => webhook.problem),
  createdAt: shown(INSTANT, ({ webhook }) => toInstant(webhook.createdAt)),
} as const satisfies Readonly<Record<string, Attribute<{ readonly webhook: Webhook }>>>;
