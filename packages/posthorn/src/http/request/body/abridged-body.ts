/** What is kept of a JSON answer that is too long to be kept whole. */
import { isJsonObject, parseJson } from '../json-object.ts';

/** Longer members of the answer are left out. */
const MAX_MEMBER_CHARACTERS = 10_000;

/**
 * The answer without the members that make it long, at the top and in `meta`; `meta.abridged` says so. It stays a document of the
 * same kind: what it was about is told by the headers of the answer. Null for what is no JSON object.
 */
export function abridgeBody(body: Buffer): Buffer | null {
  const document = parseJson(body.toString());
  if (!isJsonObject(document)) return null;
  const { meta, ...members } = document;
  const shortMeta = isJsonObject(meta) ? shortMembers(meta) : {};
  return Buffer.from(JSON.stringify({ ...shortMembers(members), meta: { ...shortMeta, abridged: true } }));
}

function shortMembers(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.filter(([, member]) => JSON.stringify(member).length <= MAX_MEMBER_CHARACTERS),
  );
}
