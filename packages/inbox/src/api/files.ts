import { ApiError, type Client } from './client.ts';

/** A picture's content. */
export async function readFile(client: Client, id: string, signal?: AbortSignal): Promise<Blob> {
  return (await client.fetch(`Attachments/${id}/content`, { signal })).blob();
}

/** A download address without a login, valid for minutes. */
export async function downloadLink(client: Client, id: string): Promise<string> {
  const { document } = await client.ask(`Attachments/${id}/link`);
  const url = document.meta?.downloadUrl;
  if (typeof url === 'string') return url;
  throw new ApiError('The answer has no link.', 200, '');
}

/** A file as a data URL. */
export function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
