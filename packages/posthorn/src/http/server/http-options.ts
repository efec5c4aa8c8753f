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

/** Options of the HTTP server. */
export interface HttpOptions extends RouteOptions {
  /** Such as `rest-api-email`; may have several segments. */
  readonly emailPath: string;
  /** The latest by default. */
  readonly aliasVersion?: ApiVersionTag;
  /** True: error answers include details meant for the operator. */
  readonly isDebug: boolean;
  /** Null: links derive from each request. */
  readonly publicUrl: string | null;
  /** IP addresses and networks whose forwarding headers count. */
  readonly trustedProxies: readonly string[];
  /** None by default: other origins have no access. */
  readonly corsPolicy?: CorsPolicySource;
  /** Time of listening after closing starts; 0 by default. */
  readonly stopDelayMs?: number;
  /** Shared by processes with one answer store; random by default. */
  readonly idempotencySecret?: Uint8Array;
  /** Shared by processes behind one address; random by default. */
  readonly downloadKey?: Uint8Array;
  readonly decodeConnectionData: ConnectionDataDecoder;
  /** `APP_ENV`. */
  readonly environment: string;
  readonly requestObserver?: RequestObserver;
  /** For `/` and `/health`. */
  readonly programVersion?: string;
  /** Serves `/docs` and `/openapi`; true by default. */
  readonly hasDocs?: boolean;
  /** Serves the inbox page to browsers at `/`. */
  readonly inbox?: InboxOptions;
  readonly auditListener?: AuditListener;
  /** Overrides of the defaults. */
  readonly limits?: Partial<EdgeLimits>;
  /** By default, the memory of this process. */
  readonly memoryGauge?: MemoryGauge;
  /** By default this process serves all accounts. */
  readonly peers?: Pick<
    Peers,
    'createListener' | 'isWithoutOwner' | 'isForged' | 'isNodeAddress' | 'isJoined'
  >;
}
