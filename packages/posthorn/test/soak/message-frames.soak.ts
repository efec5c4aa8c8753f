/** `npm run soak -- message-frames`: hostile HTML of every kind is shown in the documented frame, and does nothing. */
import assert from 'node:assert/strict';
import { sanitizeReceivedHtml } from '../../src/adapters/html/sanitize-received-html.ts';
import { VECTORS } from '../e2e/html-vectors.ts';
import { openMessageFrames } from '../e2e/message-frames.ts';

const NOTHING = { scripts: [], requests: [], unstable: [] };
const SHOWN = {
  'as it came': (html: string) => html,
  'with images allowed by the request alone': (html: string) => sanitizeReceivedHtml(html, 'allow').html,
  sanitised: (html: string) => sanitizeReceivedHtml(html, 'block').html,
};

const frames = await openMessageFrames();
try {
  for (const [name, show] of Object.entries(SHOWN)) {
    assert.deepEqual(await frames.showAll(VECTORS.map(show), 'documented'), NOTHING, name);
    console.log(`${VECTORS.length} messages ${name}: nothing happened`);
  }
} finally {
  await frames.close();
}
