/** The configuration in force. */
import type { Configuration } from './services.ts';

/** What can change while the process runs. Everything else is read at start. */
export type ReloadableConfiguration = Pick<Configuration, 'mailServers' | 'cors'>;

/** A configuration of which a part can be replaced; each read returns the current values. */
export class LiveConfiguration implements Configuration {
  readonly settings: Configuration['settings'];
  readonly extraRoots: Configuration['extraRoots'];
  readonly processCount: number;
  #reloadable: ReloadableConfiguration;

  constructor(configuration: Configuration) {
    this.settings = configuration.settings;
    this.extraRoots = configuration.extraRoots;
    this.processCount = configuration.processCount ?? 1;
    this.#reloadable = configuration;
  }

  get mailServers(): Configuration['mailServers'] {
    return this.#reloadable.mailServers;
  }

  get cors(): Configuration['cors'] {
    return this.#reloadable.cors;
  }

  /** Puts the configuration in force. */
  replace(reloadable: ReloadableConfiguration): void {
    this.#reloadable = reloadable;
  }
}
