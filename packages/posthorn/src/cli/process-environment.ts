import type { Environment } from '../config/load-settings.ts';

/** The variables of the process. */
export function processEnvironment(): Environment {
  // biome-ignore lint/style/noProcessEnv: the command line hands the environment to config/ and to the dialogues
  return process.env;
}
