/**
 * `npm run inbox:screenshots`: takes the pictures of the inbox page that the documentation shows, at three widths, light and dark. It needs the
 * build and Debian's packages `chromium`, `fonts-inter` and `fonts-noto-cjk`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../packages/posthorn/src/demo/start-demo.ts';
import { type InboxPage, openInbox } from '../packages/posthorn/test/e2e/inbox-page.ts';

const FOLDER = join(import.meta.dirname, '../docs/images');
const VIEWS = [
  { name: 'wide', width: 1200, height: 740 },
  { name: 'middle', width: 820, height: 800 },
  { name: 'narrow', width: 390, height: 780 },
];

/** Pages name the font of the system, which is another on each machine. */
const SYSTEM_FONTS = ['system-ui', 'sans', 'sans-serif', 'DejaVu Sans'];
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  ${SYSTEM_FONTS.map(toInter).join('')}
</fontconfig>
`;

const temporary = mkdtempSync(join(tmpdir(), 'posthorn-fonts-'));
process.env.FONTCONFIG_FILE = join(temporary, 'fonts.conf');
writeFileSync(process.env.FONTCONFIG_FILE, FONTS);
mkdirSync(FOLDER, { recursive: true });
for (const scheme of ['light', 'dark'] as const) {
  for (const view of VIEWS) {
    const demo = await startDemo({ port: '0', now: new Date() });
    const inbox = await openInbox(`${demo.address}/`, { ...view, scheme });
    try {
      await takePicture(inbox, {
        path: join(FOLDER, `inbox-${view.name}-${scheme}.png`),
        isNarrow: view.width <= 720,
      });
    } finally {
      await inbox.close();
      await demo.close();
    }
  }
}

rmSync(temporary, { recursive: true });

/** Where there is room, a message with files is open; something has just been archived. */
async function takePicture(
  { page, row }: InboxPage,
  { path, isNarrow }: { path: string; isNarrow: boolean },
): Promise<void> {
  await row('Your permit no. 2201').waitFor();
  if (!isNarrow) {
    await row('Your permit no. 2201').locator('.row-open').click();
    await page.getByText('floor-plan.dwg').last().waitFor();
  }
  await row('Backup finished').locator('input').check({ force: true });
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({ path });
  console.log(`wrote ${path}`);
}

function toInter(family: string): string {
  return `<match target="pattern">
    <test name="family" compare="eq"><string>${family}</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Inter</string></edit>
  </match>`;
}
