/**
 * Tables of both engines. Integers have 64 bits, times are epoch milliseconds, objects and lists are
 * JSON. Sealed: by the SecretBox.
 */

export interface Schema {
  readonly migrations: MigrationRow;
  readonly secret_checks: SecretCheckRow;
  readonly accounts: AccountRow;
  readonly grants: GrantRow;
  readonly connect_sessions: ConnectSessionRow;
  readonly api_keys: ApiKeyRow;
  readonly api_key_accounts: ApiKeyAccountRow;
  readonly answers: AnswerRow;
  readonly rate_limits: RateLimitRow;
  readonly message_fates: MessageFateRow;
  readonly recent_originals: RecentOriginalRow;
  readonly file_takings: FileTakingRow;
  readonly sign_in_refusals: SignInRefusalRow;
  readonly client_standings: ClientStandingRow;
  readonly leases: LeaseRow;
  readonly event_log: EventLogRow;
  readonly events: EventRow;
  readonly event_readers: EventReaderRow;
  readonly watch_positions: WatchPositionRow;
  readonly webhooks: WebhookRow;
  readonly webhook_accounts: WebhookAccountRow;
  readonly webhook_lanes: WebhookLaneRow;
  readonly webhook_deliveries: WebhookDeliveryRow;
  readonly nodes: NodeRow;
  readonly account_owners: AccountOwnerRow;
}

/** Applied migration. */
export interface MigrationRow {
  readonly name: string;
  readonly applied_at: number;
}

/** A text sealed by each key in use. */
export interface SecretCheckRow {
  readonly key_name: string;
  readonly sealed: string;
}

/** Connected account. */
export interface AccountRow {
  readonly id: string;
  readonly name: string;
  /** Lower case. */
  readonly sort_name: string;
  /** Lower case. */
  readonly address: string;
  readonly from_address: string;
  readonly reply_to: string;
  /** JSON; null: sends only. */
  readonly inbox: string | null;
  readonly outbox: string | null;
  readonly roots: string;
  /** JSON without the secret. */
  readonly login: string;
  /** Sealed. */
  readonly login_password: string | null;
  readonly outbox_login: string | null;
  /** Sealed. */
  readonly outbox_password: string | null;
  readonly provider: string | null;
  readonly state: string;
  readonly state_since: number;
  readonly problem: string | null;
  readonly watch_mode: string;
  readonly last_proof_at: number | null;
  readonly created_at: number;
  readonly epoch: number;
  /** Null in older rows, until a node reads its accounts. */
  readonly shard: number | null;
}

/** OAuth grant. */
export interface GrantRow {
  readonly account_id: string;
  readonly provider: string;
  readonly subject: string | null;
  readonly scope: string | null;
  /** Sealed. */
  readonly refresh_token: string;
  /** Sealed. */
  readonly access_token: string | null;
  readonly access_ends_at: number | null;
  readonly refresh_owner: string | null;
  readonly refresh_ends_at: number | null;
  readonly refresh_tries: number | null;
  readonly epoch: number;
}

/** Connect session. */
export interface ConnectSessionRow {
  readonly id: string;
  readonly token_hash: string;
  readonly return_url: string;
  readonly address: string | null;
  readonly name: string | null;
  readonly providers: string | null;
  readonly account_id: string | null;
  readonly key_id: string | null;
  readonly status: string;
  readonly problem: string | null;
  /** Sealed. */
  readonly pending: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly epoch: number;
}

/** API key. */
export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly secret_hash: string;
  readonly scopes: string;
  /** 1: only those of `api_key_accounts`, possibly none. */
  readonly is_bound: number;
  readonly networks: string;
  readonly agent_sends: string | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  readonly epoch: number;
}

/** A bound key's account. */
export interface ApiKeyAccountRow {
  readonly key_id: string;
  readonly account_id: string;
}

/** Request with an Idempotency-Key. */
export interface AnswerRow {
  readonly key: string;
  readonly fingerprint: string;
  readonly owner: string;
  /** Sealed JSON; null during the request. */
  readonly answer: string | null;
  readonly created_at: number;
  /** When its owner's end was noticed. */
  readonly abandoned_at: number | null;
}

/** Rate limit bucket. */
export interface RateLimitRow {
  readonly name: string;
  readonly units: number;
  readonly at: number;
  /** When removable. */
  readonly full_at: number;
}

/** Message fate. */
export interface MessageFateRow {
  readonly key: string;
  readonly uid_validity: number;
  /** Sealed JSON. */
  readonly fate: string;
  readonly recorded_at: number;
}

/** Message opened for a reply or forward. */
export interface RecentOriginalRow {
  readonly reader: string;
  /** Digest of mailbox and uid. */
  readonly key: string;
  /** Sealed JSON. */
  readonly original: string;
  readonly opened_at: number;
}

/** Lease of a key. */
export interface LeaseRow {
  readonly key: string;
  /** Empty: free. */
  readonly owner: string;
  readonly epoch: number;
  readonly ends_at: number;
}

/** File downloads. */
export interface FileTakingRow {
  readonly file: string;
  readonly count: number;
  readonly taken_at: number;
}

/** Refused login and its term. */
export interface SignInRefusalRow {
  readonly login: string;
  readonly refusal: string;
  readonly term_ms: number;
  readonly ends_at: number;
  readonly forgotten_at: number;
}

/** A client's recent sign-ins. */
export interface ClientStandingRow {
  readonly client: string;
  readonly accepted_until: number;
  readonly failed_until: number;
}

/** The log's end; writers lock it until their commit. */
export interface EventLogRow {
  readonly name: string;
  readonly last: number;
}

/** Only position, id and time outlive the account. */
export interface EventRow {
  readonly position: number;
  readonly id: string;
  readonly account_id: string | null;
  /** Null: erased. */
  readonly kind: string | null;
  readonly at: number;
  readonly mailbox: string | null;
  readonly uid_validity: number | null;
  readonly uid: number | null;
  /** JSON. */
  readonly data: string | null;
}

/** Key or webhook bound to the account at its end. */
export interface EventReaderRow {
  readonly reader: string;
  readonly position: number;
}

/** A watcher's position. */
export interface WatchPositionRow {
  readonly account_id: string;
  /** Empty: the account's folders. */
  readonly mailbox: string;
  /** Base64. */
  readonly position: string;
  readonly epoch: number;
}

/** Receiver of events. */
export interface WebhookRow {
  readonly id: string;
  readonly url: string;
  readonly kinds: string;
  readonly fields: string;
  /** 1: only those of `webhook_accounts`, possibly none. */
  readonly is_bound: number;
  readonly key_id: string;
  readonly is_enabled: number;
  readonly problem: string | null;
  /** Sealed. */
  readonly secret: string;
  /** Sealed. */
  readonly previous_secret: string | null;
  readonly previous_ends_at: number | null;
  readonly failing_since: number | null;
  readonly paused_until: number | null;
  /** Of the newest planned event. */
  readonly position: number;
  readonly created_at: number;
  readonly epoch: number;
}

/** A bound webhook's account. */
export interface WebhookAccountRow {
  readonly webhook_id: string;
  readonly account_id: string;
}

/** An account's turn. */
export interface WebhookLaneRow {
  readonly webhook_id: string;
  /** Account or empty. */
  readonly lane: string;
  readonly next_at: number | null;
  readonly claimed_until: number;
  readonly epoch: number;
}

/** An event for a webhook. */
export interface WebhookDeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly position: number;
  readonly lane: string;
  /** Null: outlives the account. */
  readonly account_id: string | null;
  readonly status: string;
  readonly attempts: number;
  readonly failures: number;
  readonly next_at: number | null;
  /** Sealed JSON. */
  readonly last_answer: string | null;
  readonly at: number;
  readonly ended_at: number | null;
}

/** A server's run at PostgreSQL. */
export interface NodeRow {
  readonly id: string;
  readonly url: string | null;
  readonly version: string;
  /** JSON. */
  readonly roles: string;
  readonly capacity: number;
  readonly machine: string | null;
  readonly pid: number;
  readonly started_at: number;
  /** By the database's clock. */
  readonly ends_at: number;
}

/** A shard's owner. */
export interface AccountOwnerRow {
  readonly shard: number;
  /** A node, perhaps gone. */
  readonly owner: string | null;
  readonly epoch: number;
}
