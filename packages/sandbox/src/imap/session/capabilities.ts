import { type Announcement, PLAIN_ANNOUNCEMENT } from './announcement.ts';
import { isAuthCapability, LOGIN_CAPABILITIES, OPTIONAL_LOGIN_CAPABILITIES } from './login-capabilities.ts';

/** In announcement order. */
export const ALL_CAPABILITIES = [
  'IMAP4rev2',
  'SASL-IR',
  'LITERAL+',
  'LITERAL-',
  'ID',
  'ENABLE',
  'UTF8=ACCEPT',
  'IDLE',
  'NOTIFY',
  'STARTTLS',
  ...LOGIN_CAPABILITIES,
  'SORT',
  'ESORT',
  'CONTEXT=SORT',
  'THREAD=ORDEREDSUBJECT',
  'THREAD=REFERENCES',
  'ESEARCH',
  'SEARCHRES',
  'PARTIAL',
  'UNSELECT',
  'CHILDREN',
  'NAMESPACE',
  'UIDPLUS',
  'MULTIAPPEND',
  'REPLACE',
  'BINARY',
  'LIST-EXTENDED',
  'LIST-STATUS',
  'SPECIAL-USE',
  'CREATE-SPECIAL-USE',
  'STATUS=SIZE',
  'CONDSTORE',
  'QRESYNC',
  'MOVE',
  'PREVIEW',
  'INPROGRESS',
  'APPENDLIMIT',
  'OBJECTID',
  'X-GM-EXT-1',
] as const;

export type Capability = (typeof ALL_CAPABILITIES)[number];

/** Off by default: rare, or need an option. */
const OPTIONAL_CAPABILITIES: ReadonlySet<Capability> = new Set<Capability>([
  'IMAP4rev2',
  'UTF8=ACCEPT',
  'INPROGRESS',
  'LITERAL-',
  'CONTEXT=SORT',
  'THREAD=ORDEREDSUBJECT',
  'THREAD=REFERENCES',
  'BINARY',
  'APPENDLIMIT',
  'OBJECTID',
  'X-GM-EXT-1',
  ...OPTIONAL_LOGIN_CAPABILITIES,
]);

/** Without its prerequisite a capability is off. */
const PREREQUISITES: ReadonlyMap<Capability, readonly Capability[]> = new Map<
  Capability,
  readonly Capability[]
>([
  ['ESORT', ['SORT']],
  ['CONTEXT=SORT', ['ESORT']],
  ['LIST-STATUS', ['LIST-EXTENDED']],
  ['CREATE-SPECIAL-USE', ['SPECIAL-USE']],
  ['SEARCHRES', ['ESEARCH']],
  ['PARTIAL', ['ESEARCH']],
  ['IMAP4rev2', ['ENABLE']],
  ['UTF8=ACCEPT', ['ENABLE']],
  ['QRESYNC', ['CONDSTORE', 'ENABLE']],
]);

/** Announced only while usable. */
const BEFORE_LOGIN: ReadonlySet<Capability> = new Set<Capability>([
  'SASL-IR',
  'STARTTLS',
  ...LOGIN_CAPABILITIES,
]);

/** Changes to the default capabilities. */
export interface CapabilityOptions {
  readonly only?: readonly Capability[];
  readonly without?: readonly Capability[];
  readonly with?: readonly Capability[];
}

/** Capabilities with met prerequisites. */
export function resolveCapabilities(options: CapabilityOptions): ReadonlySet<Capability> {
  const off = new Set(options.without);
  const on = new Set(options.with);
  const base = new Set<Capability>(
    options.only ?? ALL_CAPABILITIES.filter((name) => !OPTIONAL_CAPABILITIES.has(name)),
  );
  const chosen = ALL_CAPABILITIES.filter((name) => !off.has(name) && (on.has(name) || base.has(name)));
  const resolved = new Set<Capability>(chosen);
  // Prerequisites can be chains.
  for (let size = -1; size !== resolved.size; ) {
    size = resolved.size;
    for (const name of chosen) {
      const needed = PREREQUISITES.get(name) ?? [];
      if (!needed.every((prerequisite) => resolved.has(prerequisite))) resolved.delete(name);
    }
  }
  return resolved;
}

/** State deciding the announcement. */
export interface AnnouncementState {
  readonly isAuthenticated: boolean;
  readonly isEncrypted: boolean;
  readonly canEncrypt: boolean;
  readonly canLogIn: boolean;
  readonly appendLimit?: number | undefined;
  readonly announcement?: Pick<Announcement, 'hidden' | 'extra'>;
}

/** The text after `CAPABILITY`. */
export function announceCapabilities(on: ReadonlySet<Capability>, state: AnnouncementState): string {
  const { hidden, extra } = state.announcement ?? PLAIN_ANNOUNCEMENT;
  const announced = [...on].filter((name) => {
    if (hidden.includes(name)) return false;
    if (state.isAuthenticated) return !BEFORE_LOGIN.has(name);
    if (name === 'STARTTLS') return state.canEncrypt && !state.isEncrypted;
    return state.canLogIn || !isAuthCapability(name);
  });
  const said = extra.filter((word) => !state.isAuthenticated || !isAuthCapability(word));
  const limit = state.appendLimit === undefined ? '' : `=${state.appendLimit}`;
  const spelled = announced.map((name) => (name === 'APPENDLIMIT' ? `${name}${limit}` : name));
  const isLoginDisabled = !state.isAuthenticated && !state.canLogIn && !on.has('LOGINDISABLED');
  return ['IMAP4rev1', ...spelled, ...said, ...(isLoginDisabled ? ['LOGINDISABLED'] : [])].join(' ');
}
