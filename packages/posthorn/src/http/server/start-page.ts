/** Says at `/` what is served here, to programs and to people. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addVary } from '../answer/response-headers.ts';
import { publicPrefix } from '../request/url/public-address.ts';
import { API_VERSIONS, findAliasVersion, versionPrefixes } from './api-versions.ts';
import type { HttpOptions } from './http-options.ts';

type StartPageOptions = Pick<
  HttpOptions,
  'emailPath' | 'aliasVersion' | 'programVersion' | 'hasDocs' | 'startPage'
>;

const NAME = 'Posthorn';
const DESCRIPTION = 'An email API server: IMAP and SMTP mailboxes as a JSON API.';
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds `GET /`: a JSON object, or the same as HTML for those who prefer that (RFC 9110 §12.5.1). No login is asked for. */
export function addStartPage(app: FastifyInstance, options: StartPageOptions): void {
  app.get('/', async (request, reply) => {
    const links = linksOf(options, publicPrefix(request));
    addVary(reply, 'Accept');
    if (!prefersHtml(request)) {
      const { programVersion: version } = options;
      return { name: NAME, ...(version && { version }), description: DESCRIPTION, links };
    }
    const page = options.startPage ?? { html: toHtml(links), contentSecurityPolicy: CONTENT_SECURITY_POLICY };
    reply.header('content-security-policy', page.contentSecurityPolicy);
    return reply.type('text/html; charset=utf-8').send(page.html);
  });
}

function linksOf(options: StartPageOptions, base: string): Readonly<Record<string, string>> {
  const alias = findAliasVersion(options.aliasVersion);
  const services = API_VERSIONS.map((version) => {
    const [prefix = ''] = versionPrefixes(options.emailPath, { version, alias });
    return [version.tag, `${base}${prefix}`];
  });
  const documents = API_VERSIONS.map(({ tag }) => [`openapi-${tag}`, `${base}/openapi/${tag}.json`]);
  return {
    ...Object.fromEntries(services),
    ...(options.hasDocs !== false && { docs: `${base}/docs`, ...Object.fromEntries(documents) }),
    health: `${base}/health`,
  };
}

/** Browsers name HTML first; a client that takes anything gets JSON. */
function prefersHtml({ headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  const html = accept.search(/text\/html/i);
  const json = accept.search(/application\/(?:[a-z.]+\+)?json/i);
  return html !== -1 && (json === -1 || html < json);
}

/** Paths hold no other characters than those of settings, and an address of the operator's; all the same they are escaped. */
function toHtml(links: Readonly<Record<string, string>>): string {
  const items = Object.entries(links).map(
    ([name, href]) => `<li>${escapeHtml(name)}: <a href="${escapeHtml(href)}">${escapeHtml(href)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${NAME}</h1>
<p>${DESCRIPTION}</p>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
