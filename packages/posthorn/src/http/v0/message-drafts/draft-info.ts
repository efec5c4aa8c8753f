import type { MessageReference } from '../../../domain/messages/message-draft.ts';
import { parseJson } from '../../request/json-object.ts';

/** A folder name of 1,000 octets in JSON and base64. */
const MAX_CHARACTERS = 8_000;

/** The answered message: base64 of `["account","folder","id"]`; undefined for others. */
export function parseDraftInfo(value: unknown): MessageReference | undefined {
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) return undefined;
  const ids = parseJson(decodeText(Buffer.from(value, 'base64')));
  if (!Array.isArray(ids) || ids.length !== 3 || !ids.every(isString)) return undefined;
  const [mailAccountId = '', mailFolderId = '', id = ''] = ids;
  return { mailAccountId, mailFolderId, id };
}

/** Browsers encode Latin-1. */
function decodeText(octets: Buffer): string {
  const text = octets.toString();
  return text.includes('\ufffd') ? octets.toString('latin1') : text;
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}
