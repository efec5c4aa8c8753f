import type { PublishedServers } from '../../../domain/accounts/mail-servers.ts';

export type UnusableDocument =
  | 'certificate-invalid'
  | 'redirected'
  | 'too-large'
  | 'malformed'
  /** Entities could expand without bound. */
  | 'document-type'
  | 'other-status'
  | 'not-public';

export type ClientConfiguration =
  | ({
      readonly kind: 'servers' /** POP3 servers without an IMAP server. */;
      readonly isPopOnly: boolean;
    } & PublishedServers)
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: UnusableDocument };

/** Documents about a domain's mail servers (draft-ietf-mailmaint-autoconfig). */
export interface ClientConfigurations {
  /** Reads an `https:` URL without redirects. Rejects with the signal's reason. */
  read(address: string, signal: AbortSignal): Promise<ClientConfiguration>;
}
