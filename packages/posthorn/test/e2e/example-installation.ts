/** An installation of `examples/replaced-services`, copied to where a test can change it. */
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PosthornProcess, startPosthornProcess } from './posthorn-process.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

export interface ExampleInstallation {
  /** The folder of the example. */
  readonly name: string;
  /** Files to write into the copy before it starts, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Runs `posthorn serve` in a copy of the example; `stop` removes it. */
export async function serveExample({ name, files = {} }: ExampleInstallation): Promise<PosthornProcess> {
  const root = await mkdtemp(join(tmpdir(), 'posthorn-example-'));
  await cp(join(REPOSITORY, 'examples/replaced-services', name), root, { recursive: true });
  await symlink(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  const remove = () => rm(root, { recursive: true });
  const server = await startPosthornProcess(['serve', '--root', root], {
    environment: { PORT: '0' },
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    ...server,
    async stop(signal) {
      const code = await server.stop(signal);
      await remove();
      return code;
    },
  };
}
