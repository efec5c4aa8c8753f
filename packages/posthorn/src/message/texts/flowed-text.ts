const QUOTE_MARK = '>';
const SIGNATURE_SEPARATOR = '-- ';

interface FlowedLine {
  readonly quoteDepth: number;
  readonly content: string;
}

interface Paragraph {
  readonly quoteDepth: number;
  readonly pieces: string[];
  isOpen: boolean;
}

/**
 * Joins flowed lines (RFC 3676) and removes stuffing; quote marks become `>> `. Signature separators never
 * flow. `hasDelSp`: DelSp=yes. Returns LF; accepts CRLF.
 */
export function unfoldFlowedText(text: string, hasDelSp: boolean): string {
  const paragraphs: Paragraph[] = [];
  for (const line of text.split(/\r?\n/)) addLine(paragraphs, parseLine(line), hasDelSp);
  return paragraphs.map(toText).join('\n');
}

function parseLine(line: string): FlowedLine {
  let quoteDepth = 0;
  while (line[quoteDepth] === QUOTE_MARK) quoteDepth++;
  const stuffing = line[quoteDepth] === ' ' ? 1 : 0;
  return { quoteDepth, content: line.slice(quoteDepth + stuffing) };
}

function addLine(paragraphs: Paragraph[], line: FlowedLine, hasDelSp: boolean): void {
  const last = paragraphs.at(-1);
  const isSignature = line.content === SIGNATURE_SEPARATOR;
  const isFlowed = line.content.endsWith(' ') && !isSignature;
  const piece = isFlowed && hasDelSp ? line.content.slice(0, -1) : line.content;
  if (last?.isOpen && last.quoteDepth === line.quoteDepth && !isSignature) {
    last.pieces.push(piece);
    last.isOpen = isFlowed;
  } else {
    paragraphs.push({ quoteDepth: line.quoteDepth, pieces: [piece], isOpen: isFlowed });
  }
}

function toText(paragraph: Paragraph): string {
  const content = paragraph.pieces.join('');
  if (paragraph.quoteDepth === 0) return content;
  return `${QUOTE_MARK.repeat(paragraph.quoteDepth)} ${content}`;
}
