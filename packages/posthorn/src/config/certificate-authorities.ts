import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfigurationError } from './configuration-error.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/**
 * PEM text (RFC 7468) of APP_CA_FILE; empty without one. Throws ConfigurationError without readable
 * certificates.
 */
export async function readCertificateAuthorities(caFile: string | null): Promise<readonly string[]> {
  if (caFile === null) return [];
  const text = await readFile(caFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw refuse('a readable PEM file', `"${caFile}" (${error.code ?? 'unreadable'})`);
  });
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw refuse('a PEM file with at least one certificate', `"${caFile}", which has none`);
  }
  const broken = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (broken === -1) return [text];
  throw refuse(
    'a PEM file whose certificates can be read',
    `"${caFile}", whose certificate ${broken + 1} cannot`,
  );
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined;
  } catch {
    return false;
  }
}

function refuse(expected: string, got: string): ConfigurationError {
  return new ConfigurationError([{ key: 'APP_CA_FILE', expected, got }]);
}
