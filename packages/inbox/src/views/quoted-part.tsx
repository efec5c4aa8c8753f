import { useSignal } from '@preact/signals';
import type { QuotedText } from '../mail/draft-text.ts';
import { canTakeColours } from '../mail/html-colours.ts';
import { IconButton } from './icon-button.tsx';
import { MailFrame } from './mail-frame.tsx';
import { PlainText } from './plain-text.tsx';

interface QuotedPartProps {
  readonly quoted: QuotedText;
  readonly onRemove: () => void;
}

/** The server's quotation below the author's text. */
export function QuotedPart({ quoted: { html, plain }, onRemove }: QuotedPartProps) {
  const isShown = useSignal(false);
  return (
    <div class="quoted">
      <div class="quoted-head">
        <IconButton
          icon="ellipsis"
          label={isShown.value ? 'Hide the quoted text' : 'Show the quoted text'}
          isPressed={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value;
          }}
        />
        <span class="soft grow">The quoted text goes along.</span>
        <button type="button" class="text-button" onClick={onRemove}>
          Leave it out
        </button>
      </div>
      {isShown.value &&
        (html === '' ? (
          <PlainText text={plain} />
        ) : (
          <MailFrame html={html} hasImages={false} canTakeColours={canTakeColours(html)} />
        ))}
    </div>
  );
}
