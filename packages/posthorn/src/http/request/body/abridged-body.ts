import { isJsonObject, parseJson } from '../json-object.ts';

const MAX_MEMBER_CHARACTERS = 10_000;

/** Removes a JSON answer's long members, and adds `meta.abridged`; null for other answers. */
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
