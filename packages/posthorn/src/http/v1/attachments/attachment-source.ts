/** The document that names a file of the account, to be attached by reference. */
import type { MailAccount } from '../../../domain/mail-account.ts';
import { type IdentifiedPart, parseAttachmentId } from '../identifiers/parse-resource-ids.ts';
import { DocumentPlace } from '../request-document/document-place.ts';
import { readIdentifier, readRelationships, relatedUnknown } from '../request-document/related-identifier.ts';
import { readNewResource } from '../request-document/resource-document.ts';

/** Where the document names the file. */
export const SOURCE_POINTER = '/data/relationships/source/data';

/** Throws RequestProblems: for the rules of `resource-document.ts`, 422 without a source, 404 for what cannot be in the account. */
export function readAttachmentSource(body: unknown, account: MailAccount): IdentifiedPart {
  const { relationships, attributes } = readNewResource(body, 'Attachment');
  const place = new DocumentPlace('/data');
  for (const name of attributes.keys()) place.at('attributes').at(name).refuse('Copies stay as they are.');
  const { source: id } = readRelationships(
    relationships,
    { source: readIdentifier('Attachment') },
    place.at('relationships'),
  );
  if (!relationships.has('source')) place.at('relationships').refuse('Must have a "source".');
  place.finish();
  const part = parseAttachmentId(id ?? '', account);
  if (part !== undefined) return part;
  throw relatedUnknown('attachment-unknown', { id: id ?? '', pointer: SOURCE_POINTER });
}
