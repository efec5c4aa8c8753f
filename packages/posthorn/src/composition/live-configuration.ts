import type { Configuration } from './services.ts';

export type ReloadableConfiguration = Pick<Configuration, 'mailServers' | 'cors' | 'oauth' | 'secretsKeys'>;

/** A configuration with a replaceable part; reads are current. */
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

  get oauth(): Configuration['oauth'] {
    return this.#reloadable.oauth;
  }

  replace(reloadable: ReloadableConfiguration): void {
    this.#reloadable = reloadable;
  }
}
