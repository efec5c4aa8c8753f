import type { SecretBinding } from '../logins/sealed-secret.ts';
import type { StoredAccount, StoredLogin } from './stored-account.ts';

export type AccountDestinations = Pick<
  StoredAccount,
  'id' | 'inbox' | 'outbox' | 'login' | 'outboxLogin' | 'provider'
>;

/** The `login` password, also for an outbox without a login. */
export function loginBinding(account: AccountDestinations): SecretBinding {
  const servers = [...inboxOf(account), ...(account.outboxLogin === null ? outboxOf(account) : [])];
  return bindingIn('accounts', { row: account.id, field: 'login', destination: toText(servers) });
}

/** The `outboxLogin` password. */
export function outboxLoginBinding(account: AccountDestinations): SecretBinding {
  return bindingIn('accounts', {
    ...{ row: account.id, field: 'outboxLogin', destination: toText(outboxOf(account)) },
  });
}

/** A token, for the provider and both servers. */
export function grantBinding(
  account: AccountDestinations,
  field: 'refreshToken' | 'accessToken',
): SecretBinding {
  const servers = [['provider', account.provider], ...inboxOf(account), ...outboxOf(account)];
  return bindingIn('grants', { row: account.id, field, destination: toText(servers) });
}

/** A pending sign-in, such as its PKCE verifier (RFC 7636). */
export function connectSessionBinding(session: string): SecretBinding {
  return bindingIn('connect_sessions', { row: session, field: 'pending', destination: '' });
}

/** A stored response, which may contain mail. */
export function answerBinding(key: string): SecretBinding {
  return bindingIn('answers', { row: key, field: 'answer', destination: '' });
}

/** A message's fate, naming recipients. */
export function fateBinding(key: string): SecretBinding {
  return bindingIn('message_fates', { row: key, field: 'fate', destination: '' });
}

/** An opened message, with its subject. */
export function originalBinding({
  reader,
  key,
}: {
  readonly reader: string;
  readonly key: string;
}): SecretBinding {
  return bindingIn('recent_originals', { row: `${reader}.${key}`, field: 'original', destination: '' });
}

/** A webhook's signing secrets, never sent. */
export function webhookSecretBinding(webhook: string): SecretBinding {
  return bindingIn('webhooks', { row: webhook, field: 'secret', destination: '' });
}

/** A receiver's answer, which may contain mail. */
export function receiverAnswerBinding(delivery: string): SecretBinding {
  return bindingIn('webhook_deliveries', { row: delivery, field: 'lastAnswer', destination: '' });
}

type Server = readonly (string | number | boolean | null)[];

function inboxOf({ inbox, login }: AccountDestinations): readonly Server[] {
  return inbox === null ? [] : [['imap', inbox.host, inbox.port, inbox.isTls, mechanismOf(login)]];
}

function outboxOf({ outbox, outboxLogin, login }: AccountDestinations): readonly Server[] {
  if (outbox === null) return [];
  return [['smtp', outbox.host, outbox.port, outbox.security, mechanismOf(outboxLogin ?? login)]];
}

function mechanismOf({ mechanism }: StoredLogin): string {
  return mechanism;
}

function bindingIn(table: string, rest: Omit<SecretBinding, 'table'>): SecretBinding {
  return { table, ...rest };
}

/** Host names could contain any separator. */
function toText(servers: readonly Server[]): string {
  return JSON.stringify(servers);
}
