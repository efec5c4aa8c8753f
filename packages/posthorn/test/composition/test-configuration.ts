/** The configuration of an installation without any files. */
import type { Configuration } from '../../src/composition/services.ts';
import { readSettings } from '../../src/config/load-settings.ts';

export const CONFIGURATION: Configuration = {
  settings: readSettings({ LOG_LEVEL: 'silent' }),
  mailServers: [],
  extraRoots: [],
};
