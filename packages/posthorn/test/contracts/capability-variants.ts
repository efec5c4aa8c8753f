/** Servers that lack a capability each, and one that has none of them. */
import { ALL_CAPABILITIES, type Capability, type CapabilityOptions } from 'posthorn-sandbox';

/** What the adapter makes use of, or what changes how it signs in and selects. */
export const CAPABILITIES: readonly Capability[] = [
  'SASL-IR',
  'LITERAL+',
  'ID',
  'ENABLE',
  'NAMESPACE',
  'SPECIAL-USE',
  'LIST-EXTENDED',
  'LIST-STATUS',
  'CONDSTORE',
  'ESEARCH',
  'SORT',
  'ESORT',
  'UIDPLUS',
  'MOVE',
  'IDLE',
  'UNSELECT',
  'CHILDREN',
  'AUTH=PLAIN',
  'APPENDLIMIT',
];

/** A server by what it can. */
export interface ServerVariant {
  readonly title: string;
  readonly capabilities: CapabilityOptions;
  /** False without UIDPLUS. */
  readonly canExpunge: boolean;
}

/** All but one capability, then other combinations that matter to writing. */
export const SERVER_VARIANTS: readonly ServerVariant[] = [
  { title: 'with every extension', capabilities: {}, canExpunge: true },
  ...CAPABILITIES.map((name) => ({
    title: `without ${name}`,
    capabilities: { without: [name] },
    canExpunge: name !== 'UIDPLUS',
  })),
  {
    title: 'with LITERAL- only',
    capabilities: { without: ['LITERAL+'], with: ['LITERAL-'] },
    canExpunge: true,
  },
  {
    title: 'without MOVE, UIDPLUS and CONDSTORE',
    capabilities: { without: ['MOVE', 'UIDPLUS', 'CONDSTORE'] },
    canExpunge: false,
  },
  { title: 'without any extension', capabilities: { without: ALL_CAPABILITIES }, canExpunge: false },
];
