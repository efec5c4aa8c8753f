import { parseQueryParameters } from './query-parameters.ts';

const IN_PATH = /\/(?:MailAccounts|MailFolders|MessageItems|MessageBodies|Attachments)\/([^/]+)/;
/** The router decodes these before comparing: `%4dailAccounts`. */
const ENCODED_LETTER = /%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi;
const FILTERS = ['filter[MailAccount]', 'filter[MailFolder]', 'filter[id]', 'filter[id][]'];

/** The connected account's id in a URL's path or filters; unproved. */
export function accountNamedIn(url: string): string | undefined {
  const [path = '', ...queries] = url.split('?');
  const inPath = IN_PATH.exec(path.replace(ENCODED_LETTER, decodeURIComponent))?.[1];
  if (inPath !== undefined) return accountOf(decodeSegment(inPath));
  const parameters = parseQueryParameters(queries.join('?'));
  const [id] = FILTERS.flatMap((name) => parameters.get(name) ?? []);
  return id === undefined ? undefined : accountOf(id);
}

/** Ids of connected accounts are unescaped, and begin the ids of their contents. */
function accountOf(id: string): string | undefined {
  return /^[A-Za-z0-9_-]+/.exec(id)?.[0];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
