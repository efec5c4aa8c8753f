import type { SettingKind, SettingValue } from './setting-kinds.ts';

/** One setting. */
export interface SettingRow<Kind extends SettingKind = SettingKind> {
  /** In dotenv files. */
  readonly key: string;
  readonly kind: Kind;
  readonly default: SettingValue<Kind> | null;
  /** One sentence. */
  readonly meaning: string;
  /** Never shown, even in errors. */
  readonly isSecret: boolean;
  /** Inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly choices?: readonly string[];
}
