/** Messages out of several folders, as an answer shows them. */
import type { FoundMessage } from '../../../application/messages/found-message.ts';
import { accountOf } from '../../request/login/authentication.ts';
import type { Exchange } from '../json-api/exchange.ts';
import type { JsonApiDocument } from '../json-api/json-api-document.ts';
import type { Inclusion } from '../query/include.ts';
import { presentMessageItem } from '../resources/present-message-item.ts';
import { type RelatedServices, readRelated } from '../resources/related-resources.ts';

/** The messages in their order, with what is included. Throws what `readRelated` throws. */
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
  const { included, attachmentsOf } = await readRelated(services, { exchange, include, messages });
  const data = views.map((view) =>
    presentMessageItem({ ...view, attachments: attachmentsOf(view.message) }, exchange),
  );
  return { data, ...(included && { included }) };
}
