/** The schemas of the parameters of v1. */

import { REMOTE_IMAGES } from '../../../domain/remote-content.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { PathParameter } from '../../request/url/path-parameters.ts';
import { FILTER_CONDITIONS } from '../filters/filter-conditions.ts';
import { RESOURCE_TYPES, type TypeName } from '../identifiers/resource-types.ts';

type Parameters = Readonly<Record<string, JsonSchema>>;

const SEGMENTS = {
  mailAccountId: { type: 'string', description: 'The id of the account.', examples: ['gmail'] },
  mailFolderId: {
    type: 'string',
    description:
      'The full name of the folder, such as `INBOX` or `[Gmail]/Drafts`. In an address it is percent-encoded, as clients do by themselves.',
    examples: ['INBOX'],
  },
  messageItemId: {
    type: 'string',
    description:
      'The uid of the message in its folder, or `{uidValidity}.{uid}`: this names no other message when the folder is re-created.',
    examples: ['385759045.4356'],
  },
  attachmentId: { type: 'string', description: 'The MIME part of the file.', examples: ['2'] },
} as const satisfies Record<PathParameter, JsonSchema>;

/** An example value for each condition; the conditions themselves define their values. */
const FILTER_EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['keyword', '$Forwarded'],
  ['from', 'ann@example.com'],
  ['to', 'jane'],
  ['cc', 'jane'],
  ['bcc', 'jane'],
  ['subject', 'workshop'],
  ['body', 'coffee'],
  ['text', 'coffee'],
  ['since', '2023-05-01'],
  ['before', '2024-01-01T12:00:00Z'],
  ['receivedSince', '2023-05-01T00:00:00+02:00'],
  ['receivedBefore', '2024-01-01'],
  ['larger', '1000000'],
  ['smaller', '1000000'],
  ['messageId', 'b2@example.com'],
  ['threadOf', 'b2@example.com'],
  ['uid', '4,7-9'],
]);
/** All other conditions hold or do not. */
const TRUTH_EXAMPLE = 'true';

const OFFSET_PAGE: Parameters = {
  'page[offset]': {
    type: 'integer',
    minimum: 0,
    default: 0,
    description: 'The position of the first row; also `page[start]`.',
    examples: [0],
  },
  'page[limit]': {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'The most rows.',
    examples: [50],
  },
  start: {
    type: 'integer',
    minimum: 0,
    description: 'As in version 0; excludes `page[...]`.',
    examples: [0],
  },
  limit: {
    type: 'integer',
    default: 50,
    description: 'As in version 0, negative for all; excludes `page[...]`.',
    examples: [50],
  },
};

const NUMBER_PAGE: Parameters = {
  'page[number]': {
    type: 'integer',
    minimum: 1,
    description: 'The number of a page of `page[size]` rows, from 1; excludes cursors.',
    examples: [1],
  },
};

const CURSOR_PAGE: Parameters = {
  'page[size]': {
    type: 'integer',
    minimum: 0,
    maximum: 200,
    default: 50,
    description:
      'The most rows of a numbered page, or of one before or after a cursor. 0 without a cursor counts: `meta.page.total`, and no row.',
    examples: [50],
  },
  'page[after]': {
    type: 'string',
    description: 'The cursor of a `next` link. Pages by cursor stay in place while mail arrives.',
    examples: ['cursor-of-a-link'],
  },
  'page[before]': {
    type: 'string',
    description: 'The cursor of a `prev` link.',
    examples: ['cursor-of-a-link'],
  },
};

/** The pages of a list: by offset, by number or by cursor. */
export const allPageParameters: Parameters = { ...OFFSET_PAGE, ...NUMBER_PAGE, ...CURSOR_PAGE };

/** The pages of a search: it has no end that `limit` could reach at once. */
export const searchPageParameters: Parameters = {
  ...allPageParameters,
  limit: {
    type: 'integer',
    minimum: 1,
    default: 50,
    description: 'The most rows; excludes `page[...]`.',
    examples: [50],
  },
};

export const sortParameter: Parameters = {
  sort: {
    type: 'string',
    default: '-date',
    description:
      'Keys separated by commas, each with a `-` in front to descend: `date`, `subject`, `from`, `to`, `size`, `uid`. Messages with equal keys follow by uid, in the direction of the date, else of the first key.',
    examples: ['-date,subject'],
  },
};

export const idFilterParameter: Parameters = {
  'filter[id]': {
    type: 'string',
    description:
      'Ids of messages, at most 200, with commas between them; the order is that of `sort`. Ids of messages that do not exist are passed over.',
    examples: ['gmail.INBOX.385759045.4356'],
  },
};

export const accountFilterParameter: Parameters = {
  'filter[MailAccount]': {
    type: 'string',
    description: 'The id of the account, where the client has several.',
    examples: ['gmail'],
  },
};

export const folderFilterParameter: Parameters = {
  'filter[MailFolder]': {
    type: 'string',
    description:
      'Ids of the folders to search, with commas between them. Without it: all folders but those of the types `JUNK` and `TRASH`.',
    examples: ['gmail.INBOX'],
  },
};

/** Several folders are merged by their dates. */
export const newestFirstParameter: Parameters = {
  sort: {
    type: 'string',
    const: '-date',
    default: '-date',
    description: 'Newest first is the only order of a search of several folders.',
    examples: ['-date'],
  },
};

export const attributesParameter: Parameters = {
  attributes: {
    type: 'string',
    description:
      'The attributes of MessageItems as version 0 names them: those that are wanted or, with `*` among them, all but those that are named and `headers`. Excludes the fieldsets of MessageItem.',
    examples: ['*,previewText'],
  },
};

export const rootParameters: Parameters = {
  'filter[root]': {
    type: 'string',
    description:
      'A folder that the list starts at; may be repeated. Without it, the `subscriptions` of the account.',
    examples: ['INBOX'],
  },
  filter: {
    type: 'string',
    description: 'The same as JSON: `{"IN":{"id":["INBOX"]}}`.',
    examples: ['{"IN":{"id":["INBOX"]}}'],
  },
};

/** `filter[<condition>]` for each condition, and `filter` for all that has to be put together. */
export const filterParameters: Parameters = {
  ...Object.fromEntries(
    [...FILTER_CONDITIONS].map(([name, { expected, schema = { type: 'string' } }]) => [
      `filter[${name}]`,
      {
        ...schema,
        description: `Must be ${expected}. All filters have to hold.`,
        examples: [FILTER_EXAMPLES.get(name) ?? TRUTH_EXAMPLE],
      },
    ]),
  ),
  filter: {
    type: 'string',
    description:
      'Conditions in Polish notation, as JSON: `AND` and `OR` over a list, `NOT` over one; `=`, `!=` and `IN` over a condition, and `>=`, `>`, `<`, `<=` over `uid`.',
    examples: ['{"OR":[{"=":{"seen":false}},{">=":{"uid":4356}}]}'],
  },
};

const imagesParameter: Parameters = {
  images: {
    type: 'string',
    enum: [...REMOTE_IMAGES],
    default: 'block',
    description:
      'With `allow`, images of other servers stay in `textHtml`; else their addresses are in `data-remote-src`. Loading them tells the sender that the message was read.',
    examples: ['allow'],
  },
};

/** The schema of a path with these segments. */
export function pathSchema(...names: readonly PathParameter[]): JsonSchema {
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, SEGMENTS[name]])),
  };
}

const ID_EXAMPLES: Readonly<Record<TypeName, string>> = {
  MailAccount: 'gmail',
  MailFolder: 'gmail.INBOX',
  MessageItem: 'gmail.INBOX.385759045.4356',
  MessageBody: 'gmail.INBOX.385759045.4356',
  Attachment: 'gmail.INBOX.385759045.4356.2',
};

/** The schema of a path with the id of a resource. */
export function idSchema(type: TypeName): JsonSchema {
  const id = { type: 'string', description: `The id of the ${type}.`, examples: [ID_EXAMPLES[type]] };
  return { type: 'object', required: ['id'], properties: { id } };
}

/** The schema of a query: the fields of these types, the paths that `include` takes, `images` where there are bodies, and `more`. */
export function querySchema({
  types,
  include = [],
  more = {},
}: {
  readonly types: readonly TypeName[];
  readonly include?: readonly string[];
  readonly more?: Parameters;
}): JsonSchema {
  return {
    type: 'object',
    properties: {
      ...more,
      ...(types.includes('MessageBody') && imagesParameter),
      ...(include.length > 0 && { include: includeSchema(include) }),
      ...Object.assign({}, ...types.map(fieldParameters)),
    },
  };
}

function includeSchema(paths: readonly string[]): JsonSchema {
  return {
    type: 'string',
    description: `Related resources that come along, separated by commas: ${listOf(paths)}.`,
    examples: [paths[0]],
  };
}

function fieldParameters(name: TypeName): Parameters {
  const type = RESOURCE_TYPES.find((one) => one.name === name);
  const fields: readonly string[] = [...(type?.attributes ?? []), ...(type?.relationships ?? [])];
  const [first = '', second = ''] = fields;
  return {
    [`fields[${name}]`]: {
      type: 'string',
      description: `The fields of a ${name} that are wanted, and no others. What is not wanted is not fetched: ${listOf(fields)}.`,
      examples: [`${first},${second}`],
    },
    [`relfield:fields[${name}]`]: {
      type: 'string',
      description: `Changes to the fields that a ${name} has by default: \`+\` adds one, \`-\` takes one away.`,
      examples: [`-${first}`],
    },
  };
}

function listOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
