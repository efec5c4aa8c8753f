import { useEffect, useRef } from 'preact/hooks';
import { parseAddresses } from '../mail/address-text.ts';
import type { Mailbox } from '../state/mailbox.ts';
import { takeKey } from './hotkeys.ts';
import { useMailbox } from './mailbox-context.ts';

const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox';
const FIRST_HEIGHT = 120;

/** Smaller text is unreadable; the frame scrolls instead. */
const MIN_SCALE = 0.6;

/** A text may always be taller than its frame. */
const MAX_MEASURES = 200;

let folder = '';

/** Sets the address of the page's files. */
export function setFrameFolder(address: string): void {
  folder = address;
}

interface MailFrameProps {
  readonly html: string;
  readonly hasImages: boolean;
  readonly canTakeColours: boolean;
}

/**
 * A message's safe HTML. No script runs: the sandbox lacks `allow-scripts`, the policy a script source.
 * `allow-same-origin` lets the page write and measure the text.
 */
export function MailFrame({ html, hasImages, canTakeColours }: MailFrameProps) {
  const mailbox = useMailbox();
  const frame = useRef<HTMLIFrameElement>(null);
  const end = useRef<() => void>(() => undefined);
  useEffect(() => () => end.current(), []);
  function fill(): void {
    const element = frame.current;
    const page = element?.contentDocument;
    if (!element || !page?.body) return;
    end.current();
    page.documentElement.className = canTakeColours ? 'in-colours-of-page' : 'in-own-colours';
    page.body.innerHTML = html;
    end.current = followHeight(element, page);
    page.addEventListener('keydown', takeKey);
    page.addEventListener('click', (event) => writeTo(mailbox, event));
  }
  return (
    <iframe
      ref={frame}
      key={`${hasImages}`}
      class={canTakeColours ? 'mail-frame' : 'mail-frame light'}
      title="Text of the message"
      sandbox={SANDBOX}
      referrerpolicy="no-referrer"
      src={`${folder}/${hasImages ? 'frame-with-images' : 'frame'}.html`}
      style={{ height: `${FIRST_HEIGHT}px` }}
      onLoad={fill}
    />
  );
}

/** Fits the height; scales wide text down. Images change both. */
function followHeight(element: HTMLIFrameElement, page: Document): () => void {
  let fittedWidth = 0;
  let measures = 0;
  const measure = () => {
    measures += 1;
    if (measures > MAX_MEASURES) {
      observer.disconnect();
      return;
    }
    if (element.clientWidth !== fittedWidth) {
      fittedWidth = element.clientWidth;
      page.body.style.zoom = '1';
      const scale = fittedWidth / Math.max(fittedWidth, page.documentElement.scrollWidth);
      page.body.style.zoom = String(Math.max(MIN_SCALE, scale));
    }
    element.style.height = `${page.documentElement.offsetHeight}px`;
  };
  const observer = new ResizeObserver(measure);
  measure();
  observer.observe(page.documentElement);
  return () => observer.disconnect();
}

function writeTo(mailbox: Mailbox, event: MouseEvent): void {
  const link = (event.target as Element).closest('a[href^="mailto:"]');
  if (link === null) return;
  event.preventDefault();
  const [address = ''] = (link.getAttribute('href') ?? '').slice('mailto:'.length).split('?', 1);
  void mailbox.composer.write(parseAddresses(decodeURIComponent(address)));
}
