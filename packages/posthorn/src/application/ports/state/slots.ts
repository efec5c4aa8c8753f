import type { PortMethods } from './port-methods.ts';

/** An account, server or client. */
export interface SlotHolder {
  readonly key: string;
  /** Null: the number of free slots, so the first holder takes half. */
  readonly max: number | null;
}

/** A slot request. */
export interface SlotRequest {
  readonly pool: string;
  readonly total: number;
  readonly holders: readonly SlotHolder[];
  /** Named anew at each start. */
  readonly owner: string;
}

/** Slots shared by all processes. Throws MailError. */
export interface Slots {
  /** The id; null when full. */
  take(request: SlotRequest): Promise<string | null>;

  /** Ignores free slots. */
  release(id: string): Promise<void>;

  /** For a terminated process. */
  abandon(owner: string): Promise<void>;
}

export const SLOTS: PortMethods<Slots> = { take: true, release: true, abandon: true };
