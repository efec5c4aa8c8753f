/** Answers what is asked of a whole message. */
import type {
  WholeMessageAnswer,
  WholeMessageRequest,
} from '../../application/ports/whole-message-reader.ts';
import type { WholeMessage } from '../../message/whole-message.ts';

/** Exactly what the request names. */
export function answerWholeMessage(
  message: WholeMessage,
  { structure, texts, preview, content }: Partial<WholeMessageRequest>,
): Partial<WholeMessageAnswer> {
  return {
    ...(structure && { structure: message.structure }),
    ...(texts && { texts: message.readTexts() }),
    ...(preview && { preview: message.readPreview(preview) }),
    ...(content !== undefined && { content: message.readContent(content) }),
  };
}
