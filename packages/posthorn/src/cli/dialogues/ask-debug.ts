/** The question of `configure:debug`. */
import { settingRows } from '../../config/settings.ts';
import type { Dialogue } from './dialogue.ts';

/** Asks whether error answers may show internals. The default is always no, because that is never dangerous. */
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
