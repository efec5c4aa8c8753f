import type { Attachments } from '../../../application/attachments/attachments.ts';
import type { ExpectedMessage } from '../../../application/changing/expected-state.ts';
import type { MessageChanges } from '../../../application/changing/message-changes.ts';
import type { Attachment } from '../../../domain/messages/attachment.ts';
import type { ExactMessageRef } from '../../../domain/messages/message-ref.ts';
import { presentAttachment } from '../../../resources/present-attachment.ts';
import { type RelatedServices, readRelated } from '../../../resources/related-resources.ts';
import type { ApiRoute } from '../../route/api-route.ts';
import type { DocumentAnswer } from '../json-api/answer.ts';
import type { Exchange } from '../json-api/exchange.ts';
import { writingRoute } from '../json-api/json-api-route.ts';
import { locateMessage } from '../json-api/located-message.ts';
import { stateOfContent } from '../json-api/message-state.ts';
import { expectedMessage } from '../json-api/preconditions.ts';
import { ATTACHMENTS_PATH } from '../paths.ts';
import { showing } from '../query/shown-resources.ts';
import { findAdded } from './added-attachments.ts';
import { createAttachmentsOperation } from './create-operation.ts';
import { newVersionMeta } from './new-version.ts';
import { readUpload, type UploadServices } from './upload-source.ts';

type Services = RelatedServices &
  UploadServices & { readonly attachments: Attachments; readonly messageChanges: MessageChanges };

/** `POST …/MessageItems/{id}/Attachments`: adds files to a draft. */
export function createAttachments(services: Services): ApiRoute {
  return writingRoute({
    method: 'POST',
    path: ATTACHMENTS_PATH,
    operation: createAttachmentsOperation,
    access: { login: 'account', scope: 'mail.write' },
    primaryType: 'Attachment',
    query: showing('Attachment'),
    body: 'upload',
    isPatient: true,
    async handler(exchange, include) {
      const { message: previous } = await locateMessage(exchange, services);
      const expected = expectedMessage(exchange, previous);
      // Fails before a large upload.
      await services.messageChanges.verifyDraft(expected, exchange.signal);
      const { message, added, warnings } = await attach(services, { exchange, ...expected });
      const { included } = await readRelated(services, { reading: exchange, include, messages: [message] });
      const answer = tellAdded(exchange, message, added);
      const meta = { ...newVersionMeta(previous, message), ...(warnings.length > 0 && { warnings }) };
      return { ...answer, document: { ...answer.document, ...(included && { included }), meta } };
    },
  });
}

interface Attaching extends ExpectedMessage {
  readonly exchange: Exchange;
  readonly message: ExactMessageRef;
}

interface Attached {
  readonly message: ExactMessageRef;
  readonly added: readonly Attachment[];
  readonly warnings: readonly string[];
}

async function attach(services: Services, { exchange, message, expected }: Attaching): Promise<Attached> {
  const { request, signal } = exchange;
  const { files, release } = await readUpload(services, request, signal);
  try {
    const update = { message, expected, draft: { addedAttachments: files } };
    const { newRef, isOldVersionRemoved } = await services.messageChanges.update(update, signal);
    const version = newRef ?? message;
    const added = findAdded(await services.attachments.list(version, signal), files);
    return { message: version, added, warnings: isOldVersionRemoved ? [] : ['old-version-not-removed'] };
  } finally {
    await release();
  }
}

function tellAdded(
  exchange: Exchange,
  message: ExactMessageRef,
  added: readonly Attachment[],
): DocumentAnswer {
  const { urls } = exchange;
  const resources = added.map((attachment) => presentAttachment({ message, attachment }, exchange));
  const [resource] = resources;
  const [first, ...others] = added;
  const isOne = first !== undefined && others.length === 0;
  const address = isOne ? urls.attachment(message, first.part) : urls.attachments(message);
  return {
    kind: 'document',
    status: 201,
    document: { data: isOne && resource ? resource : resources },
    state: stateOfContent(message),
    location: address,
    self: exchange.linkTo(address),
  };
}
