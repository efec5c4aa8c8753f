/** Problems of any request with an API key. */
export const KEY_PROBLEMS = [
  'authentication-failed',
  'scope-missing',
  'store-unavailable',
  'rate-limited',
  'too-many-connections',
  'internal',
] as const;
