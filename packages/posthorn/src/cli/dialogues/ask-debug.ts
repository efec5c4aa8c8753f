import { settingRows } from '../../config/settings.ts';
import type { Dialogue } from './dialogue.ts';

/** Default: no, the safe answer. */
export const askDebug: Dialogue = async ({ questions, flags }) => {
  const isDebug =
    flags.debug ??
    (await questions.confirm({
      message: 'Switch debug mode on (error answers then show internals; for local development only)',
      flag: '--debug or --no-debug',
      isYesDefault: false,
    }));
  return new Map([[settingRows.isDebug.key, String(isDebug)]]);
};
