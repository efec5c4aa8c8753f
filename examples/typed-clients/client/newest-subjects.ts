/** Reads and writes mail with the types that `openapi-typescript` has generated into `v1.d.ts`. */
import type { components, operations } from './v1';

type List = operations['listMessageItems']['responses'][200]['content']['application/vnd.api+json'];
type Draft = NonNullable<
  operations['createMessageItemAnywhere']['requestBody']
>['content']['application/vnd.api+json'];
type Message = components['schemas']['MessageItem'];

/** The newest messages of a folder, as their subjects. */
export async function newestSubjects(
  base: string,
  headers: HeadersInit,
): Promise<readonly (string | undefined)[]> {
  const answer = await fetch(`${base}/MailFolders/demo.INBOX/MessageItems?page[limit]=10`, { headers });
  const { data }: List = await answer.json();
  return data.map((message: Message) => message.attributes.subject);
}

/** The address that the next reply goes to, where the message names one. */
export function replyAddress({ attributes: { replyTo } }: Message): string | undefined {
  return replyTo?.address;
}

/** A draft in a folder; a name is not needed. */
export const draft: Draft = {
  data: {
    type: 'MessageItem',
    attributes: { to: [{ address: 'ann@example.org' }], subject: 'Opening day', replyTo: null },
    relationships: { MailFolder: { data: { type: 'MailFolder', id: 'demo.Drafts' } } },
  },
};
