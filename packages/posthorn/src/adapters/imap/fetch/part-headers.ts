import type { BodyPart } from '../../../domain/messages/body-structure.ts';
import type { Uid } from '../../../domain/values/uid.ts';
import { doubtfulParts, withPartHeaders } from '../../../message/parts/doubtful-parts.ts';
import type { ImapSession } from '../session/imap-session.ts';
import { headerFields, partStart } from './fetch-items.ts';
import { fetchMessages } from './fetched-messages.ts';

const MAX_OCTETS = 8 * 1024;
const CONTENT_FIELDS = ['CONTENT-TYPE', 'CONTENT-DISPOSITION'];

/** Describes doubtful parts by their headers: one FETCH, rarely needed. */
export async function completeStructure(
  session: ImapSession,
  { uid, structure }: { readonly uid: Uid; readonly structure: BodyPart },
  signal: AbortSignal,
): Promise<BodyPart> {
  const paths = doubtfulParts(structure).map(({ path }) => path);
  if (paths.length === 0) return structure;
  const isSinglePart = structure.children.length === 0;
  const items = isSinglePart
    ? [headerFields(CONTENT_FIELDS)]
    : paths.map((path) => partStart(`${path}.MIME`, MAX_OCTETS));
  const message = (await fetchMessages(session, { uids: [uid], items }, signal)).get(uid);
  const headers = new Map(
    paths.flatMap((path) => {
      const octets = isSinglePart ? message?.header : message?.parts.get(`${path}.MIME`);
      return octets ? [[path, octets] as const] : [];
    }),
  );
  return withPartHeaders(structure, headers);
}
