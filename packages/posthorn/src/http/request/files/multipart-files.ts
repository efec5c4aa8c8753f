import type { Hash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { ContentSpool, KeptContent } from '../../../application/ports/content-spool.ts';
import type { OwnerKey } from '../../../domain/rights/principal.ts';
import { untilAborted } from '../../../domain/values/until-aborted.ts';
import { type Problem, problemOf, RequestProblems } from '../../answer/problem.ts';
import { OCTET_STREAM } from '../../answer/safe-media-type.ts';
import { contentHashFor, noteStreamedBody } from '../body/body-digest.ts';
import { liftReceiveDeadline, restartReceiveDeadline } from '../lifetime/receive-deadline.ts';
import { clientSignalOf, liftDeadline } from '../lifetime/request-signal.ts';
import { limitOctets } from './limited-octets.ts';
import { parseMediaType } from './media-type.ts';

/** A form's limits. */
export interface MultipartLimits {
  readonly maxFiles: number;
  readonly maxFileOctets: number;
  readonly maxOctets: number;
  readonly maxFields: number;
  readonly maxFieldOctets: number;
}

/** A part with a file name or type `application/octet-stream`. */
export interface MultipartFile {
  readonly field: string;
  /** Last path segment; empty without a name. */
  readonly fileName: string;
  /** Lower case; default: `application/octet-stream`. */
  readonly mediaType: string;
  readonly content: KeptContent;
}

/** A form's content. Call `release` after use. */
export interface MultipartFiles {
  /** The last of equal names. */
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly MultipartFile[];
  release(): Promise<void>;
}

/** Reader options. */
export interface MultipartReaderOptions {
  readonly contentSpool: ContentSpool;
  readonly limits: MultipartLimits;
  readonly owner: OwnerKey;
}

/** Files as large as messages of large providers; the rest bounds hostile forms. */
export const UPLOAD_LIMITS: MultipartLimits = {
  maxFiles: 20,
  maxFileOctets: 25_000_000,
  maxOctets: 100_000_000,
  maxFields: 200,
  maxFieldOctets: 100_000,
};

const IDLE_TIMEOUT_MS = 30_000;
const MAX_PART_HEADER_OCTETS = 16_384;
const MAX_PART_HEADER_FIELDS = 20;

/**
 * Streams a form (RFC 7578) to the spool without a deadline. Throws RequestProblems `payload-too-large` and
 * `malformed-request`, and spool errors; then all files are released.
 */
export async function readMultipartFiles(
  request: FastifyRequest,
  options: MultipartReaderOptions,
  signal: AbortSignal,
): Promise<MultipartFiles> {
  const reading = new FormReading(request, options, signal);
  liftDeadline(request);
  liftReceiveDeadline(request);
  try {
    return await reading.finish();
  } catch (error) {
    await reading.abandon();
    throw error;
  }
}

class FormReading {
  readonly #request: FastifyRequest;
  readonly #options: MultipartReaderOptions;
  readonly #parser: BusboyInstance;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #fields = new Map<string, string>();
  readonly #streams: Readable[] = [];
  readonly #files: Promise<MultipartFile>[] = [];
  readonly #hashes: (Hash | undefined)[] = [];

  constructor(request: FastifyRequest, options: MultipartReaderOptions, signal: AbortSignal) {
    this.#request = request;
    this.#options = options;
    this.#parser = createParser(request, options.limits);
    this.#signal = AbortSignal.any([signal, clientSignalOf(request), this.#stop.signal]);
    // Each file adds a listener; Node warns above ten.
    setMaxListeners(0, this.#signal);
  }

  async finish(): Promise<MultipartFiles> {
    this.#signal.throwIfAborted();
    const { maxOctets } = this.#options.limits;
    if (Number(this.#request.headers['content-length'] ?? 0) > maxOctets) throw tooManyOctets(maxOctets);
    await untilAborted(this.#signal, this.#parse());
    const files = await untilAborted(this.#signal, Promise.all(this.#files));
    this.#noteBody(files);
    return { fields: this.#fields, files, release: () => releaseAll(this.#files) };
  }

  /** Releases stored files, and discards the rest of the body. */
  async abandon(): Promise<void> {
    this.#stop.abort(malformed('The form was not read to its end.'));
    restartReceiveDeadline(this.#request);
    this.#request.raw.unpipe(this.#parser).resume();
    for (const stream of this.#streams) stream.destroy();
    await releaseAll(this.#files);
  }

  #noteBody(files: readonly MultipartFile[]): void {
    if (this.#hashes.includes(undefined)) return;
    const contents = files.map(({ field, fileName, mediaType }, index) => {
      return [field, fileName, mediaType, this.#hashes[index]?.digest('base64url')];
    });
    noteStreamedBody(this.#request, { kind: 'form', content: [[...this.#fields], contents] });
  }

  async #parse(): Promise<void> {
    const { raw } = this.#request;
    const { maxOctets } = this.#options.limits;
    const timer = setTimeout(() => this.#fail(malformed('The form stopped arriving.')), IDLE_TIMEOUT_MS);
    let octets = 0;
    const watch = (chunk: Buffer): void => {
      octets += chunk.length;
      timer.refresh();
      if (octets > maxOctets) this.#fail(tooManyOctets(maxOctets));
    };
    try {
      await new Promise<void>((resolve) => {
        this.#listen(resolve);
        raw.on('data', watch).pipe(this.#parser);
        this.#signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      clearTimeout(timer);
      raw.off('data', watch);
    }
  }

  #listen(finished: () => void): void {
    const { maxFields, maxFieldOctets, maxFiles } = this.#options.limits;
    this.#parser
      // biome-ignore lint/complexity/useMaxParams: the parser calls it so
      .on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
        if (isTruncated) this.#fail(tooLarge(`A field has more than ${maxFieldOctets} octets.`));
        else this.#fields.set(name ?? '', value);
      })
      // biome-ignore lint/complexity/useMaxParams: the parser calls it so
      .on('file', (field: string | undefined, stream, fileName: string | undefined, _encoding, mediaType) =>
        this.#keep(stream, { field: field ?? '', fileName: fileName ?? '', mediaType }),
      )
      .on('fieldsLimit', () => this.#fail(malformed(`The form has more text fields than ${maxFields}.`)))
      .on('filesLimit', () => this.#fail(tooLarge(`The form has more than ${maxFiles} files.`)))
      .on('partsLimit', () => this.#fail(malformed('The form has too many parts.')))
      .on('error', () => this.#fail(malformed('The form is malformed or incomplete.')))
      .on('finish', finished);
  }

  #keep(stream: Readable, part: Omit<MultipartFile, 'content'>): void {
    // An unhandled stream error would end the process.
    stream.on('error', () => undefined);
    this.#streams.push(stream);
    const { contentSpool, limits, owner } = this.#options;
    const { maxFileOctets: maxOctets } = limits;
    const hash = contentHashFor(this.#request);
    this.#hashes.push(hash);
    const content = limitOctets(stream, { maxOctets, onChunk: (chunk) => hash?.update(chunk) });
    const keeping = contentSpool.keep({ stream: content, maxOctets, owner }, this.#signal);
    const file = keeping.then((content) => ({
      ...part,
      mediaType: parseMediaType(part.mediaType) ?? OCTET_STREAM,
      content,
    }));
    file.catch((error: unknown) => this.#fail(error));
    this.#files.push(file);
  }

  #fail(reason: unknown): void {
    this.#stop.abort(reason);
  }
}

function createParser({ headers }: FastifyRequest, limits: MultipartLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: {
        files: limits.maxFiles,
        fields: limits.maxFields,
        fieldSize: limits.maxFieldOctets,
        parts: limits.maxFiles + limits.maxFields,
        headerSize: MAX_PART_HEADER_OCTETS,
        headerPairs: MAX_PART_HEADER_FIELDS,
      },
    });
  } catch (error) {
    throw malformed('The Content-Type names no boundary.', error);
  }
}

async function releaseAll(files: readonly Promise<MultipartFile>[]): Promise<void> {
  const settled = await Promise.allSettled(files);
  await Promise.all(
    settled.map((result) => (result.status === 'fulfilled' ? result.value.content.release() : undefined)),
  );
}

function tooManyOctets(maxOctets: number): RequestProblems {
  return tooLarge(`The form has more than ${maxOctets} octets.`);
}

function tooLarge(detail: string): RequestProblems {
  return asError(problemOf('payload-too-large', { detail }));
}

function malformed(detail: string, cause?: unknown): RequestProblems {
  return asError(problemOf('malformed-request', { detail }), cause);
}

function asError(problem: Problem, cause?: unknown): RequestProblems {
  return new RequestProblems([problem], { cause });
}
