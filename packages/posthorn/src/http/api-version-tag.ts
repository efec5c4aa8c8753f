/** The path segments that name versions of the API. */
export type ApiVersionTag = 'v0' | 'v1';
