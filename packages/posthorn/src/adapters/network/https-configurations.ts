import type { ClientConfigurations } from '../../application/ports/network/client-configurations.ts';
import { readConfiguration } from './autoconfig-document.ts';
import { fetchDocument, type HttpsDocumentOptions } from './https-document.ts';

/** Autoconfig documents of permitted hosts, by HTTPS. */
export function createHttpsConfigurations(options: HttpsDocumentOptions): ClientConfigurations {
  return {
    async read(address, signal) {
      const document = await fetchDocument(address, options, signal);
      return document.kind === 'document' ? readConfiguration(document.octets.toString('utf8')) : document;
    },
  };
}
