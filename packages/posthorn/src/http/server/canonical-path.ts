/** Brings the paths that clients send into the one form that the routes are written for. */

import { servicePrefix } from '../request/url/service-path.ts';
import type { ApiVersionTag } from '../route/api-route.ts';

const MESSAGE_ITEMS = 'MessageItems';
/** What may follow the id of an attachment. */
const FILE_RESOURCES: ReadonlySet<string> = new Set(['content', 'link']);

/** What may follow the id of a message. */
const SUB_RESOURCES: ReadonlySet<string> = new Set([
  'MessageItem',
  'MessageDraft',
  'MessageBody',
  'Attachments',
  'source',
  'thread',
  'send',
  'copy',
]);
/** What may follow `relationships` after the id of a message. */
const RELATIONSHIPS: ReadonlySet<string> = new Set(['MailFolder', 'Attachments']);

/** What may follow the name of a folder other than its messages; version 0 has nothing there. */
const FOLDER_RESOURCES: ReadonlySet<string> = new Set(['changes', 'events']);

/** The service whose paths are rewritten. */
interface RewrittenService {
  /** Such as `rest-api-email`. */
  readonly emailPath: string;
  /** The version that answers where a path names none. */
  readonly alias: ApiVersionTag;
}

/**
 * A function that rewrites the raw URL of a request before it is routed. Clients write a mailbox such as
 * `[Gmail]/Drafts` with `%2F` or with plain slashes: the plain ones become `%2F`, so that the folder is one
 * segment. A last segment `changes` or `events` is no part of it: a folder of that name needs `%2F`. Nothing is decoded here, the query stays as it is, and one slash at the end of the path is dropped.
 */
export function createUrlRewriter({ emailPath, alias }: RewrittenService): (url: string) => string {
  const prefix = `${servicePrefix(emailPath)}/`;
  return (url) => {
    const queryStart = url.indexOf('?');
    const path = queryStart === -1 ? url : url.slice(0, queryStart);
    const query = queryStart === -1 ? '' : url.slice(queryStart);
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    return canonicalPath(trimmed, { prefix, alias }) + query;
  };
}

function canonicalPath(
  path: string,
  { prefix, alias }: { readonly prefix: string; readonly alias: ApiVersionTag },
): string {
  if (!path.startsWith(prefix)) return path;
  const segments = path.slice(prefix.length).split('/');
  // The first segment may be a version.
  const accounts = segments[0] === 'MailAccounts' ? 0 : 1;
  if (segments[accounts] !== 'MailAccounts' || segments[accounts + 2] !== 'MailFolders') return path;
  const folderStart = accounts + 3;
  const hasResources = (accounts === 0 ? alias : segments[0]) !== 'v0';
  const folderEnd = findFolderEnd(segments, { folderStart, hasResources });
  if (folderEnd === undefined || folderEnd === folderStart) return path;
  const folder = segments.slice(folderStart, folderEnd).join('%2F');
  return prefix + [...segments.slice(0, folderStart), folder, ...segments.slice(folderEnd)].join('/');
}

/**
 * The index after the folder's name. It ends at a `MessageItems` segment: the last one that a message path can
 * follow, because a mailbox may itself be called so. Without such a segment the path ends with the folder's name, or after it with
 * one of its own resources.
 * Undefined when what follows the segment is not a path of messages.
 */
function findFolderEnd(
  segments: readonly string[],
  { folderStart, hasResources }: { readonly folderStart: number; readonly hasResources: boolean },
): number | undefined {
  const longestTail = 4;
  const first = Math.max(folderStart + 1, segments.length - 1 - longestTail);
  for (let index = segments.length - 1; index >= first; index -= 1) {
    if (segments[index] === MESSAGE_ITEMS && isMessagePath(segments.slice(index + 1))) return index;
  }
  if (segments.includes(MESSAGE_ITEMS, folderStart + 1)) return undefined;
  const isResource = hasResources && FOLDER_RESOURCES.has(segments.at(-1) ?? '');
  return isResource && segments.length > folderStart + 1 ? segments.length - 1 : segments.length;
}

/**
 * True for what may follow `MessageItems`: nothing, `{id}`, `{id}/{sub-resource}`, `{id}/relationships/{name}`,
 * `{id}/Attachments/{id}` and that with `content` or `link`.
 */
function isMessagePath(segments: readonly string[]): boolean {
  const [id, subResource, attachmentId, fileResource] = segments;
  if (id === '' || attachmentId === '') return false;
  if (subResource === 'relationships') return segments.length === 3 && RELATIONSHIPS.has(attachmentId ?? '');
  if (fileResource !== undefined && !FILE_RESOURCES.has(fileResource)) return false;
  if (attachmentId !== undefined) return subResource === 'Attachments';
  return subResource === undefined || SUB_RESOURCES.has(subResource);
}
