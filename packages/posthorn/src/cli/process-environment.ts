import type { Environment } from '../config/load-settings.ts';

/** The process's variables. */
export function processEnvironment(): Environment {
  // biome-ignore lint/style/noProcessEnv: the command line hands the environment to config/ and to the dialogues
  return process.env;
}
