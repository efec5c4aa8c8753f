/** `posthorn serve`: runs the server until it is told to stop. */
import { resolve } from 'node:path';
import { createPosthorn } from '../../composition/create-posthorn.ts';
import { loadBindings } from '../../composition/load-bindings.ts';
import { loadConfiguration } from '../../composition/load-configuration.ts';
import { processEnvironment } from '../process-environment.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Serves the installation in `root`. Throws ConfigurationError when it cannot. */
export async function runServe({ root }: { root: string }): Promise<void> {
  const rootDirectory = resolve(root);
  const configuration = await loadConfiguration({ rootDirectory, environment: processEnvironment() });
  const posthorn = createPosthorn(configuration, await loadBindings({ rootDirectory, configuration }));
  stopOnSignal(posthorn);
  await posthorn.listen();
}
