/** The reference page at `/docs`: a viewer of the API descriptions that can also send requests. */
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { addRevalidatedResource } from './revalidated-resource.ts';

/** One entry in the page's choice of documents. */
export interface ReferenceDocument {
  readonly title: string;
  readonly slug: string;
  /** The path of the document. */
  readonly url: string;
  /** True for the one that the page opens with. */
  readonly default: boolean;
}

const PATH = '/docs';
const VIEWER_PATH = `${PATH}/viewer.js`;
const START_PATH = `${PATH}/start.js`;
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/**
 * Only this server: no font, script, proxy or analytics from elsewhere. Scripts come from files only.
 * The viewer writes style elements and attributes as it goes, which no hash can name beforehand.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The icon is empty: without one, browsers ask for `/favicon.ico`. Scripts are named from the page's own path, because
 * the path of the installation may stand before it.
 */
const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Posthorn API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The descriptions of the API are at /openapi/.</noscript>
<div id="reference"></div>
<script src=".${VIEWER_PATH}"></script>
<script src=".${START_PATH}"></script>
</body>
</html>
`;

/**
 * What would ask other servers, or advertises, is off. Credentials are forgotten with the page. All operations and schemas at once
 * would take a browser half a minute; the side bar lists them, and what is opened there is shown.
 */
const VIEWER_OPTIONS = {
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'basicAuth' },
  hideModels: true,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

/** Adds the page, its two scripts, and nothing that needs a login. */
export function addReferencePage(app: FastifyInstance, documents: readonly ReferenceDocument[]): void {
  const configuration = { ...VIEWER_OPTIONS, sources: documents };
  addRevalidatedResource(app, {
    path: PATH,
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': CONTENT_SECURITY_POLICY },
    load: async () => HTML,
  });
  addRevalidatedResource(app, {
    path: START_PATH,
    contentType: JAVASCRIPT,
    load: async () => `Scalar.createApiReference('#reference', ${JSON.stringify(configuration)});\n`,
  });
  addRevalidatedResource(app, { path: VIEWER_PATH, contentType: JAVASCRIPT, load: readViewer });
}

/** The viewer in one file. The package has it next to its entry; its plugin would put a script into the page. */
function readViewer(): Promise<Buffer> {
  const entry = import.meta.resolve('@scalar/fastify-api-reference');
  return readFile(new URL('./js/standalone.js', entry));
}
