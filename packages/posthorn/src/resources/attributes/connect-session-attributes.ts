import type { ShownConnectSession } from '../../application/connect-sessions/connect-links.ts';
import { toInstant } from '../iso-date.ts';
import { type Attribute, shown } from './attribute.ts';
import { INSTANT, TEXT, TEXT_OR_NULL, URI } from './schemas.ts';

/** A session as shown. */
export interface ConnectSessionView {
  readonly shown: ShownConnectSession;
}

export const connectSessionAttributes = {
  status: shown(
    {
      type: 'string',
      enum: ['open', 'connected', 'failed', 'expired'],
      description: '`failed`: the person has given up. An open session may be tried again.',
    },
    ({ shown: { status } }) => status,
  ),
  problem: shown(
    {
      type: ['object', 'null'],
      required: ['code', 'detail'],
      properties: { code: TEXT, detail: TEXT },
      description: 'Of the last attempt that failed.',
    },
    ({ shown: { session } }) => session.problem,
  ),
  returnUrl: shown(
    {
      ...URI,
      description:
        'An address that `returnUrls` in `app/config/oauth.js` allows. The person returns to it with `account` and `status` in its query.',
    },
    ({ shown: { session } }) => session.returnUrl,
  ),
  address: shown(
    { ...TEXT_OR_NULL, description: 'The e-mail address, prefilled or entered.' },
    ({ shown: { session } }) => session.address,
  ),
  name: shown(
    { ...TEXT_OR_NULL, description: 'The name of a new account; by default its address.' },
    ({ shown: { session } }) => session.name,
  ),
  providers: shown(
    {
      type: ['array', 'null'],
      items: TEXT,
      description:
        'Ids of providers in `app/config/oauth.js` that the page offers. Null: those of the address.',
    },
    ({ shown: { session } }) => session.providers,
  ),
  createdAt: shown(INSTANT, ({ shown: { session } }) => toInstant(session.createdAt)),
  expiresAt: shown(
    { ...INSTANT, description: 'The end of the session. It can be read for a day afterwards.' },
    ({ shown: { session } }) => toInstant(session.expiresAt),
  ),
} as const satisfies Readonly<Record<string, Attribute<ConnectSessionView>>>;
