import type { Capability } from './capabilities.ts';

/** RFC 9051 appendix E. */
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
