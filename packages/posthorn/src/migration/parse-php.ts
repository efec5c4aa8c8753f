import { Engine, type Node } from 'php-parser';

export type PhpSyntax =
  | { readonly statements: readonly Node[] }
  | { readonly line?: number; readonly reason: string };

/** Parses PHP without running it. Returns statements, or the reason of failure. */
export function parsePhp(text: string): PhpSyntax {
  const engine = new Engine({ parser: { suppressErrors: false }, ast: { withPositions: true } });
  try {
    return { statements: engine.parseCode(text, '').children };
  } catch (error) {
    return describeFailure(error);
  }
}

function describeFailure(error: unknown): { line?: number; reason: string } {
  const message = error instanceof Error ? error.message : String(error);
  // The parser recurses: deep nesting overflows the stack.
  if (error instanceof RangeError && message.includes('call stack'))
    return { reason: 'its arrays or expressions are nested too deeply' };
  const line = error instanceof Error && 'lineNumber' in error ? Number(error.lineNumber) : undefined;
  const reason = `this is not valid PHP (${message.replace(/^Parse Error\s*:\s*/, '').replace(/ on line \d+$/, '')})`;
  return line === undefined ? { reason } : { line, reason };
}
