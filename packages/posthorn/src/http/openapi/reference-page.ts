import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { addRevalidatedResource } from './revalidated-resource.ts';

/** An entry of the page's list. */
export interface ReferenceDocument {
  readonly title: string;
  readonly slug: string;
  readonly url: string;
  readonly default: boolean;
}

const PATH = '/docs';
const VIEWER_PATH = `${PATH}/viewer.js`;
const START_PATH = `${PATH}/start.js`;
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Only this server, and scripts from files. The viewer writes styles at run time. */
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

/** An icon, or browsers request `/favicon.ico`. Relative paths fit any prefix. */
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

/** Nothing contacts other servers or advertises. Rendering all operations takes half a minute. */
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

/** Adds the reference page at `/docs`, without a login. */
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

/** The package exports only a plugin, which adds a script. */
function readViewer(): Promise<Buffer> {
  const entry = import.meta.resolve('@scalar/fastify-api-reference');
  return readFile(new URL('./js/standalone.js', entry));
}
