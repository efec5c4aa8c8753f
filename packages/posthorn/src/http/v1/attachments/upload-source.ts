import type { FastifyRequest } from 'fastify';
import { JSON_API_MEDIA_TYPE } from 'relfield';
import type { MessageReplies } from '../../../application/drafts/message-replies.ts';
import type { ContentSpool } from '../../../application/ports/content-spool.ts';
import type { DraftAttachment } from '../../../domain/messages/message-draft.ts';
import { problemOf, RequestProblems } from '../../answer/problem.ts';
import { OCTET_STREAM } from '../../answer/safe-media-type.ts';
import { notJson } from '../../request/body/document-body.ts';
import { parseMediaType } from '../../request/files/media-type.ts';
import { readMultipartFiles, UPLOAD_LIMITS } from '../../request/files/multipart-files.ts';
import { parseUploadDisposition } from '../../request/files/upload-disposition.ts';
import { readUploadedFile } from '../../request/files/uploaded-file.ts';
import { parseJson } from '../../request/json-object.ts';
import { accountOf, ownerKeyOf } from '../../request/login/authentication.ts';
import { pointingAt } from '../request-document/unknown-source.ts';
import { readAttachmentSource, SOURCE_POINTER } from './attachment-source.ts';

/** Files to attach. Call `release` after use. */
export interface UploadedFiles {
  readonly files: readonly DraftAttachment[];
  release(): Promise<void>;
}

/** Services that read files. */
export interface UploadServices {
  readonly contentSpool: ContentSpool;
  readonly messageReplies: MessageReplies;
}

const DISPOSITION = 'Content-Disposition';
const CONTENT_ID = 'Content-ID';
const JSON_TYPES: ReadonlySet<string | undefined> = new Set([JSON_API_MEDIA_TYPE, 'application/json']);
const MAX_DOCUMENT_OCTETS = 10_000;

/**
 * Reads a file with Content-Disposition, a form, or a document naming a file. Throws RequestProblems and
 * service errors.
 */
export function readUpload(
  services: UploadServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadedFiles> {
  const { 'content-disposition': disposition, 'content-type': contentType = '' } = request.headers;
  if (disposition !== undefined) return readBodyAsFile(services, request, signal);
  const mediaType = parseMediaType(contentType);
  if (mediaType === 'multipart/form-data') return readForm(services, request, signal);
  if (JSON_TYPES.has(mediaType)) return copyNamedFile(services, request, signal);
  throw notAnUpload();
}

async function readBodyAsFile(
  { contentSpool }: UploadServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadedFiles> {
  const { headers } = request;
  const disposition = parseUploadDisposition(headers['content-disposition'] ?? '');
  if (disposition === undefined) throw badHeader(DISPOSITION, 'must be "attachment" or "inline"');
  const contentId = disposition.isInline ? readContentId(headers['content-id']) : undefined;
  const maxOctets = UPLOAD_LIMITS.maxFileOctets;
  const owner = ownerKeyOf(request);
  const content = await readUploadedFile(request, { contentSpool, maxOctets, owner }, signal);
  const file: DraftAttachment = {
    fileName: disposition.fileName,
    mediaType: parseMediaType(headers['content-type'] ?? '') ?? OCTET_STREAM,
    content,
    ...(contentId !== undefined && { contentId }),
  };
  return { files: [file], release: () => content.release() };
}

function readContentId(header: string | readonly string[] | undefined): string {
  const [, id] = /^\s*<?([^<>\s]{1,900})>?\s*$/.exec(String(header ?? '')) ?? [];
  if (id !== undefined) return id;
  throw badHeader(CONTENT_ID, 'must have the id by which the HTML shows the inline file');
}

async function readForm(
  { contentSpool }: UploadServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadedFiles> {
  const owner = ownerKeyOf(request);
  const form = await readMultipartFiles(request, { contentSpool, limits: UPLOAD_LIMITS, owner }, signal);
  if (form.files.length > 0) return form;
  await form.release();
  throw new RequestProblems([problemOf('malformed-request', { detail: 'The form has no files.' })]);
}

async function copyNamedFile(
  { contentSpool, messageReplies }: UploadServices,
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<UploadedFiles> {
  const limits = { contentSpool, maxOctets: MAX_DOCUMENT_OCTETS, owner: ownerKeyOf(request) };
  const body = await readUploadedFile(request, limits, signal);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body.read()) chunks.push(chunk);
  await body.release();
  const document = parseJson(Buffer.concat(chunks).toString());
  if (document === undefined) throw notJson();
  const part = readAttachmentSource(document, accountOf(request));
  const { attachments, release } = await pointingAt(
    SOURCE_POINTER,
    messageReplies.copyAttachments([part], signal),
  );
  return { files: attachments, release };
}

function badHeader(header: string, problem: string): RequestProblems {
  const detail = `The header ${header} ${problem}.`;
  return new RequestProblems([problemOf('invalid-parameter', { detail, source: { header } })]);
}

function notAnUpload(): RequestProblems {
  const detail = `Send a form with files, one file with ${DISPOSITION}, or a document that names a file.`;
  const source = { header: 'Content-Type' };
  return new RequestProblems([problemOf('unsupported-media-type', { detail, source })]);
}
