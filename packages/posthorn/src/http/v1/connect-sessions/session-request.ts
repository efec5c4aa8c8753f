import {
  DEFAULT_SESSION_SECONDS,
  MAX_SESSION_SECONDS,
  type NewConnectLink,
} from '../../../application/connect-sessions/connect-links.ts';
import type { MailAccountId } from '../../../domain/accounts/mail-account.ts';
import { parseAddressSpec } from '../../../domain/values/address-spec.ts';
import { connectSessionAttributes } from '../../../resources/attributes/connect-session-attributes.ts';
import { decodeName } from '../../../resources/identifiers/resource-ids.ts';
import { type AttributeTable, readAttributes } from '../request-document/attribute-readers.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readList, readName, readText, type ValueReader } from '../request-document/document-values.ts';
import { readIdentifier, readNullable, readRelationships } from '../request-document/related-identifier.ts';
import { readNewResource } from '../request-document/resource-document.ts';

const MAX_URL_CHARACTERS = 2_000;

const readAddress: ValueReader<string> = (value, position) => {
  const address = typeof value === 'string' ? parseAddressSpec(value.trim()) : undefined;
  return address ?? position.refuse('Must be an e-mail address, such as jane@example.org.');
};

const readTrimmedName: ValueReader<string> = (value, position) => readName(value, position)?.trim();

const readUrl: ValueReader<string> = (value, position) =>
  typeof value === 'string' && value.length <= MAX_URL_CHARACTERS && URL.canParse(value)
    ? new URL(value).href
    : position.refuse('Must be an absolute address.');

const readSeconds: ValueReader<number> = (value, position) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_SESSION_SECONDS
    ? Number(value)
    : position.refuse(`Must be an integer from 1 to ${MAX_SESSION_SECONDS}.`);

const { returnUrl, address, name, providers } = connectSessionAttributes;

export const WRITTEN = {
  returnUrl: { schema: returnUrl.schema, read: readUrl },
  address: { schema: address.schema, read: readNullable(readAddress) },
  name: { schema: name.schema, read: readNullable(readTrimmedName) },
  providers: { schema: providers.schema, read: readNullable(readList(readText)) },
  expiresIn: {
    schema: {
      type: 'integer',
      ...{ minimum: 1, maximum: MAX_SESSION_SECONDS, default: DEFAULT_SESSION_SECONDS },
      description: 'The lifetime of the page in seconds.',
    },
    read: readSeconds,
  },
};
const ATTRIBUTES: AttributeTable<typeof WRITTEN> = {
  written: WRITTEN,
  readOnly: Object.keys(connectSessionAttributes).filter((each) => !Object.hasOwn(WRITTEN, each)),
};
const RELATIONSHIPS = { MailAccount: readNullable(readIdentifier('MailAccount')) };

export const ACCOUNT_POINTER = '/data/relationships/MailAccount/data';

/** Reads a new session. Throws RequestProblems. */
export function readNewSession(body: unknown): NewConnectLink {
  const { attributes, relationships } = readNewResource(body, 'ConnectSession');
  const position = new DocumentPosition('/data');
  const { MailAccount = null } = readRelationships(
    relationships,
    RELATIONSHIPS,
    position.at('relationships'),
  );
  const read = readAttributes(attributes, ATTRIBUTES, position.at('attributes'));
  if (!attributes.has('returnUrl')) position.at('attributes').at('returnUrl').refuse('Must be an address.');
  position.finish();
  return {
    returnUrl: read.returnUrl ?? '',
    ...{ address: read.address ?? null, name: read.name ?? null, providers: read.providers ?? null },
    expiresInSeconds: read.expiresIn ?? DEFAULT_SESSION_SECONDS,
    // No account has an undecodable id.
    account: MailAccount === null ? null : ((decodeName(MailAccount) ?? '') as MailAccountId),
  };
}
