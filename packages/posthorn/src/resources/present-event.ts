import type { MailEvent } from '../domain/events/mail-event.ts';
import { presentersOf } from './attributes/attribute.ts';
import { eventAttributes } from './attributes/event-attributes.ts';
import {
  mailAccountResourceId,
  mailFolderResourceId,
  messageResourceId,
  type NamedFolder,
  type NamedMessage,
} from './identifiers/resource-ids.ts';
import type { FieldOf, SelectedFields } from './identifiers/resource-types.ts';
import type { ResourceUrls } from './identifiers/resource-urls.ts';
import type { Relationship, Resource } from './json-api-document.ts';
import { type Presentation, presentResource } from './present-resource.ts';

interface View {
  readonly event: MailEvent;
  readonly urls: ResourceUrls;
}

const VALUES = {
  ...presentersOf(eventAttributes),
  MailAccount: presentAccount,
  MailFolder: presentFolder,
  MessageItem: presentMessage,
} satisfies Record<FieldOf<'Event'>, (view: View) => unknown>;

/** An event without mail text. */
export function presentEvent(
  event: MailEvent,
  { fields, urls }: Pick<Presentation, 'urls'> & { readonly fields: Pick<SelectedFields, 'Event'> },
): Resource {
  return presentResource({
    ...{ type: 'Event', id: event.id, self: urls.event(event.id) },
    ...{ mask: fields.Event, values: VALUES, view: { event, urls } },
  });
}

function presentAccount({ event: { account }, urls }: View): Relationship | undefined {
  if (account === null) return undefined;
  return {
    links: { related: urls.mailAccount(account) },
    data: { type: 'MailAccount', id: mailAccountResourceId(account) },
  };
}

function presentFolder({ event, urls }: View): Relationship | undefined {
  const folder = folderOf(event);
  return (
    folder && {
      links: { related: urls.mailFolder(folder) },
      data: { type: 'MailFolder', id: mailFolderResourceId(folder) },
    }
  );
}

function presentMessage({ event, urls }: View): Relationship | undefined {
  const message = messageOf(event);
  return (
    message && {
      links: { related: urls.messageItem(message) },
      data: { type: 'MessageItem', id: messageResourceId(message) },
    }
  );
}

function folderOf({ account, message, mailbox: ofFolder }: MailEvent): NamedFolder | undefined {
  const mailbox = message?.mailbox ?? ofFolder;
  return account === null || mailbox === null ? undefined : { account: { id: account }, mailbox };
}

function messageOf({ account, message }: MailEvent): NamedMessage | undefined {
  return account === null || message === null ? undefined : { ...message, account: { id: account } };
}
