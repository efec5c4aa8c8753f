import type { SettingKind, SettingValue } from './setting-kinds.ts';

/** The definition of one setting. */
export interface SettingRow<Kind extends SettingKind = SettingKind> {
  /** The dotenv key. */
  readonly key: string;
  readonly kind: Kind;
  /** Used when the key is missing or empty. Null: there is none. */
  readonly default: SettingValue<Kind> | null;
  /** One sentence. */
  readonly meaning: string;
  /** True: the value is never shown, not even in an error. */
  readonly isSecret: boolean;
  /** Bounds of an integer, both included. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The values of a choice. */
  readonly choices?: readonly string[];
}
