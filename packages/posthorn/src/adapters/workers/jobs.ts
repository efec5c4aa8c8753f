/** Inputs and outputs are transferable between threads. */
import type { SanitizedHtml } from '../../application/ports/html-sanitizer.ts';
import type {
  TextContents,
  WholeMessageAnswer,
  WholeMessageRequest,
} from '../../application/ports/mail/whole-message-reader.ts';
import type { RemoteImages } from '../../domain/messages/remote-content.ts';
import { toBodyTexts } from '../../message/texts/body-texts.ts';
import { openWholeMessage } from '../../message/whole-message.ts';
import { readHtmlText } from '../html/read-html-text.ts';
import { sanitizeReceivedHtml } from '../html/sanitize-received-html.ts';
import { answerWholeMessage } from './answer-whole-message.ts';

interface WholeMessageInput {
  readonly octets: Uint8Array;
  readonly request: Partial<WholeMessageRequest>;
}

interface SanitizerInput {
  readonly html: string;
  readonly images: RemoteImages;
}

export const JOBS = {
  'whole-message': readWholeMessage,
  'body-texts': decodeTexts,
  'sanitize-html': sanitize,
  'html-to-text': readHtmlText,
};

export type JobName = keyof typeof JOBS;

export type JobInput<Name extends JobName> = Parameters<(typeof JOBS)[Name]>[0];

export type JobOutput<Name extends JobName> = ReturnType<(typeof JOBS)[Name]>;

/** Job and input. */
export interface Job<Name extends JobName = JobName> {
  readonly name: Name;
  readonly input: JobInput<Name>;
}

/** The first report is `ready`. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly output: unknown }
  /** A bug. */
  | { readonly kind: 'failed'; readonly error: unknown };

function readWholeMessage({ octets, request }: WholeMessageInput): Partial<WholeMessageAnswer> {
  return answerWholeMessage(openWholeMessage(octets), request);
}

function decodeTexts(parts: TextContents): WholeMessageAnswer['texts'] {
  return toBodyTexts(parts, parts.contents, readHtmlText);
}

function sanitize({ html, images }: SanitizerInput): SanitizedHtml {
  return sanitizeReceivedHtml(html, images);
}
