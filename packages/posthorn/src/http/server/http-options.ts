import type { CorsPolicySource } from '../cors/cors.ts';
import type { Peers } from '../peers/peers.ts';
import type { ConnectionDataDecoder } from '../request/login/credentials.ts';
import type { ApiVersionTag } from '../route/api-route.ts';
import type { RouteOptions } from '../route/http-services.ts';
import type { AuditListener } from './audit-log.ts';
import type { EdgeLimits } from './edge-limits.ts';
import type { InboxOptions } from './inbox-page.ts';
import type { MemoryGauge } from './memory-guard.ts';
import type { RequestObserver } from './request-observer.ts';

/** HTTP server options. */
export interface HttpOptions extends RouteOptions {
  /** Such as `rest-api-email`; may have several segments. */
  readonly emailPath: string;
  /** Default: the latest. */
  readonly aliasVersion?: ApiVersionTag;
  /** Errors include the operator's details. */
  readonly isDebug: boolean;
  /** Null: links derive from each request. */
  readonly publicUrl: string | null;
  /** IP addresses and networks of trusted forwarding headers. */
  readonly trustedProxies: readonly string[];
  /** Default: other origins have no access. */
  readonly corsPolicy?: CorsPolicySource;
  /** From the start of closing to the end of listening. Default: 0. */
  readonly stopDelayMs?: number;
  /** Equal for a store's processes. Default: random. */
  readonly idempotencySecret?: Uint8Array;
  /** Equal for an address's processes. Default: random. */
  readonly downloadKey?: Uint8Array;
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** `APP_ENV`. */
  readonly environment: string;
  readonly requestObserver?: RequestObserver;
  /** For `/` and `/health`. */
  readonly programVersion?: string;
  /** Serves `/docs` and `/openapi`. Default: true. */
  readonly hasDocs?: boolean;
  /** Serves the inbox page at `/`. */
  readonly inbox?: InboxOptions;
  readonly auditListener?: AuditListener;
  readonly limits?: Partial<EdgeLimits>;
  /** Default: this process's memory. */
  readonly memoryGauge?: MemoryGauge;
  /** Default: this process serves all accounts. */
  readonly peers?: Pick<
    Peers,
    'createListener' | 'isWithoutOwner' | 'isForged' | 'isNodeAddress' | 'isJoined'
  >;
}
