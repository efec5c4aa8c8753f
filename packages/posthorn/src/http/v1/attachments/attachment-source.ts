import type { MailAccount } from '../../../domain/accounts/mail-account.ts';
import { type IdentifiedPart, parseAttachmentId } from '../../../resources/identifiers/parse-resource-ids.ts';
import { DocumentPosition } from '../request-document/document-position.ts';
import { readIdentifier, readRelationships, relatedUnknown } from '../request-document/related-identifier.ts';
import { readNewResource } from '../request-document/resource-document.ts';

export const SOURCE_POINTER = '/data/relationships/source/data';

/**
 * Reads a file reference. Throws RequestProblems: those of `resource-document.ts`, 422 without a source, 404
 * for ids outside the account.
 */
export function readAttachmentSource(body: unknown, account: MailAccount): IdentifiedPart {
  const { relationships, attributes } = readNewResource(body, 'Attachment');
  const position = new DocumentPosition('/data');
  for (const name of attributes.keys()) position.at('attributes').at(name).refuse('Copies stay as they are.');
  const { source: id } = readRelationships(
    relationships,
    { source: readIdentifier('Attachment') },
    position.at('relationships'),
  );
  if (!relationships.has('source')) position.at('relationships').refuse('Must have a "source".');
  position.finish();
  const part = parseAttachmentId(id ?? '', account);
  if (part !== undefined) return part;
  throw relatedUnknown('attachment-unknown', { id: id ?? '', pointer: SOURCE_POINTER });
}
