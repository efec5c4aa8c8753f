import type { ElementAttributes } from '../../message/html/document-style.ts';
import { toSafeUrl } from './safe-url.ts';
import { toStyledElement } from './style-selector.ts';
import type { ElementStyle, StyleSheet } from './style-sheet.ts';

const WITH_BACKGROUND = new Set(['body', 'table', 'td', 'th', 'tr']);
/** Needs a colour, font or border. */
const WITHOUT_LOOK =
  /^(?:(?:margin|height|width|min-width|min-height)(?:-[a-z]+)?: .*|padding(?:-[a-z]+)?: [0px% ]+)$/;
const DIRECTION = /^(?:rtl|ltr)$/i;
const FIRST_OF_SET = /^[\s,]*([^\s]+)/;

/** The style in attributes. */
export function elementStyle(element: string, attributes: ElementAttributes): ElementStyle {
  const { style, background } = attributes;
  if (background === undefined || !WITH_BACKGROUND.has(element)) return { own: style };
  return { own: style, hints: `background-image: url("${background}")` };
}

/** `src`, else the first of `srcset`. */
export function imageAddress({ src, srcset }: ElementAttributes): string | undefined {
  if (src !== undefined && toSafeUrl('src', src) !== undefined) return src;
  return FIRST_OF_SET.exec(srcset ?? '')?.[1]?.replace(/,$/, '') ?? src;
}

/** `html` and `body`, for selectors. */
export function rootElements({ html, body }: Roots): readonly ReturnType<typeof toStyledElement>[] {
  return [toStyledElement('html', html, 1), toStyledElement('body', body, 2)];
}

interface Roots {
  readonly html: ElementAttributes;
  readonly body: ElementAttributes;
}

/** Attributes of a `div` like `html` and `body`, if visible. */
export function wrapperAttributes(
  sheet: StyleSheet,
  { html, body }: Roots,
): Readonly<Record<string, string>> | undefined {
  const [htmlElement, bodyElement] = rootElements({ html, body });
  if (htmlElement === undefined || bodyElement === undefined) return undefined;
  const htmlStyle = sheet.styleOf([htmlElement], { own: html.style });
  const { bgcolor, text } = body;
  const { own, hints = '' } = elementStyle('body', body);
  const presentational = [
    htmlStyle,
    bgcolor && `background-color: ${bgcolor}`,
    text && `color: ${text}`,
    hints,
  ];
  const style = sheet.styleOf([htmlElement, bodyElement], {
    own,
    hints: presentational.filter(Boolean).join('; '),
  });
  const hasLook = style?.split('; ').some((declaration) => !WITHOUT_LOOK.test(declaration)) ?? false;
  const dir = body.dir ?? html.dir ?? '';
  const hasDirection = DIRECTION.test(dir);
  if (!hasLook && !hasDirection) return undefined;
  return {
    ...(hasDirection && { dir: dir.toLowerCase() }),
    ...(hasLook && style !== undefined && { style }),
  };
}
