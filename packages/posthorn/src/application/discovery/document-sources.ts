import type { DiscoverySource } from '../../domain/accounts/mail-server-discovery.ts';
import type { AddressParts } from '../../domain/accounts/mail-servers.ts';
import type { ClientConfigurations, UnusableDocument } from '../ports/network/client-configurations.ts';
import { type AskSource, confidenceIn, listServers, nothingAt, usableServers } from './source-answer.ts';

type DocumentSource = Extract<DiscoverySource, 'well-known' | 'autoconfig'>;

/** Without `emailaddress=`, which would reveal the user. */
const ADDRESSES = {
  'well-known': (domain) => `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  autoconfig: (domain) => `https://autoconfig.${domain}/mail/config-v1.1.xml`,
} as const satisfies Record<DocumentSource, (domain: string) => string>;

const REASONS = {
  'certificate-invalid': 'the certificate of its host is not valid for it',
  redirected: 'it leads elsewhere, and redirects are not followed',
  'too-large': 'it is larger than 64 KB',
  malformed: 'it is no description of mail servers',
  'document-type': 'it declares a document type, which is refused',
  'other-status': 'its host answers with an error',
  'not-public': 'its host has no public address',
} as const satisfies Record<UnusableDocument, string>;

/** Reads the domain's `.well-known` or `autoconfig` document. */
export function askDocument(source: DocumentSource, documents: ClientConfigurations): AskSource {
  return async (parts, signal) => {
    const address = ADDRESSES[source](parts.domain);
    const document = await documents.read(address, signal);
    if (document.kind === 'absent') return nothingAt(source, `There is no document at ${address}.`);
    if (document.kind === 'unusable') {
      return nothingAt(source, `The document at ${address} is not used: ${REASONS[document.reason]}.`);
    }
    const servers = usableServers(document, parts);
    if (servers.incoming.length > 0) {
      const finding = `The document at ${address} names ${listServers(servers)}.`;
      return { source, ...servers, confidence: confidenceIn(servers, parts), finding };
    }
    return nothingAt(source, `The document at ${address} ${lackOf(document.isPopOnly, parts)}.`);
  };
}

function lackOf(isPopOnly: boolean, { domain }: AddressParts): string {
  return isPopOnly
    ? `says that ${domain} has POP3 and no IMAP`
    : 'names no IMAP server with TLS that can be used';
}
