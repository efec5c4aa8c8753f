/** Hostile HTML in a browser: sanitised, it does nothing, wherever it is shown; and the documented frame holds by itself. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sanitizeReceivedHtml } from '../../src/adapters/html/sanitize-received-html.ts';
import { HOSTILE_HTML } from '../adapters/html/hostile-html.ts';
import { LOADING_HTML, OUTSIDE_HTML } from '../adapters/html/leaving-html.ts';
import { browserIsMissing } from './browser.ts';
import { htmlOf, VECTORS } from './html-vectors.ts';
import { type MessageFrames, openMessageFrames } from './message-frames.ts';

/** Each frame takes a while; `npm run soak -- message-frames` shows all of them. */
const SAMPLE = VECTORS.filter((_, index) => index % 8 === 0);
const safe = (html: string) => sanitizeReceivedHtml(html, 'block').html;
const withImages = (html: string) => sanitizeReceivedHtml(html, 'allow').html;
const NOTHING = { scripts: [], requests: [], unstable: [] };

describe('hostile HTML in Chromium', { skip: browserIsMissing }, () => {
  let frames: MessageFrames;
  before(async () => {
    frames = await openMessageFrames();
  });
  after(() => frames?.close());

  it('runs scripts and loads things where nothing holds it, so that these tests can fail', async () => {
    const { scripts } = await frames.showAll(htmlOf(HOSTILE_HTML), 'element');
    const { requests } = await frames.showAll(htmlOf(LOADING_HTML.slice(0, 25)), 'element');

    assert.ok(scripts.length > 10, `${scripts.length} scripts`);
    assert.ok(requests.length > 20, `${requests.length} requests`);
  });

  it('does nothing when it is sanitised, even in an element of a page without a policy', async () => {
    assert.deepEqual(await frames.showAll(VECTORS.map(safe), 'element'), NOTHING);
  });

  it('does nothing in the documented frame when it is sanitised', async () => {
    assert.deepEqual(await frames.showAll(SAMPLE.map(safe), 'documented'), NOTHING);
  });

  it('does nothing in the documented frame even when it is not sanitised', async () => {
    assert.deepEqual(await frames.showAll(SAMPLE, 'documented'), NOTHING);
  });

  it('loads nothing in the documented frame when its images were allowed by the request alone', async () => {
    assert.deepEqual(await frames.showAll(SAMPLE.map(withImages), 'documented'), NOTHING);
  });

  it('is shown in the documented frame as far as it is text', async () => {
    const text = await frames.textInFrame(
      safe('<p>Dear <b>all</b></p><script>alert(1)</script><style>p{}</style>'),
    );

    assert.equal(text.trim(), 'Dear all');
  });
});

describe('HTML that is painted outside of its place', { skip: browserIsMissing }, () => {
  let frames: MessageFrames;
  before(async () => {
    frames = await openMessageFrames();
  });
  after(() => frames?.close());

  const outside = htmlOf(OUTSIDE_HTML);

  it('covers the page where nothing holds it, so that these tests can fail', async () => {
    assert.ok((await frames.paintedOutside(outside.slice(0, 1), 'box')) > 100_000);
  });

  it('paints no pixel there when it is sanitised, even in a box that only hides what overflows', async () => {
    assert.equal(await frames.paintedOutside(outside.map(safe), 'box'), 0);
  });

  it('paints no pixel there in the documented frame, sanitised or not', async () => {
    assert.equal(await frames.paintedOutside([...outside, ...outside.map(safe)], 'documented'), 0);
  });
});
