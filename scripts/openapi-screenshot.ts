/**
 * `npm run openapi:screenshot`: takes the picture of the reference page that the documentation shows. It needs
 * the build and Debian's package `chromium`.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startPosthornProcess } from '../packages/posthorn/test/e2e/posthorn-process.ts';
import { openReferencePage } from '../packages/posthorn/test/e2e/reference-page.ts';

const FILE = fileURLToPath(new URL('../docs/images/reference-page.png', import.meta.url));

mkdirSync(fileURLToPath(new URL('../docs/images', import.meta.url)), { recursive: true });
const demo = await startPosthornProcess(['demo', '--port', '0']);
try {
  await takePicture(demo.address);
} finally {
  await demo.stop();
}

async function takePicture(address: string): Promise<void> {
  const { page, close } = await openReferencePage(address);
  try {
    await page.getByText('List messages of a folder').first().click();
    // The page scrolls to the operation by and by.
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: FILE });
    console.log(`wrote ${FILE}`);
  } finally {
    await close();
  }
}
