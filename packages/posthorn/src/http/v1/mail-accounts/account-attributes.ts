import type { GivenLogin } from '../../../application/connected/account-values.ts';
import type { OutboxSecurity } from '../../../domain/accounts/mail-account.ts';
import { isMaskedSecret } from '../../../domain/logins/masked-secret.ts';
import { Secret } from '../../../domain/logins/secret.ts';
import { type MailboxName, parseMailboxName } from '../../../domain/mailboxes/mailbox-name.ts';
import { parseAddressSpec } from '../../../domain/values/address-spec.ts';
import type { MailAddress } from '../../../domain/values/mail-address.ts';
import type { Schema } from '../../../resources/attributes/attribute.ts';
import { mailAccountAttributes } from '../../../resources/attributes/mail-account-attributes.ts';
import { WRITTEN_ADDRESS } from '../../../resources/attributes/schemas.ts';
import { isJsonObject } from '../../request/json-object.ts';
import type { AttributeTable } from '../request-document/attribute-readers.ts';
import {
  readBoolean,
  readList,
  readName,
  readText,
  type ValueReader,
} from '../request-document/document-values.ts';
import { readNullable } from '../request-document/related-identifier.ts';

const MAX_ROOTS = 100;
const MAX_USER_CHARACTERS = 320;
const MAX_SECRET_CHARACTERS = 16_384;
const MAX_PORT = 65_535;
/** The host policy checks the grammar. */
const HOST = /^[A-Za-z0-9._:-]{1,253}$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f]/;
const PROVIDER = /^[A-Za-z0-9_-]{1,64}$/;

const readSender: ValueReader<MailAddress> = (value, position) => {
  if (!isJsonObject(value)) return position.refuse('Must be an object with an address.');
  const { address, name = '' } = value;
  if (typeof address !== 'string' || parseAddressSpec(address) === undefined) {
    return position.at('address').refuse('Must be a mail address, such as jane@example.org.');
  }
  const shown = name === '' ? '' : readName(name, position.at('name'));
  return shown === undefined ? undefined : { address, name: shown };
};

const readHost: ValueReader<string> = (value, position) =>
  typeof value === 'string' && HOST.test(value)
    ? value
    : position.refuse('Must be a DNS name or an IP address.');

const readPort: ValueReader<number> = (value, position) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_PORT
    ? value
    : position.refuse(`Must be an integer from 1 to ${MAX_PORT}.`);

const readType: ValueReader<'IMAP'> = (value, position) =>
  value === 'IMAP' ? value : position.refuse('Must be "IMAP".');

const readSecurity: ValueReader<OutboxSecurity> = (value, position) => {
  if (value === null) return 'none';
  const security = (['ssl', 'tls', 'starttls'] as const).find((each) => each === value);
  return security ?? position.refuse('Must be ssl, tls or starttls, or null for no encryption.');
};

const readRoot: ValueReader<MailboxName> = (value, position) =>
  (typeof value === 'string' ? parseMailboxName(value) : undefined) ??
  position.refuse('Must be the name of a folder.');

const readRoots: ValueReader<readonly MailboxName[]> = (value, position) => {
  const roots = readList(readRoot)(value, position);
  if (roots === undefined || roots.length <= MAX_ROOTS) return roots;
  return position.refuse(`Must have at most ${MAX_ROOTS} folders.`);
};

const readUser: ValueReader<string> = (value, position) => {
  const user = readText(value, position);
  if (user === undefined) return undefined;
  const isUser = user !== '' && user.length <= MAX_USER_CHARACTERS && !CONTROL_CHARACTER.test(user);
  return isUser ? user : position.refuse(`Must have 1 to ${MAX_USER_CHARACTERS} characters.`);
};

/** Never quotes the value. */
const readSecret: ValueReader<Secret> = (value, position) => {
  const isText = typeof value === 'string' && value.isWellFormed() && value !== '';
  if (!isText || value.length > MAX_SECRET_CHARACTERS) {
    return position.refuse(`Must be a text of 1 to ${MAX_SECRET_CHARACTERS} characters.`);
  }
  return isMaskedSecret(value)
    ? position.refuse('Must be the secret itself: secrets are never shown, so this hides one.')
    : new Secret(value);
};

/** Refuses unknown members: a typo must not lose a secret. */
const readLogin: ValueReader<GivenLogin> = (value, position) => {
  if (!isJsonObject(value)) return position.refuse('Must be an object with a mechanism.');
  const members = MECHANISMS.get(value.mechanism);
  if (members === undefined) return position.at('mechanism').refuse('Must be "password" or "oauth".');
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined) {
    return position.at(unknown).refuse(`A login of this mechanism has ${members.join(', ')}.`);
  }
  const user = readUser(value.user, position.at('user'));
  if (value.mechanism === 'password') {
    const password = readSecret(value.password, position.at('password'));
    return user === undefined || password === undefined
      ? undefined
      : { mechanism: 'password', user, password };
  }
  const refreshToken = readSecret(value.refreshToken, position.at('refreshToken'));
  const { provider } = value;
  if (typeof provider !== 'string' || !PROVIDER.test(provider)) {
    return position.at('provider').refuse('Must be the id of a provider.');
  }
  if (user === undefined || refreshToken === undefined) return undefined;
  return { mechanism: 'oauth', user, provider, refreshToken };
};

const MECHANISMS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['password', ['mechanism', 'user', 'password']],
  ['oauth', ['mechanism', 'user', 'provider', 'refreshToken']],
]);

const SECRET_TEXT: Schema = { type: 'string', writeOnly: true };
const LOGIN: Schema = {
  title: 'AccountLogin',
  writeOnly: true,
  description: 'The login at the mail servers. It is never shown.',
  oneOf: [
    {
      type: 'object',
      required: ['mechanism', 'user', 'password'],
      properties: { mechanism: { const: 'password' }, user: { type: 'string' }, password: SECRET_TEXT },
    },
    {
      type: 'object',
      required: ['mechanism', 'user', 'provider', 'refreshToken'],
      properties: {
        mechanism: { const: 'oauth' },
        user: { type: 'string' },
        provider: { type: 'string' },
        refreshToken: SECRET_TEXT,
      },
    },
  ],
};

const shown = mailAccountAttributes;
export const WRITTEN = {
  name: { ...shown.name, read: readName },
  from: { schema: WRITTEN_ADDRESS, read: readSender },
  replyTo: { schema: WRITTEN_ADDRESS, read: readSender },
  inbox_type: { ...shown.inbox_type, read: readNullable(readType) },
  inbox_address: { ...shown.inbox_address, read: readNullable(readHost) },
  inbox_port: { ...shown.inbox_port, read: readNullable(readPort) },
  inbox_ssl: { ...shown.inbox_ssl, read: readNullable(readBoolean) },
  outbox_address: { ...shown.outbox_address, read: readNullable(readHost) },
  outbox_port: { ...shown.outbox_port, read: readNullable(readPort) },
  outbox_secure: { ...shown.outbox_secure, read: readSecurity },
  subscriptions: { ...shown.subscriptions, read: readRoots },
  enabled: { ...shown.enabled, read: readBoolean },
  login: { schema: LOGIN, read: readLogin },
  outboxLogin: {
    schema: {
      anyOf: [LOGIN, { type: 'null' }],
      writeOnly: true,
      description: 'The login for sending where it is another one; null where it is not.',
    },
    read: readNullable(readLogin),
  },
} as const;

export const ATTRIBUTES: AttributeTable<typeof WRITTEN> = {
  written: WRITTEN,
  readOnly: Object.keys(mailAccountAttributes).filter((name) => !Object.hasOwn(WRITTEN, name)),
};
