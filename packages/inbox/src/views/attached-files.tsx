import { fileSize } from '../mail/file-size.ts';
import type { Composer, ComposerState } from '../state/composer.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

interface AttachedFilesProps {
  readonly composer: Composer;
  readonly state: ComposerState;
}

/** The composer's files. */
export function AttachedFiles({ composer, state: { files, uploading } }: AttachedFilesProps) {
  if (files.length + uploading.length === 0) return null;
  return (
    <ul class="files" aria-label="Attached files">
      {files.map((file) => (
        <li key={file.id} class="file">
          <Icon name="paperclip" />
          <span class="file-name" dir="auto">
            {file.name}
          </span>
          <small>{fileSize(file.size)}</small>
          <IconButton icon="x" label={`Remove ${file.name}`} onClick={() => void composer.detach(file)} />
        </li>
      ))}
      {uploading.map((name) => (
        <li key={name} class="file waiting" aria-busy="true">
          <Icon name="loader-circle" />
          <span class="file-name">{name}</span>
        </li>
      ))}
    </ul>
  );
}
