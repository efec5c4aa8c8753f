import type { FoundMessage } from '../../../../application/messages/found-message.ts';
import type { JsonApiDocument } from '../../../../resources/json-api-document.ts';
import { presentMessageItem } from '../../../../resources/present-message-item.ts';
import type { Inclusion } from '../../../../resources/related-resources.ts';
import { type RelatedServices, readRelated } from '../../../../resources/related-resources.ts';
import { accountOf } from '../../../request/login/authentication.ts';
import type { Exchange } from '../../json-api/exchange.ts';

/** Presents messages of several folders in order. Throws errors of `readRelated`. */
export async function presentFoundMessages(
  services: RelatedServices,
  {
    exchange,
    include,
    found,
  }: { readonly exchange: Exchange; readonly include: Inclusion; readonly found: readonly FoundMessage[] },
): Promise<Pick<JsonApiDocument, 'data' | 'included'>> {
  const account = accountOf(exchange.request);
  const views = found.map(({ mailbox, uidValidity, item }) => ({
    message: { account, mailbox, uidValidity, uid: item.uid },
    item,
  }));
  const messages = views.map(({ message }) => message);
  const { included, attachmentsOf } = await readRelated(services, { reading: exchange, include, messages });
  const data = views.map((view) =>
    presentMessageItem({ ...view, attachments: attachmentsOf(view.message) }, exchange),
  );
  return { data, ...(included && { included }) };
}
