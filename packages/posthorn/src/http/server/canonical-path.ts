import { servicePrefix } from '../request/url/service-path.ts';
import type { ApiVersionTag } from '../route/api-route.ts';

const MESSAGE_ITEMS = 'MessageItems';
/** Segments after an attachment id. */
const FILE_RESOURCES: ReadonlySet<string> = new Set(['content', 'link']);

/** Segments after a message id. */
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
const RELATIONSHIPS: ReadonlySet<string> = new Set(['MailFolder', 'Attachments']);

/** Besides messages; none in version 0. */
const FOLDER_RESOURCES: ReadonlySet<string> = new Set(['changes', 'events', 'inventory']);

interface RewrittenService {
  readonly emailPath: string;
  /** The version of paths without one. */
  readonly alias: ApiVersionTag;
}

/**
 * Rewrites a raw URL before routing. Slashes in a mailbox (`[Gmail]/Drafts`) become `%2F`; a final `changes`,
 * `events` or `inventory` is a resource unless after `%2F`. Decodes nothing; drops one trailing slash.
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
 * Index after the folder's name: before the last `MessageItems` that starts a message path (a mailbox may
 * have that name), else at the end or before a folder resource. Undefined if invalid.
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
 * True for nothing, `{id}`, `{id}/{sub-resource}`, `{id}/relationships/{name}`, and `{id}/Attachments/{id}`, also
 * with `content` or `link`.
 */
function isMessagePath(segments: readonly string[]): boolean {
  const [id, subResource, attachmentId, fileResource] = segments;
  if (id === '' || attachmentId === '') return false;
  if (subResource === 'relationships') return segments.length === 3 && RELATIONSHIPS.has(attachmentId ?? '');
  if (fileResource !== undefined && !FILE_RESOURCES.has(fileResource)) return false;
  if (attachmentId !== undefined) return subResource === 'Attachments';
  return subResource === undefined || SUB_RESOURCES.has(subResource);
}
