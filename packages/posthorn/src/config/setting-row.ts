import type { SettingKind, SettingValue } from './setting-kinds.ts';

/** The definition of one setting. */
export interface SettingRow<Kind extends SettingKind = SettingKind> {
  /** The dotenv key. */
  readonly key: string;
  readonly kind: Kind;
  /** Null: no default. */
  readonly default: SettingValue<Kind> | null;
  /** One sentence. */
  readonly meaning: string;
  /** Never shown, not even in errors. */
  readonly isSecret: boolean;
  /** Inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}
