/** `npm run walks`: how many files and functions one warm list, change, new draft and submission run. */
import { startDemo } from '../packages/posthorn/src/demo/start-demo.ts';
import { countExecutedFiles } from '../packages/posthorn/test/support/executed-files.ts';
import { openWalks } from '../packages/posthorn/test/support/walked-requests.ts';

const demo = await startDemo({ port: '0', now: new Date() });
const walks = await openWalks(demo);
for (const [name, walk] of Object.entries(walks)) {
  for (let round = 0; round < 3; round += 1) await (await walk())();
  const files = await countExecutedFiles(await walk());
  const functions = [...files.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${name.padEnd(8)} ${String(files.size).padStart(4)} files ${String(functions).padStart(5)} functions`,
  );
  if (process.argv.includes('--files')) for (const file of [...files.keys()].sort()) console.log(`  ${file}`);
}
await demo.close();
