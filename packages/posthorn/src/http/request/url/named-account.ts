import { parseQueryParameters } from './query-parameters.ts';

const IN_PATH = /\/(?:MailAccounts|MailFolders|MessageItems|MessageBodies|Attachments)\/([^/]+)/;
const FILTERS = ['filter[MailAccount]', 'filter[MailFolder]', 'filter[id]', 'filter[id][]'];

/** The id of the connected account that a URL names, in its path or filters; unproved. */
export function accountNamedIn(url: string): string | undefined {
  const [path = '', ...queries] = url.split('?');
  const inPath = IN_PATH.exec(path)?.[1];
  if (inPath !== undefined) return accountOf(decodeSegment(inPath));
  const parameters = parseQueryParameters(queries.join('?'));
  const [id] = FILTERS.flatMap((name) => parameters.get(name) ?? []);
  return id === undefined ? undefined : accountOf(id);
}

/** Ids of connected accounts are written as they are, and begin the ids of all that is in them. */
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
