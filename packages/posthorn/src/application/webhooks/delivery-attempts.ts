import { webhookSecretBinding } from '../../domain/accounts/secret-bindings.ts';
import { MailError } from '../../domain/errors/mail-error.ts';
import { isEventWithin } from '../../domain/events/event-binding.ts';
import type { Webhook } from '../../domain/events/webhook.ts';
import type { Delivery } from '../../domain/events/webhook-delivery.ts';
import type { Secret } from '../../domain/logins/secret.ts';
import type { WebhookSender } from '../ports/network/webhook-sender.ts';
import type { EventLog } from '../ports/state/event-log.ts';
import type { SecretBox } from '../ports/state/secret-box.ts';
import type { ClaimedDelivery, DeliveryClaim, WebhookDeliveries } from '../ports/state/webhook-deliveries.ts';
import type { WebhookTelemetry } from '../ports/webhook-telemetry.ts';
import { judgeAttempt } from './attempt-outcome.ts';
import type { EventRendering } from './event-rendering.ts';
import type { KnownWebhooks } from './known-webhooks.ts';

/** Longer than an attempt; after a death, another process continues. */
export const CLAIM_MS = 35_000;
/** The pause after failures without the receiver, such as reading a message. */
const POSTPONED_MS = 30_000;
const EVENT_GONE = 'The event is no longer in the log.';
const NOT_ALLOWED = 'The key of the webhook does not open the account any more.';

/** Dependencies. */
export interface DeliveryAttemptsDependencies {
  readonly known: KnownWebhooks;
  readonly deliveries: Pick<WebhookDeliveries, 'settle' | 'release'>;
  readonly eventLog: Pick<EventLog, 'find'>;
  readonly rendering: EventRendering;
  readonly sender: WebhookSender;
  readonly secretBox: Pick<SecretBox, 'open'>;
  readonly telemetry: Pick<WebhookTelemetry, 'addAttempt'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** A claimed delivery to attempt. */
export interface AttemptRequest extends ClaimedDelivery {
  /** False: the claim ends with the attempt. */
  readonly goesOn: boolean;
}

/** Attempts deliveries. */
export class DeliveryAttempts {
  readonly #dependencies: DeliveryAttemptsDependencies;

  constructor(dependencies: DeliveryAttemptsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The next delivery under the claim, or null. An aborted attempt is due again at once. */
  async run(request: AttemptRequest, signal: AbortSignal): Promise<ClaimedDelivery | null> {
    const { deliveries, now } = this.#dependencies;
    try {
      return await this.#attempt(request, signal);
    } catch (error) {
      await deliveries.release(request.claim, now() + (signal.aborted ? 0 : POSTPONED_MS));
      if (signal.aborted || error instanceof MailError) return null;
      throw error;
    }
  }

  async #attempt(request: AttemptRequest, signal: AbortSignal): Promise<ClaimedDelivery | null> {
    const { known, deliveries, eventLog, rendering, sender, telemetry, now, random } = this.#dependencies;
    const { claim, delivery } = request;
    const webhook = await known.find(delivery.webhook);
    const rights = webhook && (await known.rightsOf(webhook));
    if (webhook === null || rights === null) return this.#giveBack(claim);
    const logged = await eventLog.find(delivery.event);
    if (logged === null) return this.#end(request, EVENT_GONE);
    const { event } = logged;
    if (!isEventWithin(rights, event)) return this.#end(request, NOT_ALLOWED);
    const fields = rights.readsMail ? webhook.fields : [];
    const body = await rendering.render({ event, fields }, signal);
    const message = { url: webhook.url, id: event.id, body, secrets: this.#secretsOf(webhook) };
    const sent = await sender.send(message, signal);
    const judged = judgeAttempt({ delivery, webhook, sent, now: now(), random });
    const next = await deliveries.settle({
      ...{ claim, outcome: judged.outcome, standing: judged.standing },
      ...this.#times(request),
    });
    if (judged.standing !== undefined) known.forget(webhook.id);
    telemetry.addAttempt(outcomeOf(judged.outcome.status, sent.answer.status));
    if (judged.problem === null) return next;
    await known.disable(webhook, judged.problem);
    return next && this.#giveBack(next.claim);
  }

  async #giveBack(claim: DeliveryClaim): Promise<null> {
    await this.#dependencies.deliveries.release(claim, this.#dependencies.now());
    return null;
  }

  /** Ends a delivery without an attempt. */
  #end(request: AttemptRequest, text: string): Promise<ClaimedDelivery | null> {
    const { id, attempts, failures } = request.delivery;
    const { now, ...rest } = this.#times(request);
    return this.#dependencies.deliveries.settle({
      claim: request.claim,
      outcome: {
        ...{ id, attempts, failures, status: 'failed', nextAt: null, endedAt: now },
        lastAnswer: { status: null, text },
      },
      ...{ now, ...rest },
    });
  }

  #times({ goesOn }: AttemptRequest): { readonly now: number; readonly until: number | null } {
    const now = this.#dependencies.now();
    return { now, until: goesOn ? now + CLAIM_MS : null };
  }

  #secretsOf(webhook: Webhook): readonly Secret[] {
    return openSecrets(webhook, this.#dependencies);
  }
}

/** Opens the signing secrets, newest first. */
export function openSecrets(
  { id, secret, previousSecret, previousEndsAt }: Webhook,
  { secretBox, now }: Pick<DeliveryAttemptsDependencies, 'secretBox' | 'now'>,
): readonly Secret[] {
  const isSigning = previousSecret !== null && now() < (previousEndsAt ?? 0);
  const sealed = isSigning ? [secret, previousSecret] : [secret];
  return sealed.map((one) => secretBox.open(one, webhookSecretBinding(id)));
}

function outcomeOf(status: Delivery['status'], answered: number | null) {
  if (status === 'delivered') return 'delivered';
  return answered === null ? 'unanswered' : 'refused';
}
