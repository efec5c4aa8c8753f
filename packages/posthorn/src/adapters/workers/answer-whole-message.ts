import type {
  WholeMessageAnswer,
  WholeMessageRequest,
} from '../../application/ports/mail/whole-message-reader.ts';
import { selectMessageParts } from '../../message/parts/message-parts.ts';
import type { WholeMessage } from '../../message/whole-message.ts';
import { readHtmlText } from '../html/read-html-text.ts';

/** The requested items only. */
export function answerWholeMessage(
  message: WholeMessage,
  { structure, texts, preview, ranges }: Partial<WholeMessageRequest>,
): Partial<WholeMessageAnswer> {
  return {
    ...(structure && { structure: message.structure }),
    ...(texts && { texts: message.readTexts(readHtmlText) }),
    ...(preview && { preview: message.readPreview(preview) }),
    ...(ranges && { ranges: rangesOf(message) }),
  };
}

/** Requestable parts: messages may have ten times as many. */
function rangesOf({ structure, ranges }: WholeMessage): WholeMessageAnswer['ranges'] {
  const paths = selectMessageParts(structure).attachments.map(({ path }) => path);
  return new Map(
    paths.flatMap((path) => {
      const range = ranges.get(path);
      return range ? [[path, range] as const] : [];
    }),
  );
}
