import { CLOSE, OPEN } from '../wire/octets.ts';
import type { ResponseCursor } from '../wire/response-cursor.ts';
import type { ParseContext } from './parse-context.ts';
import { parseMailboxName } from './parse-list.ts';
import type {
  IdResponse,
  Namespace,
  NamespaceResponse,
  QuotaResponse,
  QuotaRootResponse,
} from './response.ts';

/** `(("" "/")) NIL NIL` (RFC 9051 §7.3.2). */
export function parseNamespace(cursor: ResponseCursor): NamespaceResponse {
  const personal = readNamespaces(cursor);
  const otherUsers = readNamespaces(cursor);
  const shared = readNamespaces(cursor);
  return { kind: 'namespace', personal, otherUsers, shared };
}

function readNamespaces(cursor: ResponseCursor): readonly Namespace[] {
  const namespaces: Namespace[] = [];
  cursor.skipSpaces();
  cursor.list(() => {
    cursor.expect(OPEN);
    const prefix = cursor.text();
    cursor.skipSpaces();
    const delimiter = cursor.nullableText();
    cursor.skipSpaces();
    // `"TRANSLATION" ("Andere Ben&APw-tzer/")`.
    while (!cursor.skip(CLOSE)) {
      cursor.skipValue();
      cursor.skipSpaces();
    }
    namespaces.push({ prefix, delimiter });
  });
  return namespaces;
}

/** `("name" "Cyrus")` or NIL (RFC 2971). */
export function parseId(cursor: ResponseCursor): IdResponse {
  if (cursor.peek() !== OPEN) {
    cursor.nullableText();
    return { kind: 'id', fields: null };
  }
  const fields = new Map<string, string | null>();
  cursor.list(() => {
    const name = cursor.text().toLowerCase();
    cursor.skipSpaces();
    fields.set(name, cursor.nullableText());
  });
  return { kind: 'id', fields };
}

/** `"" (STORAGE 10 512)` (RFC 9208). */
export function parseQuota(cursor: ResponseCursor): QuotaResponse {
  const root = cursor.text();
  const resources: QuotaResponse['resources'][number][] = [];
  cursor.skipSpaces();
  cursor.list(() => {
    const name = cursor.atom().toUpperCase();
    cursor.skipSpaces();
    // Some servers send 2^63 - 1 for no limit.
    const usage = Number(cursor.bigNumber());
    cursor.skipSpaces();
    resources.push({ name, usage, limit: Number(cursor.bigNumber()) });
  });
  return { kind: 'quota', root, resources };
}

/** `INBOX ""` (RFC 9208). */
export function parseQuotaRoot(cursor: ResponseCursor, context: ParseContext): QuotaRootResponse {
  const mailbox = parseMailboxName(cursor, context);
  const roots: string[] = [];
  for (;;) {
    cursor.skipSpaces();
    if (cursor.isAtEnd) return { kind: 'quota-root', mailbox, roots };
    roots.push(cursor.text());
  }
}
