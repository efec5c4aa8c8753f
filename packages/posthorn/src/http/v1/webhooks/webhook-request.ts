import type { WebhookValues } from '../../../application/webhooks/managed-webhooks.ts';
import { KIND_PATTERNS, type KindPattern, type Webhook } from '../../../domain/events/webhook.ts';
import { webhookAttributes } from '../../../resources/attributes/webhook-attributes.ts';
import { fieldsProblem } from '../../../resources/webhook-fields.ts';
import { type AttributeTable, readAttributes } from '../request-document/attribute-readers.ts';
import { BOUND_ACCOUNTS, toBoundAccounts } from '../request-document/document-accounts.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readBoolean, readList, readText, type ValueReader } from '../request-document/document-values.ts';
import { readRelationships } from '../request-document/related-identifier.ts';
import type { RequestedResource } from '../request-document/resource-document.ts';

const MAX_FIELDS = 100;

/** As sent: without spaces, with its host's name in ASCII. */
const readUrl: ValueReader<string> = (value, position) => {
  const text = readText(value, position);
  return text !== undefined && URL.canParse(text) ? new URL(text).href : text;
};

const readKind: ValueReader<KindPattern> = (value, position) => {
  const kind = KIND_PATTERNS.find((each) => each === value);
  return kind ?? position.refuse(`Must be one of ${KIND_PATTERNS.join(', ')}.`);
};

const readKinds: ValueReader<readonly KindPattern[]> = (value, position) => {
  const kinds = readList(readKind)(value, position);
  return kinds && [...new Set(kinds)];
};

const readFields: ValueReader<readonly string[]> = (value, position) => {
  const fields = readList(readText)(value, position);
  if (fields === undefined) return undefined;
  if (fields.length > MAX_FIELDS) return position.refuse(`Must have at most ${MAX_FIELDS} elements.`);
  const problem = fieldsProblem(fields);
  return problem === null ? fields : position.refuse(problem);
};

export const WRITTEN = {
  url: { ...webhookAttributes.url, read: readUrl },
  kinds: { ...webhookAttributes.kinds, read: readKinds },
  fields: { ...webhookAttributes.fields, read: readFields },
  enabled: { ...webhookAttributes.enabled, read: readBoolean },
} as const;

const ATTRIBUTES: AttributeTable<typeof WRITTEN> = {
  written: WRITTEN,
  readOnly: ['state', 'problem', 'createdAt'],
};

/** Reads a new webhook. Throws RequestProblems (422). */
export function readNewWebhook(resource: RequestedResource): WebhookValues {
  const position = new DocumentPosition('/data');
  const values = readValues(resource, position);
  if (!resource.attributes.has('url')) position.at('attributes').at('url').refuse('A webhook has a URL.');
  position.finish();
  return { url: '', kinds: [], fields: [], accounts: null, isEnabled: true, ...values };
}

/** Reads a change; absent values stay. Throws RequestProblems (422). */
export function readWebhookChange(resource: RequestedResource): (webhook: Webhook) => WebhookValues {
  const position = new DocumentPosition('/data');
  const values = readValues(resource, position);
  position.finish();
  return ({ url, kinds, fields, accounts, isEnabled }) => ({
    ...{ url, kinds, fields, accounts, isEnabled },
    ...values,
  });
}

function readValues(
  { attributes, relationships }: RequestedResource,
  position: DocumentPosition,
): Partial<WebhookValues> {
  const { enabled, ...values } = readAttributes(attributes, ATTRIBUTES, position.at('attributes'));
  const { MailAccounts } = readRelationships(relationships, BOUND_ACCOUNTS, position.at('relationships'));
  const accounts = toBoundAccounts(MailAccounts);
  return {
    ...values,
    ...(enabled !== undefined && { isEnabled: enabled }),
    ...(accounts !== undefined && { accounts }),
  };
}
