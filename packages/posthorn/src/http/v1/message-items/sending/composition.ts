import type { FastifyRequest } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import type { ContentSpool, KeptContent } from '../../../../application/ports/content-spool.ts';
import type { DraftAttachment } from '../../../../domain/messages/message-draft.ts';
import { problemOf, RequestProblems } from '../../../answer/problem.ts';
import { notJson } from '../../../request/body/document-body.ts';
import { parseMediaType } from '../../../request/files/media-type.ts';
import {
  type MultipartFile,
  type MultipartFiles,
  type MultipartLimits,
  readMultipartFiles,
  UPLOAD_LIMITS,
} from '../../../request/files/multipart-files.ts';
import { readUploadedFile } from '../../../request/files/uploaded-file.ts';
import { isJsonObject, parseDocument } from '../../../request/json-object.ts';
import { ownerKeyOf } from '../../../request/login/authentication.ts';
import { COMPOSED_BODY_OCTETS } from '../changing/composed-body.ts';

/** A composed message. Call `release` after use. */
export interface Composition {
  readonly document: unknown;
  readonly files: readonly DraftAttachment[];
  release(): Promise<void>;
}

interface CompositionServices {
  readonly contentSpool: ContentSpool;
}

const DOCUMENT_FIELD = 'document';
const JSON_TYPES: ReadonlySet<string | undefined> = new Set([JSON_API_MEDIA_TYPE, 'application/json']);
/** One file more: curl and browsers may send the document as a file. */
const LIMITS: MultipartLimits = {
  ...UPLOAD_LIMITS,
  maxFiles: UPLOAD_LIMITS.maxFiles + 1,
  maxFields: 1,
  maxFieldOctets: COMPOSED_BODY_OCTETS,
};
/** A part URL (RFC 2392). */
const PART_URL = /\bcid:([^\s"'<>()\\]{1,900})/gi;

/**
 * Reads a form with files, or a document. Throws RequestProblems and service errors, after releasing all
 * files.
 */
export async function readComposition(
  services: CompositionServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Composition> {
  const mediaType = parseMediaType(request.headers['content-type'] ?? '');
  if (JSON_TYPES.has(mediaType)) return readDocument(services, request, signal);
  if (mediaType !== 'multipart/form-data') throw notAComposition();
  const form = await readMultipartFiles(
    request,
    { ...services, limits: LIMITS, owner: ownerKeyOf(request) },
    signal,
  );
  try {
    return await readForm(form);
  } catch (error) {
    await form.release();
    throw error;
  }
}

async function readDocument(
  { contentSpool }: CompositionServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Composition> {
  const limits = { contentSpool, maxOctets: COMPOSED_BODY_OCTETS, owner: ownerKeyOf(request) };
  const content = await readUploadedFile(request, limits, signal);
  try {
    return { document: toDocument(await textOf(content)), files: [], release: async () => undefined };
  } finally {
    await content.release();
  }
}

async function readForm({ fields, files, release }: MultipartFiles): Promise<Composition> {
  const [named, another] = files.filter(({ field }) => field === DOCUMENT_FIELD);
  const field = fields.get(DOCUMENT_FIELD);
  if (another || (named && field !== undefined)) {
    throw malformed(`The form has more than one field "${DOCUMENT_FIELD}".`);
  }
  const text = field ?? (named && (await textOf(named.content)));
  if (text === undefined) {
    throw malformed(`The form has no field "${DOCUMENT_FIELD}" with the JSON:API document.`);
  }
  const document = toDocument(text);
  const attached = files.filter(({ field }) => field !== DOCUMENT_FIELD);
  if (attached.length > UPLOAD_LIMITS.maxFiles) {
    throw tooLarge(`The form has more than ${UPLOAD_LIMITS.maxFiles} files.`);
  }
  const shown = shownParts(document);
  return { document, files: attached.map((file) => toAttachment(file, shown)), release };
}

function toAttachment(
  { field, fileName, mediaType, content }: MultipartFile,
  shown: ReadonlySet<string>,
): DraftAttachment {
  return { fileName, mediaType, content, ...(shown.has(field) && { contentId: field }) };
}

function shownParts(document: unknown): ReadonlySet<string> {
  const data = isJsonObject(document) ? document.data : undefined;
  const attributes = isJsonObject(data) ? data.attributes : undefined;
  const html = isJsonObject(attributes) ? attributes.textHtml : undefined;
  if (typeof html !== 'string') return new Set();
  return new Set(Array.from(html.matchAll(PART_URL), ([, id = '']) => decoded(id)));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function toDocument(text: string): unknown {
  const document = parseDocument(text);
  if (document === undefined) throw notJson();
  return document;
}

async function textOf(content: KeptContent): Promise<string> {
  if (content.length > COMPOSED_BODY_OCTETS) {
    throw tooLarge(`The document has more than ${COMPOSED_BODY_OCTETS} octets.`);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function malformed(detail: string): RequestProblems {
  return new RequestProblems([problemOf('malformed-request', { detail })]);
}

function tooLarge(detail: string): RequestProblems {
  return new RequestProblems([problemOf('payload-too-large', { detail })]);
}

function notAComposition(): RequestProblems {
  const detail = `Send a JSON:API document, or a form with the document in its field "${DOCUMENT_FIELD}" and files.`;
  const source = { header: 'Content-Type' };
  return new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
