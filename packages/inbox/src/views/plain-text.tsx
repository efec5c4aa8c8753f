import { findLinks, splitQuotes } from '../mail/text-pieces.ts';

/** Shorter quotations are not folded. */
const SHOWN_QUOTE_LINES = 3;

/** Plain text with links and folded quotations. */
export function PlainText({ text }: { readonly text: string }) {
  const blocks = splitQuotes(text);
  return (
    <div class="message-text plain">
      {blocks.map(({ isQuote, text: block }, index) => {
        const isFolded = isQuote && block.split('\n').length > SHOWN_QUOTE_LINES;
        if (!isFolded) {
          return (
            <p key={index} class={isQuote ? 'quote' : ''} dir="auto">
              <Linked text={isQuote ? block : block.trim()} />
            </p>
          );
        }
        return (
          <details key={index}>
            <summary aria-label="Quoted text">···</summary>
            <p class="quote" dir="auto">
              <Linked text={block} />
            </p>
          </details>
        );
      })}
    </div>
  );
}

function Linked({ text }: { readonly text: string }) {
  return (
    <>
      {findLinks(text).map((piece, index) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer">
            {piece.text}
          </a>
        ),
      )}
    </>
  );
}
