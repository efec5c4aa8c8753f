/** An `Authorization` value, only in the page's memory. */
export interface Login {
  readonly user: string;
  readonly authorization: string;
}

/** A resource object (JSON:API 1.1 §document-resource-objects). */
export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: unknown }>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A JSON:API document. */
export interface ApiDocument {
  readonly data: Resource | readonly Resource[] | null;
  readonly included?: readonly Resource[];
  readonly links?: Readonly<Record<string, string | null>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A document with its entity tag. */
export interface Answer {
  readonly document: ApiDocument;
  readonly etag: string | null;
}

/** A request's options. */
export interface RequestOptions {
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | FormData;
  readonly signal?: AbortSignal | undefined;
}

/** A client of API version 1. */
export interface Client {
  readonly login: Login;
  /** Throws ApiError for an error response, TypeError without one. */
  ask(path: string, options?: RequestOptions): Promise<Answer>;
  /** The raw response, for files and streams. Throws like `ask`. */
  fetch(path: string, options?: RequestOptions): Promise<Response>;
}

/** A failure in the server's words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;

  constructor(message: string, status: number, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const MEDIA_TYPE = 'application/vnd.api+json';
const RETRY_MS = 500;

/** A client. Relative paths extend `api`, which ends in a slash. */
export function createClient(api: string, login: Login): Client {
  async function send(path: string, options: RequestOptions = {}): Promise<Response> {
    const response = await reach(new URL(path, api), toRequest(login, options));
    if (response.ok) return response;
    throw await toError(response);
  }
  return {
    login,
    fetch: send,
    async ask(path, options) {
      const response = await send(path, options);
      const document = response.status === 204 ? { data: null } : ((await response.json()) as ApiDocument);
      return { document, etag: response.headers.get('etag') };
    },
  };
}

/** Reads once more without an answer: a network change ends running requests. */
async function reach(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.method !== undefined || request.signal?.aborted) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return fetch(url, request);
  }
}

function toRequest({ authorization }: Login, { method, headers, body, signal }: RequestOptions): RequestInit {
  const isForm = body instanceof FormData;
  return {
    ...(method && { method }),
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    headers: {
      accept: MEDIA_TYPE,
      authorization,
      ...(body && !isForm && { 'content-type': MEDIA_TYPE }),
      ...headers,
    },
    ...(signal && { signal }),
    cache: 'no-store',
    credentials: 'omit',
  };
}

async function toError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const { title, detail, code } = firstError(text);
  return new ApiError(
    detail ?? title ?? `The server answers ${response.status}.`,
    response.status,
    code ?? '',
  );
}

function firstError(text: string): Readonly<Record<string, string>> {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: readonly Readonly<Record<string, string>>[] };
    return errors?.[0] ?? {};
  } catch {
    return {};
  }
}

/** A list's resources. */
export function listOf({ data }: ApiDocument): readonly Resource[] {
  return data === null ? [] : 'id' in data ? [data] : data;
}

/** The single resource. Throws ApiError if missing. */
export function resourceOf({ data }: ApiDocument): Resource {
  if (data !== null && 'id' in data) return data;
  throw new ApiError('The answer has no resource.', 200, '');
}
