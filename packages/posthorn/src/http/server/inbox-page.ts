import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addRevalidatedResource } from '../openapi/revalidated-resource.ts';
import { isJsonObject } from '../request/json-object.ts';
import { publicPrefix } from '../request/url/public-address.ts';

/** The page's credentials. */
export interface InboxLogin {
  readonly user: string;
  readonly authorization: string;
}

/** Inbox page options. */
export interface InboxOptions {
  /** The login for the fragment's code (`/#code=…`; null: none). Undefined: the login form. */
  readonly openLogin?: (code: string | null) => InboxLogin | undefined;
}

const FILES_PATH = '/inbox';
const FRAME_PATH = `${FILES_PATH}/frame.html`;

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Message HTML has inline styles, which the page forbids, no scripts, and pictures on request. */
const framePolicy = (images: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src ${images}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');

const FILES = [
  { name: 'inbox.js', contentType: 'text/javascript; charset=utf-8' },
  { name: 'style.css', contentType: 'text/css; charset=utf-8' },
  { name: 'frame.css', contentType: 'text/css; charset=utf-8' },
  { name: 'licences.txt', contentType: 'text/plain; charset=utf-8' },
] as const;

/** Adds the page's files and its sign-in. */
export function addInboxFiles(app: FastifyInstance, { openLogin }: InboxOptions): void {
  for (const { name, contentType } of FILES) {
    addRevalidatedResource(app, { path: `${FILES_PATH}/${name}`, contentType, load: () => readPart(name) });
  }
  for (const [path, images] of [
    [FRAME_PATH, 'data:'],
    [`${FILES_PATH}/frame-with-images.html`, 'data: https: http:'],
  ] as const) {
    addRevalidatedResource(app, {
      path,
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': framePolicy(images) },
      load: () => readPart('frame.html'),
    });
  }
  app.post(`${FILES_PATH}/login`, async (request, reply) => {
    const login = openLogin?.(codeOf(request.body));
    return login ?? reply.code(204).send();
  });
}

function codeOf(body: unknown): string | null {
  return isJsonObject(body) && typeof body.code === 'string' ? body.code : null;
}

/** Sends the page with addresses of files and API. */
export async function sendInboxPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { emailPath }: { readonly emailPath: string },
): Promise<FastifyReply> {
  const base = publicPrefix(request);
  const html = await readPart('index.html');
  reply.header('content-security-policy', PAGE_POLICY);
  return reply
    .type('text/html; charset=utf-8')
    .send(html.replaceAll('{files}', `${base}${FILES_PATH}`).replaceAll('{api}', `${base}/${emailPath}/v1/`));
}

function readPart(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.resolve('posthorn-inbox/page/index.html')), 'utf8');
}
