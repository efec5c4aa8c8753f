/** IMAP4rev2 (RFC 9051): what is part of it once the client has enabled it. */
import type { Capability } from './capabilities.ts';

/** Extensions of IMAP4rev1 that IMAP4rev2 has in it, announced or not (RFC 9051 appendix E). */
export const REV2_EXTENSIONS: ReadonlySet<Capability> = new Set<Capability>([
  'CHILDREN',
  'ENABLE',
  'ESEARCH',
  'IDLE',
  'LIST-EXTENDED',
  'LIST-STATUS',
  'MOVE',
  'NAMESPACE',
  'SASL-IR',
  'SEARCHRES',
  'SPECIAL-USE',
  'STATUS=SIZE',
  'UIDPLUS',
  'UNSELECT',
]);
