import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { downloadLink, readFile } from '../api/files.ts';
import { fileSize } from '../mail/file-size.ts';
import type { MessageFile } from '../mail/message.ts';
import { Icon } from './icon.tsx';
import { useMailbox } from './mailbox-context.ts';

/** Shown by all browsers, without script. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|avif)$/i;
const MAX_PICTURE_OCTETS = 8_000_000;

/** A message's files: picture previews, downloads for all. */
export function FileList({ files }: { readonly files: readonly MessageFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <FileTile file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileTile({ file }: { readonly file: MessageFile }) {
  const { client, toasts } = useMailbox();
  const isPicture = PICTURE.test(file.contentType) && file.size <= MAX_PICTURE_OCTETS;
  async function save(): Promise<void> {
    try {
      location.assign(await downloadLink(client, file.id));
    } catch (error) {
      toasts.fail('Not saved.', error);
    }
  }
  return (
    <button
      type="button"
      class={isPicture ? 'file picture' : 'file'}
      title={`Save ${file.name}`}
      onClick={() => void save()}
    >
      {isPicture ? (
        <Picture file={file} />
      ) : (
        <Icon name={file.contentType.startsWith('text/') ? 'file-text' : 'file'} />
      )}
      <span class="file-name" dir="auto">
        {file.name || 'file'}
      </span>
      <small>{fileSize(file.size)}</small>
    </button>
  );
}

function Picture({ file }: { readonly file: MessageFile }) {
  const { client } = useMailbox();
  const address = useSignal<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    readFile(client, file.id, controller.signal).then(
      (blob) => {
        address.value = URL.createObjectURL(blob);
      },
      () => undefined,
    );
    return () => {
      controller.abort();
      if (address.value !== null) URL.revokeObjectURL(address.value);
    };
  }, [file.id]);
  return (
    <span class="picture-box">
      {address.value === null ? <Icon name="image" /> : <img src={address.value} alt="" />}
    </span>
  );
}
