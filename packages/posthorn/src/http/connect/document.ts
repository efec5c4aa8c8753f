import { Html, html } from '../answer/html.ts';
import type { Language } from './language.ts';
import { PAGE_STYLE, STYLE_SOURCE } from './page-style.ts';
import type { FailureText } from './texts.ts';

/** A page in one language. */
export interface PageDocument {
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
  /** The browser's next address. */
  readonly refresh?: string;
}

/** Renders the document. */
export function toDocument({ language, title, body, refresh }: PageDocument): string {
  return html`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="0; url=${refresh}">\n`}<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
<footer>Posthorn</footer>
</body>
</html>
`.text;
}

/** Content-Security-Policy. `form-action` names return origins: browsers apply it to redirects too. */
export function pagePolicy(returnUrls: readonly string[]): string {
  const origins = returnUrls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    `style-src ${STYLE_SOURCE}`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${["'self'", ...new Set(origins)].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** A failure that screen readers announce. */
export function problemBox(
  { title, remedy }: FailureText,
  { isFocused }: { readonly isFocused: boolean },
): Html {
  return html`<div class="problem" id="problem" role="alert" tabindex="-1"${isFocused ? html` autofocus` : null}>
<h2>${title}</h2>
<p>${remedy}</p>
</div>
`;
}
