import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '../answer/html.ts';
import { addVary } from '../answer/response-headers.ts';
import { publicPrefix } from '../request/url/public-address.ts';
import { API_VERSIONS, findAliasVersion, versionPrefixes } from './api-versions.ts';
import type { HttpOptions } from './http-options.ts';
import { sendInboxPage } from './inbox-page.ts';

type StartPageOptions = Pick<
  HttpOptions,
  'emailPath' | 'aliasVersion' | 'programVersion' | 'hasDocs' | 'inbox'
>;

const NAME = 'Posthorn';
const DESCRIPTION = 'An email API server: IMAP and SMTP mailboxes as a JSON API.';
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds `GET /` without a login: addresses as JSON or HTML (RFC 9110 §12.5.1), or the inbox page. */
export function addStartPage(app: FastifyInstance, options: StartPageOptions): void {
  app.get('/', async (request, reply) => {
    const links = linksOf(options, publicPrefix(request));
    addVary(reply, 'Accept');
    if (!prefersHtml(request)) {
      const { programVersion: version } = options;
      return { name: NAME, ...(version && { version }), description: DESCRIPTION, links };
    }
    if (options.inbox !== undefined) return sendInboxPage(request, reply, options);
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
    return reply.type('text/html; charset=utf-8').send(toHtml(links));
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

/** Browsers list HTML first; any type alone means JSON. */
function prefersHtml({ headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  const html = accept.search(/text\/html/i);
  const json = accept.search(/application\/(?:[a-z.]+\+)?json/i);
  return html !== -1 && (json === -1 || html < json);
}

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
